"""Networks straight from the tables of `citeweave bulk`, whose pairs an engine has counted."""

from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from db.bulk.errors import BulkError
from db.bulk.network_columns import Around, ends, read_around
from db.bulk.tables import Tables
from db.wording import counted

from .building import told_impossible
from .dates import appearance, date_column, impossible
from .errors import GraphError
from .narrowing import heavy, largest_component
from .network import Column, Network, Selection
from .papers import paper_network


@dataclass(frozen=True)
class _Wishes:
    """What can be asked of these networks, named as for those of a database."""

    min_weight: float | None = None
    largest_component: bool = False
    weighting: str = "count"
    min_shared: int = 1
    min_cited_by: int = 1
    min_citing: int = 1


def read_network(folder: Path, kind: str, wishes: Mapping[str, Any]) -> Network:
    """Return a network of the tables in a folder.

    Raises GraphError where a kind or a wish needs more than the tables have.
    """
    build = _KINDS.get(kind)
    if build is None:
        raise GraphError(
            f"Dumps give no {kind} network; they give: {', '.join(_KINDS)}. For others, name a "
            "database when running citeweave bulk."
        )
    asked = _read_wishes(wishes)
    try:
        with closing(Tables(folder)) as tables:
            network = build(tables, asked)
            network = replace(network, as_of=_moment(tables.manifest.release))
    except BulkError as error:
        raise GraphError(str(error)) from error
    network = heavy(network, asked.min_weight)
    network = replace(network, reason=(*network.reason, *told_impossible(network)))
    if asked.largest_component:
        network, rest = largest_component(network)
        network = replace(network, reason=(*network.reason, *rest))
    return network


def _read_wishes(given: Mapping[str, Any]) -> _Wishes:
    known = {field.name for field in fields(_Wishes)}
    # What a database's selection asks for when nothing was asked for is no wish.
    idle = {field.name: getattr(Selection(), field.name) for field in fields(Selection)}
    asked = {name: value for name, value in given.items() if value != idle.get(name, ())}
    if unknown := asked.keys() - known:
        raise GraphError(
            f"The tables of a dump cannot be narrowed by {', '.join(sorted(unknown))}; they can "
            f"by {', '.join(sorted(known))}. Name a database when running citeweave bulk for more."
        )
    wishes = _Wishes(**asked)
    if wishes.weighting not in _WEIGHTINGS:
        raise GraphError(
            f"Pairs from a dump have no {wishes.weighting} weight; choose one of "
            f"{', '.join(_WEIGHTINGS)}."
        )
    return wishes


def _citation(tables: Tables, _: _Wishes) -> Network:
    around = read_around(tables)
    return _of_links(tables, around.take(around.is_listed), "citation", "induced")


def _neighbourhood(tables: Tables, wishes: _Wishes) -> Network:
    around = read_around(tables)
    near = (around.cited_by_listed >= wishes.min_cited_by) | (
        around.citing_listed >= wishes.min_citing
    )
    around = around.take(around.is_listed | near)
    return _of_links(
        tables,
        around,
        "neighbourhood",
        "neighbourhood",
        Column.of(
            "is_listed", "boolean", around.is_listed, "Whether the paper is one of those listed"
        ),
        Column.of(
            "cited_by_listed", "long", around.cited_by_listed, "How many listed papers cite it"
        ),
        Column.of("citing_listed", "long", around.citing_listed, "How many listed papers it cites"),
    )


def _of_links(tables: Tables, around: Around, kind: str, table: str, *further: Column) -> Network:
    citing, cited, influential = ends(around, tables.links(table))
    appeared = appearance(around.papers)
    columns = (
        Column.of(
            "is_influential",
            "boolean",
            influential == 1,
            "Whether Semantic Scholar's model calls the citation highly influential",
            present=influential >= 0,
        ),
        date_column(
            appeared, citing, "When the citing paper first appeared; the year's end if only that"
        ),
        impossible(appeared, citing, cited),
    )
    return paper_network(
        kind,
        around.papers,
        citing,
        cited,
        directed=True,
        edges=columns,
        further=(*_degrees(around), *further),
        remarks=_remarks(tables),
    )


def _coupling(tables: Tables, wishes: _Wishes) -> Network:
    return _of_pairs(tables, wishes, "coupling", "shared references", "out_degree")


def _cocitation(tables: Tables, wishes: _Wishes) -> Network:
    return _of_pairs(tables, wishes, "cocitation", "common citers", "in_degree")


def _of_pairs(tables: Tables, wishes: _Wishes, kind: str, things: str, size: str) -> Network:
    around = read_around(tables)
    around = around.take(around.is_listed)
    pairs = tables.pairs(kind)
    one, other = around.places(pairs.paper), around.places(pairs.other)
    source, target = np.minimum(one, other), np.maximum(one, other)
    kept = np.flatnonzero(pairs.shared >= wishes.min_shared)
    kept = kept[np.lexsort((target[kept], source[kept]))]
    source, target, shared = source[kept], target[kept], pairs.shared[kept]
    sizes = getattr(around, size).astype(float)
    product = sizes[source] * sizes[target]
    weights = {
        "count": shared.astype(float),
        "cosine": shared / np.sqrt(product),
        "association": shared / product,
    }
    appeared = appearance(around.papers)
    ratio = f"How many {things}, divided by"
    columns = (
        Column.of("shared", "long", shared, f"How many {things}"),
        Column.of("cosine", "double", weights["cosine"], f"{ratio} √(n·m), n and m of the two"),
        Column.of("association", "double", weights["association"], f"{ratio} n·m of the two"),
        date_column(
            appeared,
            appeared.later(source, target),
            "When the later of the two papers first appeared",
        ),
    )
    return paper_network(
        kind,
        around.papers,
        source,
        target,
        directed=False,
        weight=weights[wishes.weighting],
        edges=columns,
        further=_degrees(around),
        remarks=(*_remarks(tables), *_hubs(tables, kind, wishes)),
    )


def _degrees(around: Around) -> tuple[Column, ...]:
    return (
        Column.of("cited_anywhere", "long", around.in_degree, "How many papers at all cite it"),
        Column.of("cites_anywhere", "long", around.out_degree, "How many papers at all it cites"),
    )


def _remarks(tables: Tables) -> tuple[str, ...]:
    manifest = tables.manifest
    release = f"release {manifest.release}" if manifest.release else "a release that nobody named"
    absent = len(manifest.absent)
    missing = (f"Not in the release: {counted(absent, 'listed paper')}.",) if absent else ()
    unnamed = manifest.without_identifier
    nameless = (
        (f"Without an identifier that dumps know: {counted(unnamed, 'listed paper')}.",)
        if unnamed
        else ()
    )
    return (f"From Semantic Scholar's dumps, {release}.", *missing, *nameless)


def _hubs(tables: Tables, kind: str, wishes: _Wishes) -> tuple[str, ...]:
    manifest = tables.manifest
    left_out = manifest.hubs_left_out.get(kind, 0)
    many = f"{manifest.hub:,} listed papers"
    how = "cited by" if kind == "coupling" else "citing"
    hubs = f"Left out of the pairs: {counted(left_out, 'paper')} {how} more than {many}."
    fewest = max(manifest.least_shared, wishes.min_shared)
    least = (f"Only pairs that share at least {fewest} are edges.",) if fewest > 1 else ()
    return (*((hubs,) if left_out else ()), *least)


def _moment(release: str | None) -> str | None:
    """Return when a release was made, as times are stored (UTC, ISO 8601)."""
    return f"{release}T00:00:00.000Z" if release else None


_WEIGHTINGS = ("count", "cosine", "association")
_KINDS: dict[str, Callable[[Tables, _Wishes], Network]] = {
    "citation": _citation,
    "cocitation": _cocitation,
    "coupling": _coupling,
    "neighbourhood": _neighbourhood,
}
