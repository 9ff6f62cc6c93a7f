"""Networks out of a citeweave database.

import graph

g = graph.load("papers.db")                     # a networkx.DiGraph
network = graph.network("papers.db")            # the same as typed columns
graph.export(network, "iclr2024.graphml")       # a file for Gephi

alike = graph.load("papers.db", "coupling", weighting="cosine", years=(2023, None))
graph.explain("papers.db", "2305.09955", "2309.14322", "coupling")
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from db import network_rows
from db.database import explained, open_readonly
from db.wording import counted

from .asking import asked
from .building import build
from .choosing import choose
from .drawing import drawn
from .errors import GraphError
from .explaining import Explanation
from .exports import export
from .kinds import kind as kind_named
from .kinds import kinds
from .measures import Options, measured
from .named_nodes import nodes_named
from .network import Column, Network, Selection

if TYPE_CHECKING:
    import networkx as nx

__all__ = [
    "Column",
    "Explanation",
    "GraphError",
    "Network",
    "Selection",
    "described",
    "drawn",
    "explain",
    "export",
    "load",
    "network",
]


def load(
    path: str | Path,
    kind: str = "citation",
    collection: str | None = None,
    selection: Selection = Selection(),  # noqa: B008 - frozen
    **wishes: Any,
) -> "nx.DiGraph[str] | nx.Graph[str]":
    """Return a network of the database as a networkx graph, a DiGraph where edges have a direction.

    Nodes are arXiv ids, or OpenReview ids, or `paper-<number>` where there is neither; authors
    are Semantic Scholar author ids, or names. Node and edge attributes are named as the
    database's columns; unknown values are left out. For the other arguments see `network`.
    """
    # Here, because importing networkx takes longer than making a small network's file.
    from .networkx_graph import to_networkx  # noqa: PLC0415

    return to_networkx(network(path, kind, collection, selection, **wishes))


def network(
    path: str | Path,
    kind: str = "citation",
    collection: str | None = None,
    selection: Selection = Selection(),  # noqa: B008 - frozen
    *,
    measures: str | Iterable[str] = (),
    resolution: float = 1.0,
    towards: Iterable[str] = (),
    **wishes: Any,
) -> Network:
    """Return a network of the database as typed columns, with the reasons why it looks so.

    `measures` are taken beside the standard ones; `resolution` is that of the communities;
    `towards` names the nodes that a personal PageRank jumps to, by any of a paper's ids.
    Further arguments bear the names of the fields of `Selection` (`years=(2020, 2024)`,
    `decisions=["oral"]`, `as_of="2024-05-31"`, `min_weight=2`, …) or of the kind's options
    (`weighting="cosine"`, …). A path to a folder that `citeweave bulk` made gives the network
    of its tables. Raises db.errors.DatabaseError and GraphError.
    """
    chosen_kind = kind_named(kind)
    how = Options(resolution=resolution)
    names = (measures,) if isinstance(measures, str) else measures
    if Path(path).is_dir():
        from .bulk import read_network  # noqa: PLC0415  DuckDB takes a while to import

        if towards:
            raise GraphError("Tables of a dump know no names: no towards.")
        named = {"collections": (collection,)} if collection else {}
        built = read_network(Path(path), kind, {**vars(selection), **named, **wishes})
        return measured(built, names, how)
    selection, options = asked(chosen_kind, collection, selection, wishes)
    with _reading(Path(path)) as connection:
        built = build(connection, chosen_kind, selection, options)
        how = replace(how, towards=nodes_named(connection, built, towards))
    return measured(built, names, how)


def explain(
    path: str | Path,
    first: str,
    second: str,
    kind: str = "citation",
    collection: str | None = None,
    selection: Selection = Selection(),  # noqa: B008 - frozen
    **wishes: Any,
) -> Explanation:
    """Return what lies behind the edge between two nodes, named in any spelling of their ids.

    Raises db.errors.DatabaseError, and GraphError where a kind has no such edges.
    """
    chosen_kind: Any = kind_named(kind)
    if not hasattr(chosen_kind, "explain"):
        able = ", ".join(name for name, each in kinds().items() if hasattr(each, "explain"))
        raise GraphError(f"Edges of {kind} networks are not explained; those of {able} are.")
    if Path(path).is_dir():
        raise GraphError(
            f"{path} is a folder of tables, which explain no edge; its table neighbourhood has the "
            "links that it comes from. Name a database when running citeweave bulk to explain it."
        )
    selection, _ = asked(chosen_kind, collection, selection, wishes)
    with _reading(Path(path)) as connection:
        choose(connection, selection)
        explanation: Explanation = chosen_kind.explain(connection, selection, first, second)
    return explanation


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    with (
        explained(path),
        closing(open_readonly(path)) as connection,
        network_rows.one_moment(connection),
    ):
        yield connection


def described(network: Network) -> str:
    """Return a network's size in words: 100 papers, 12 links between them, …"""
    kind = kind_named(network.kind)
    return (
        f"{counted(network.node_count, kind.NODE)}, {counted(network.edge_count, kind.EDGE)} "
        f"between them, {counted(network.isolated_count, kind.NODE)} without any"
    )
