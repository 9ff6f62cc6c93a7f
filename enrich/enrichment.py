"""One run of `citeweave enrich`: lists in, answers fetched and stored, an outcome to tell."""

import asyncio
import re
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

from db.database import memory_database, open_database
from db.listings import Added
from db.occupancy import occupied
from db.rows import Unusable
from db.runs import ServiceUse
from db.store import Store

from . import __version__
from .errors import BadInput, Exit, Interrupted
from .http import Client, now
from .lists import ListContent
from .pace import Ledger
from .pipeline import Planned, Tally, fetch, plan
from .progress import Reporter
from .settings import Settings
from .shared_pace import SharedPace
from .sources import make_sources
from .sources.base import Options, Source

_AGE = re.compile(r"(\d+)\s*([hdw]?)")
_HOURS = {"h": 1, "d": 24, "": 24, "w": 168}


@dataclass(frozen=True)
class ListAdded:
    """What became of one list."""

    file: str
    format: str
    collection: str
    added: Added
    unusable: tuple[Unusable, ...]


@dataclass(frozen=True)
class Enrichment:
    """What a run did. `left` counts questions that are still open."""

    lists: tuple[ListAdded, ...]
    tallies: dict[str, Tally]
    uses: tuple[ServiceUse, ...]
    left: int
    exit_code: Exit


@contextmanager
def opened_store(
    settings: Settings, sources: Sequence[Source], *, create: bool = False
) -> Iterator[Store]:
    """Open the database of the settings for writing while inside."""
    database = open_database(settings.db, create=create)
    store = Store(database, settings.db, [source.info for source in sources])
    try:
        yield store
    finally:
        store.close()


def add_lists(store: Store, lists: Sequence[tuple[str, ListContent]]) -> tuple[ListAdded, ...]:
    """Store each list under the collection's name that comes with it."""
    return tuple(
        ListAdded(
            content.file,
            content.format,
            collection,
            store.add_list(collection, content.file, content.listings, content.unusable, now()),
            content.unusable,
        )
        for collection, content in lists
    )


def plan_enrichment(
    settings: Settings,
    lists: Sequence[tuple[str, ListContent]],
    options: Options,
    cutoff: str | None,
) -> list[Planned]:
    """Return what a run would ask, without asking or keeping anything."""
    sources = make_sources(settings)
    database = open_database(settings.db) if settings.db.exists() else memory_database()
    store = Store(database, settings.db, [source.info for source in sources])
    try:
        with store.rehearsal():
            add_lists(store, lists)
            return plan(store, sources, options, cutoff)
    finally:
        store.close()


def enrich(
    settings: Settings,
    lists: Sequence[tuple[str, ListContent]],
    options: Options,
    reporter: Reporter,
    *,
    cutoff: str | None = None,
    strict: bool = False,
) -> Enrichment:
    """Store the lists, fetch what is missing, and return what came of it.

    Raises Interrupted, BadInput and db.errors.DatabaseError.
    """
    sources = make_sources(settings)
    with occupied(settings.db), opened_store(settings, sources, create=True) as store:
        run = store.start_run("enrich", __version__, _told(options, lists, cutoff), now())
        try:
            added = add_lists(store, lists)
            fetched = asyncio.run(_fetch(settings, store, sources, options, reporter, run, cutoff))
        except Exception as error:
            store.finish_run(run, Exit.UNEXPECTED, f"broken off: {error}", now())
            raise
        left = _left(store, sources, options, cutoff)
        if fetched.interrupted:
            store.finish_run(run, Exit.INTERRUPTED, "interrupted", now())
            raise Interrupted(
                f"interrupted. What was answered is stored; {left} questions are still open: "
                "run the same command again to go on."
            )
        code = _exit_code(added, fetched.tallies, strict=strict)
        store.finish_run(run, code, _outcome(fetched.tallies), now())
        return Enrichment(added, fetched.tallies, fetched.uses, left, code)


@dataclass(frozen=True)
class _Fetched:
    tallies: dict[str, Tally]
    uses: tuple[ServiceUse, ...]
    interrupted: bool


async def _fetch(
    settings: Settings,
    store: Store,
    sources: Sequence[Source],
    options: Options,
    reporter: Reporter,
    run: int,
    cutoff: str | None,
) -> _Fetched:
    client = Client(
        {source.info.name: source for source in sources},
        contact=settings.contact,
        retry_scale=settings.retry_scale,
        ledgers=_ledgers(sources, reporter),
        waiting=reporter.waiting,
    )
    interruption = _Interruption(client, reporter)
    tallies: dict[str, Tally] = {}
    async with client:
        try:
            tallies = await fetch(store, sources, client, options, reporter, run=run, cutoff=cutoff)
        except asyncio.CancelledError:
            if not interruption.told:
                raise
        finally:
            store.save_use(run, client.uses())
        return _Fetched(tallies, tuple(client.uses()), interruption.told)


class _Interruption:
    """Ctrl-C, or the system's request to end: nothing new is asked, what is in hand is stored.

    A second one ends it at once.
    """

    def __init__(self, client: Client, reporter: Reporter) -> None:
        self.told = False
        self._client = client
        self._reporter = reporter
        self._task = asyncio.current_task()
        for number in (signal.SIGINT, signal.SIGTERM):
            # Windows' event loop has no such handlers; there Ctrl-C ends it at once.
            with suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(number, self._tell)

    def _tell(self) -> None:
        if self.told and self._task:
            self._task.cancel()
        self.told = True
        self._client.stop()
        self._reporter.say("Stopping when the answers in hand are stored; Ctrl-C again: at once.")


def _ledgers(sources: Sequence[Source], reporter: Reporter) -> dict[str, Ledger]:
    """Return what shares the pace with other processes; without it where there is no folder."""
    try:
        return {
            source.info.name: SharedPace(
                source.info.name,
                source.service.url,
                told=partial(
                    reporter.say, f"{source.info.name}: taking turns with another citeweave"
                ),
            )
            for source in sources
        }
    except OSError as error:
        reporter.say(f"Other citeweave processes are not seen, so run only this one ({error}).")
        return {}


def cutoff_of(age: str | None) -> str | None:
    """Return the time before which an answer is out of date, from an age such as 30d or 12h."""
    if age is None:
        return None
    match = _AGE.fullmatch(age.strip().lower())
    if not match:
        raise BadInput(f"--refresh takes an age such as 30d, 12h or 2w, not '{age}'.")
    hours = int(match[1]) * _HOURS[match[2]]
    try:
        then = datetime.now(UTC) - timedelta(hours=hours)
    except OverflowError as error:
        raise BadInput(f"--refresh {age} reaches back before the calendar.") from error
    return then.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _left(store: Store, sources: Sequence[Source], options: Options, cutoff: str | None) -> int:
    return sum(
        len(store.find_wants(source.info.name, part, cutoff))
        for source in sources
        for part in source.parts(options)
    )


def _told(
    options: Options, lists: Sequence[tuple[str, ListContent]], cutoff: str | None
) -> dict[str, object]:
    """Return what a run's row tells of how it was asked for."""
    return {
        **asdict(options),
        "lists": [content.file for _, content in lists],
        "refresh_before": cutoff,
    }


def _exit_code(added: Sequence[ListAdded], tallies: dict[str, Tally], *, strict: bool) -> Exit:
    if any(tally.stopped for tally in tallies.values()):
        return Exit.GAVE_UP
    partial = any(tally.failed or (strict and tally.absent) for tally in tallies.values())
    return Exit.PARTIAL if partial or any(each.unusable for each in added) else Exit.OK


def _outcome(tallies: dict[str, Tally]) -> str:
    stopped = [f"{name} stopped: {t.stopped}" for name, t in tallies.items() if t.stopped]
    failed = sum(tally.failed for tally in tallies.values())
    return "; ".join(stopped) or (f"finished, {failed} questions failed" if failed else "finished")
