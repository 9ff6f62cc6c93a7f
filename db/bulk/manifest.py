"""What lies beside the tables: where they come from, how they were made, what was left out.

It holds no time of its own, so the same shards and the same list give the same manifest.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from ..version import __version__
from .errors import BulkError
from .extraction import Extraction, Tally, Wishes
from .json_file import write_whole
from .release import File
from .shards import Shards, name_shards

NAME = "manifest.json"
FORMAT = "citeweave/bulk/1"


class Dataset(msgspec.Struct, frozen=True, kw_only=True):
    """What was read of one dataset: its shards and their rows."""

    release: str | None
    shards: tuple["Shard", ...]
    rows: int
    without_end: int
    """Rows that name no paper at one end; of papers, those without a number."""
    to_itself: int = 0
    """Rows in which a paper cites itself."""
    repeated: int = 0
    """Rows that name a link again."""


class Shard(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    """Its path below the folder that all shards of the dataset lie in."""
    size: int | None
    """Bytes; None where it lies on another machine."""
    sha256: str | None
    """As it was downloaded; None where that is not known."""
    rows: int


class Table(msgspec.Struct, frozen=True, kw_only=True):
    rows: int
    files: tuple[File, ...]


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """All of it.

    Of the papers `wanted`, some are `found`, some `absent` from the release, and some come
    `without_identifier` that dumps know papers by.
    """

    format: str = FORMAT
    made_by: str = f"citeweave {__version__}"
    engine: str
    release: str | None
    list: str | None
    wanted: int
    found: int
    absent: tuple[str, ...]
    without_identifier: int = 0
    hub: int
    least_shared: int
    hubs_left_out: dict[str, int]
    components: int | None = None
    largest_component: int | None = None
    datasets: dict[str, Dataset]
    tables: dict[str, Table]


def describe(
    engine: str,
    listed: str | None,
    wanted: int,
    absent: Sequence[str],
    without_identifier: int,
    release: str | None,
    shards: Sequence[Shards],
    wishes: Wishes,
    extraction: Extraction,
    out: Path,
) -> Manifest:
    """Return the manifest of the tables in a folder; `wanted` counts listed papers."""
    tallies = {"citations": extraction.citations, "papers": extraction.papers}
    return Manifest(
        engine=engine,
        release=release,
        list=listed,
        wanted=wanted,
        found=wanted - len(absent) - without_identifier,
        absent=tuple(absent),
        without_identifier=without_identifier,
        hub=wishes.hub,
        least_shared=wishes.least_shared,
        hubs_left_out=dict(extraction.hubs),
        components=extraction.components,
        largest_component=extraction.largest_component,
        datasets={
            each.dataset: _dataset(each, tally)
            for each in shards
            if (tally := tallies[each.dataset]) is not None
        },
        tables={
            name: Table(rows=rows, files=tuple(_hashed(out, name)))
            for name, rows in extraction.tables.items()
        },
    )


def save_manifest(out: Path, manifest: Manifest) -> None:
    """Write the manifest, which is the last file: without it the tables are not whole."""
    write_whole(out / NAME, manifest)


def load_manifest(folder: Path) -> Manifest:
    """Return what a folder of tables says of itself. Raises BulkError."""
    try:
        manifest = msgspec.json.decode((folder / NAME).read_bytes(), type=Manifest)
    except FileNotFoundError:
        raise BulkError(
            f"{folder} has no {NAME}, so it is no folder that citeweave bulk finished; "
            "make one with: citeweave bulk --out FOLDER"
        ) from None
    except (OSError, msgspec.DecodeError) as error:
        raise BulkError(f"{folder / NAME} cannot be read: {error}") from error
    if manifest.format != FORMAT:
        raise BulkError(f"{folder} was made by another citeweave ({manifest.format}).")
    return manifest


def _dataset(shards: Shards, tally: Tally) -> Dataset:
    names = name_shards(shards.paths)
    sizes = {names[path]: size for path, size in shards.sizes.items()}
    hashes = {file.name: file.sha256 for file in shards.release.all_files} if shards.release else {}
    return Dataset(
        release=shards.release.release if shards.release else None,
        shards=tuple(
            Shard(name=name, size=sizes.get(name), sha256=hashes.get(name), rows=rows)
            for name, rows in tally.by_shard.items()
        ),
        rows=tally.rows,
        without_end=tally.without_end,
        to_itself=tally.to_itself,
        repeated=tally.repeated,
    )


def _hashed(out: Path, table: str) -> list[File]:
    return [_file(out, path) for path in sorted((out / table).glob("*.parquet"))]


def _file(out: Path, path: Path) -> File:
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return File(name=path.relative_to(out).as_posix(), size=path.stat().st_size, sha256=digest)


def as_json(manifest: Manifest) -> dict[str, Any]:
    """Return the manifest as plain values."""
    told: dict[str, Any] = msgspec.to_builtins(manifest)
    return told
