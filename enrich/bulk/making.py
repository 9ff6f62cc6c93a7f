"""One run of `citeweave bulk`: shards and a list in, tables out."""

import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from db.bulk.engine import ENGINES, REACHING, is_remote, open_engine, read_memory
from db.bulk.extraction import WantedKey, Wishes, extract, found_positions
from db.bulk.manifest import Manifest, describe, save_manifest
from db.bulk.shards import Shards, find_shards
from db.listings import by_strongest_key, keys_of
from db.rows import Key, Listing

from ..errors import BadInput, Interrupted
from ..lists import ListContent
from .bad_input import as_bad_input
from .telling import Steps

_USABLE = ("arxiv", "corpus", "s2", "doi")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True)
class Order:
    """What is asked for; patterns of shards, and what Spark and DuckDB have to know."""

    citations: str
    papers: str | None
    out: Path
    listed: str | None = None
    """What the list is called in the manifest."""
    keys: tuple[tuple[Key, ...], ...] = ()
    """The identifiers of each listed paper that it can be found by, the strongest first."""
    wishes: Wishes = Wishes()  # noqa: RUF009 - frozen
    engine: str = ENGINES[0]
    master: str | None = None
    memory: str = "4GB"
    release: str | None = None
    is_dated: bool = False
    """The release has to be known."""


def _usable_keys(listing: Listing) -> tuple[Key, ...]:
    """Return the identifiers of a listed paper that dumps know papers by."""
    return tuple(key for key in keys_of(listing) if key.scheme in _USABLE)


def make_from_list(order: Order, content: ListContent | None, tell: Steps) -> Manifest:
    """Make the tables for the papers of a list, or of the whole graph alone where there is none.

    Raises BadInput.
    """
    if content is None:
        return make_tables(order, tell)
    papers, _, _ = by_strongest_key(content.listings)
    keys = tuple(_usable_keys(listing) for listing in papers.values())
    return make_tables(replace(order, listed=content.file, keys=keys), tell)


def make_tables(order: Order, tell: Steps) -> Manifest:
    """Write the tables and return their manifest; `tell` is told what is being done.

    Raises BadInput.
    """
    with as_bad_input():
        memory = read_memory(order.memory)
        shards = _find(order)
        release = _find_release(order, shards)
        wanted = [
            WantedKey(position, place, *key)
            for position, keys in enumerate(order.keys)
            for place, key in enumerate(keys)
        ]
        _refuse_useless(order, wanted)
        with _folder(order.out) as work:
            return _work(order, memory, shards, release, wanted, work, tell)


def _work(
    order: Order,
    memory: int,
    shards: Sequence[Shards],
    release: str | None,
    wanted: Sequence[WantedKey],
    work: Path,
    tell: Steps,
) -> Manifest:
    citations, papers = shards[0], shards[1] if len(shards) > 1 else None
    size = sum(each.size for each in shards)
    for each in shards:
        if each.left_out:
            tell(f"Note: {each.left_out} files of the {each.dataset} release are left out.")
    if order.engine == "spark":
        tell("Starting Spark")
    engine = open_engine(order.engine, memory, work, master=order.master, size=size)
    try:
        with tell.measured_by(engine.share):
            found = extract(engine, citations, papers, wanted, order.wishes, order.out, work, tell)
        placed = found_positions(engine) if "listed" in found.tables else set[int]()
    finally:
        engine.close()
    absent = [
        str(keys[0]) for position, keys in enumerate(order.keys) if keys and position not in placed
    ]
    tell("Writing down what was made")
    name = f"{engine.name} {engine.version}"
    wishes, out = order.wishes, order.out
    unnamed = sum(not keys for keys in order.keys)
    manifest = describe(
        name, order.listed, len(order.keys), absent, unnamed, release, shards, wishes, found, out
    )
    save_manifest(out, manifest)
    return manifest


def check(order: Order) -> str | None:
    """Return the release of the shards. Raises BadInput where the work cannot begin."""
    with as_bad_input():
        read_memory(order.memory)
        release = _find_release(order, _find(order))
        _refuse_occupied(order.out)
    return release


def _find(order: Order) -> list[Shards]:
    for pattern in (order.citations, order.papers):
        if pattern and is_remote(pattern) and order.engine not in REACHING:
            raise BadInput(
                f"{pattern} is on another machine, which only --engine {' or '.join(REACHING)} "
                "reads; or copy the shards here."
            )
    if is_remote(str(order.out)):
        raise BadInput(f"--out has to be a folder, not an address: {order.out}")
    found = [find_shards("citations", order.citations)]
    if order.papers:
        found.append(find_shards("papers", order.papers))
    return found


def _find_release(order: Order, shards: Sequence[Shards]) -> str | None:
    """Return the release that the shards are of. Raises BadInput where it is not one."""
    if order.release is not None and not _is_day(order.release):
        raise BadInput(f"--release is a day such as 2026-11-24, not '{order.release}'.")
    known = {each.release.release for each in shards if each.release}
    named = known or ({order.release} if order.release else set())
    if len(named) > 1:
        raise BadInput(
            f"The shards are of different releases, {' and '.join(sorted(named))}: links would "
            "lead to papers that are not there. Bring them to one with citeweave bulk download."
        )
    if order.release and order.release not in named:
        raise BadInput(
            f"--release says {order.release}, but the shards were downloaded as release "
            f"{', '.join(named)}; leave --release out, or name other shards."
        )
    if order.is_dated and not named:
        raise BadInput(
            "Nothing beside the shards says which release they are of, and a database keeps that; "
            "name it: --release 2026-11-24."
        )
    return next(iter(named), None)


def _is_day(text: str) -> bool:
    """Return whether a text is a day of the calendar, as 2026-11-24 is."""
    try:
        return bool(_DAY.fullmatch(text)) and bool(date.fromisoformat(text))
    except ValueError:
        return False


def _refuse_useless(order: Order, wanted: Sequence[WantedKey]) -> None:
    if not order.keys and not order.wishes.whole:
        raise BadInput("Name a list (--list LIST or --db papers.db), or ask for --all.")
    if order.keys and not wanted:
        raise BadInput(
            f"{order.listed}: no paper has an identifier that dumps know it by: an arXiv id, a "
            "Semantic Scholar id or a DOI."
        )
    if wanted and not order.papers and not any(each.scheme == "corpus" for each in wanted):
        raise BadInput(
            "Without --papers, papers are found only by Semantic Scholar's corpus ids, and the "
            "list has none; name the shards of the papers dataset too."
        )


def _refuse_occupied(out: Path) -> None:
    """Raise BadInput where there is something already."""
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise BadInput(f"{out} is there already and not empty; name another folder, or remove it.")


@contextmanager
def _folder(out: Path) -> Iterator[Path]:
    """Make the folder, and one in it for what is needed on the way, which goes again."""
    _refuse_occupied(out)
    work = out / "work"
    try:
        work.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{out} cannot be written: {error}") from error
    try:
        yield work
    except BaseException as error:
        shutil.rmtree(out, ignore_errors=True)
        if isinstance(error, KeyboardInterrupt):
            raise Interrupted(
                f"Stopped by hand: {out} is removed again, since its tables are not whole."
            ) from None
        raise
    shutil.rmtree(work, ignore_errors=True)
