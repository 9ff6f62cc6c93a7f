"""What a run of `citeweave bulk` tells at its end."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from db.bulk.manifest import Dataset, Manifest, as_json
from db.wording import counted

if TYPE_CHECKING:
    from .storing import Stored

_MOST_SHOWN = 5


def told(manifest: Manifest, out: Path) -> Iterator[str]:
    """Yield sentences: what was read and left out, what was found, what lies where."""
    for name, dataset in manifest.datasets.items():
        yield _told_dataset(name, dataset)
    if manifest.list is not None:
        yield (
            f"{manifest.list}: {manifest.found:,} of {counted(manifest.wanted, 'listed paper')} "
            f"found{_named(manifest.absent)}"
        )
    if manifest.without_identifier:
        yield (
            f"{counted(manifest.without_identifier, 'listed paper')} without arXiv id, Semantic "
            "Scholar id or DOI, by which alone dumps know papers; in a database (--db), citeweave "
            "resolve looks for these"
        )
    for kind, papers in manifest.hubs_left_out.items():
        how = "citing" if kind == "cocitation" else "cited by"
        yield (
            f"{kind}: left out {counted(papers, 'paper')} {how} more than {manifest.hub:,} listed "
            "papers (--hub)"
        )
    if manifest.components is not None:
        yield (
            f"{counted(manifest.components, 'connected part')}, the largest with "
            f"{counted(manifest.largest_component or 0, 'paper')}"
        )
    tables = ", ".join(f"{name} {table.rows:,}" for name, table in manifest.tables.items())
    yield f"Tables in {out}, with their rows: {tables}"
    if manifest.found:
        yield f"The networks: citeweave graph --bulk {out} --kind coupling -o coupling.graphml"


def told_stored(stored: "Stored") -> str:
    """Return what went into the database."""
    if not stored.answers:
        return "nothing new of the listed papers to store: what the release says was there already"
    return (
        f"{counted(stored.records, 'record')}, {counted(stored.references, 'reference')} and "
        f"{counted(stored.citations, 'citation')} of the listed papers stored"
        + (f"; {counted(stored.absent, 'paper')} noted as not there" if stored.absent else "")
    )


def as_plain(manifest: Manifest) -> dict[str, Any]:
    """Return the manifest as it is printed as JSON."""
    return {name: value for name, value in as_json(manifest).items() if name != "format"}


def _told_dataset(name: str, dataset: Dataset) -> str:
    lacks = "without a paper at one end" if name == "citations" else "without a number"
    left_out = {
        f"{dataset.without_end:,} {lacks}": dataset.without_end,
        counted(dataset.to_itself, "self-citation"): dataset.to_itself,
        f"{counted(dataset.repeated, 'repeat')} of a link": dataset.repeated,
    }
    lost = ", ".join(told for told, rows in left_out.items() if rows)
    release = f" of release {dataset.release}" if dataset.release else ""
    return (
        f"{name}{release}: {counted(dataset.rows, 'row')} in "
        f"{counted(len(dataset.shards), 'shard')}" + (f"; left out: {lost}" if lost else "")
    )


def _named(absent: tuple[str, ...]) -> str:
    if not absent:
        return ""
    more = f" and {len(absent) - _MOST_SHOWN:,} more" if len(absent) > _MOST_SHOWN else ""
    return f"; not in the release: {', '.join(absent[:_MOST_SHOWN])}{more}"
