"""One run of `citeweave bulk` with a database, which gives the list and gets what is found."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from db.bulk.manifest import Manifest
from db.bulk.tables import Tables
from db.occupancy import occupied
from db.rows import Key
from db.store import Store

from .. import __version__
from ..added_lists import ListAdded, add_lists
from ..clock import now
from ..enrichment import opened_store
from ..errors import BadInput, Exit
from ..lists import ListContent
from ..settings import Settings
from ..sources import make_archives, make_sources
from ..sources import s2_datasets as datasets
from .bad_input import as_bad_input
from .making import Order, make_tables, prepare
from .storing import Stored, store_tables
from .telling import Steps


def make_with_database(
    order: Order,
    settings: Settings,
    lists: Sequence[tuple[str, ListContent]],
    tell: Steps,
    tell_lists: Callable[[Sequence[ListAdded]], None] = lambda lists: None,
) -> tuple[Manifest, Stored]:
    """Make the tables for the listed papers of a database, and put into it what they say.

    Lists are added to it first, each under its collection's name; `tell_lists` is told what
    became of them. Raises BadInput and db.errors.DatabaseError.
    """
    order = replace(order, is_dated=True)
    # Before anything is written, so that a slip of the hand leaves no database behind.
    prepared = prepare(order)
    sources = make_sources(settings)
    with occupied(settings.db), opened_store(settings, sources, create=bool(lists)) as store:
        for archive in make_archives(settings):
            store.introduce({archive.info: ()})
        _refuse_earlier(prepared.release or "", store)
        run = store.start_run("bulk", __version__, _told(order, lists), now())
        try:
            tell_lists(add_lists(store, lists))
            keys = tuple(store.load_listed_keys())
            order = replace(order, listed=str(settings.db), keys=keys)
            manifest = make_tables(order, prepared, tell)
            stored = _store(store, settings, order, keys, run, tell)
        except BaseException as error:
            code = getattr(error, "exit_code", Exit.UNEXPECTED)
            store.finish_run(run, code, f"broken off: {error}", now())
            raise
        store.finish_run(run, Exit.OK, "finished", now())
    return manifest, stored


def _store(
    store: Store,
    settings: Settings,
    order: Order,
    keys: tuple[tuple[Key, ...], ...],
    run: int,
    tell: Callable[[str], None],
) -> Stored:
    (archive,) = make_archives(settings)
    with as_bad_input():
        tables = Tables(order.out)
        try:
            return store_tables(store, archive, tables, keys, run, tell)
        finally:
            tables.close()


def _refuse_earlier(release: str, store: Store) -> None:
    """Raise BadInput where the database has a later release, whose place this one would take."""
    readings = store.load_requests(datasets.NAME, datasets.RELEASE)
    known = max(map(datasets.release_read, readings), default="")
    if release < known:
        raise BadInput(
            f"The database has release {known} already, and {release} is an earlier one; its word "
            "would take the place of the later. Name another database."
        )


def _told(order: Order, lists: Sequence[tuple[str, ListContent]]) -> dict[str, object]:
    """Return what the run's row tells of how it was asked for."""
    return {
        "citations": order.citations,
        "papers": order.papers,
        "out": str(order.out),
        "engine": order.engine,
        "release": order.release,
        "lists": [content.file for _, content in lists],
    }
