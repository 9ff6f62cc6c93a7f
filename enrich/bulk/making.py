"""One run of `citeweave bulk`: shards and a list in, tables out."""

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from db.bulk.engine import ENGINES, REACHING, is_remote, open_engine, read_memory
from db.bulk.extraction import WantedKey, Wishes, extract, found_positions
from db.bulk.manifest import Manifest, describe, save_manifest
from db.bulk.release import is_release
from db.bulk.shards import Shards, find_shards
from db.listings import by_strongest_key, keys_of
from db.rows import Key, Listing

from ..errors import BadInput, Interrupted
from ..lists import ListContent
from .bad_input import as_bad_input
from .telling import Steps

_USABLE = ("arxiv", "corpus", "s2", "doi")


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


@dataclass(frozen=True)
class Prepared:
    """What is known before the work begins: bytes of memory, shards by dataset, their release."""

    memory: int
    citations: Shards
    papers: Shards | None
    release: str | None

    @property
    def shards(self) -> tuple[Shards, ...]:
        """Those of both datasets."""
        return (self.citations, self.papers) if self.papers else (self.citations,)


def prepare(order: Order) -> Prepared:
    """Look at all that the work needs but the list. Raises BadInput where it cannot begin."""
    with as_bad_input():
        memory = read_memory(order.memory)
        citations, papers = _find(order)
    _refuse_occupied(order.out)
    return Prepared(memory, citations, papers, _find_release(order, citations, papers))


def make_from_list(order: Order, content: ListContent | None, tell: Steps) -> Manifest:
    """Make the tables for the papers of a list, or of the whole graph alone where there is none.

    Raises BadInput.
    """
    prepared = prepare(order)
    if content is None:
        return make_tables(order, prepared, tell)
    papers, _, _ = by_strongest_key(content.listings)
    keys = tuple(_usable_keys(listing) for listing in papers.values())
    return make_tables(replace(order, listed=content.file, keys=keys), prepared, tell)


def make_tables(order: Order, prepared: Prepared, tell: Steps) -> Manifest:
    """Write the tables and return their manifest; `tell` is told what is being done.

    Raises BadInput.
    """
    wanted = [
        WantedKey(position, place, *key)
        for position, keys in enumerate(order.keys)
        for place, key in enumerate(keys)
    ]
    _refuse_useless(order, wanted)
    with as_bad_input(), _folder(order.out) as work:
        return _work(order, prepared, wanted, work, tell)


def _work(
    order: Order, prepared: Prepared, wanted: Sequence[WantedKey], work: Path, tell: Steps
) -> Manifest:
    shards, wishes, out = prepared.shards, order.wishes, order.out
    for each in shards:
        if each.left_out:
            tell(f"Note: {each.left_out} files of the {each.dataset} release are left out.")
    tell(f"Starting {order.engine}")
    size = sum(each.size for each in shards)
    engine = open_engine(order.engine, prepared.memory, work, master=order.master, size=size)
    try:
        with tell.measured_by(engine.share):
            found = extract(
                engine, prepared.citations, prepared.papers, wanted, wishes, out, work, tell
            )
        placed = found_positions(engine) if "listed" in found.tables else set[int]()
    finally:
        engine.close()
    absent = [
        str(keys[0]) for position, keys in enumerate(order.keys) if keys and position not in placed
    ]
    tell("Writing down what was made")
    name = f"{engine.name} {engine.version}"
    unnamed = sum(not keys for keys in order.keys)
    counts = (len(order.keys), absent, unnamed)
    manifest = describe(name, order.listed, *counts, prepared.release, shards, wishes, found, out)
    save_manifest(out, manifest)
    return manifest


def _find(order: Order) -> tuple[Shards, Shards | None]:
    for pattern in (order.citations, order.papers):
        if pattern and is_remote(pattern) and order.engine not in REACHING:
            raise BadInput(
                f"{pattern} is on another machine, which only --engine {' or '.join(REACHING)} "
                "reads; or copy the shards here."
            )
    if is_remote(str(order.out)):
        raise BadInput(f"--out has to be a folder, not an address: {order.out}")
    papers = find_shards("papers", order.papers) if order.papers else None
    return find_shards("citations", order.citations), papers


def _find_release(order: Order, *shards: Shards | None) -> str | None:
    """Return the release that the shards are of. Raises BadInput where it is not one."""
    if order.release is not None and not is_release(order.release):
        raise BadInput(f"--release is a day such as 2026-11-24, not '{order.release}'.")
    known = {each.release.release for each in shards if each and each.release}
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
