"""One run of `citeweave enrich`: lists in, answers fetched and stored, an outcome to tell."""

import asyncio
import functools
import operator
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

from db.coverage import count_listed
from db.database import memory_database, open_database
from db.fetches import Part
from db.occupancy import occupied
from db.rows import Answer, Outcome, Want
from db.runs import ServiceUse, SourceInfo
from db.store import Store
from db.wording import counted

from . import __version__
from .added_lists import ListAdded, add_lists
from .asking import Asked, ask
from .client import Client
from .clock import now
from .errors import BadInput, Exit, Interrupted
from .lists import ListContent
from .pipeline import Ask, Planned, Tally, fetch, plan
from .progress import Reporter
from .resolving import Resolver
from .settings import Settings
from .sources import make_archives, make_sources
from .sources.base import Options, Source, read_again

_AGE = re.compile(r"(\d+)\s*([hdw])")
_HOURS = {"h": 1, "d": 24, "w": 168}


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
    connection = open_database(settings.db, create=create)
    store = Store(connection, settings.db, partial(_read, (*sources, *make_archives(settings))))
    try:
        introduce(store, sources)
        yield store
    finally:
        store.close()


def _read(sources: Sequence[Source], answer: Answer) -> list[Outcome]:
    """Return what a stored answer of one of the sources says."""
    (source,) = (each for each in sources if each.info.name == answer.request.source)
    return read_again(source, answer)


def introduce(store: Store, sources: Sequence[Source]) -> None:
    """Make the sources known to a store, with what they can be asked."""
    searches = [(source.info.name, part.name) for source in sources for part in source.searches()]
    store.introduce(_schemes(sources), searches)


def _schemes(sources: Sequence[Source]) -> dict[SourceInfo, set[str]]:
    """Return by which identifiers each source can be asked, before it has found anything."""
    return {
        source.info: {
            scheme
            for part in source.parts(Options())
            if part.needs is None
            for scheme in part.schemes
        }
        for source in sources
    }


@dataclass(frozen=True)
class Rehearsal:
    """What a run would do. `unresolved` papers have no identifier to ask by.

    `sought` of these are looked for.
    """

    lists: tuple[ListAdded, ...]
    planned: tuple[Planned, ...]
    unresolved: int
    sought: int
    titles: dict[str, str]
    """The sources' full names by their short ones."""


def plan_enrichment(
    settings: Settings,
    lists: Sequence[tuple[str, ListContent]],
    options: Options,
    cutoff: str | None,
) -> Rehearsal:
    """Return what a run would ask, without asking or keeping anything."""
    sources = make_sources(settings)
    connection = open_database(settings.db) if settings.db.exists() else memory_database()
    readers = (*sources, *make_archives(settings))
    store = Store(connection, settings.db, partial(_read, readers))
    try:
        with store.rehearsal():
            introduce(store, sources)
            added = add_lists(store, lists)
            planned = _plan(store, sources, options, cutoff)
            unresolved = count_listed(connection).unresolved
            sought = len(Resolver(store, sources).find_open(cutoff)) if options.resolve else 0
            titles = {source.info.name: source.info.title for source in sources}
            return Rehearsal(added, tuple(planned), unresolved, sought, titles)
    finally:
        store.close()


def _plan(
    store: Store, sources: Sequence[Source], options: Options, cutoff: str | None
) -> list[Planned]:
    """Return what each source would be asked, its searches before everything else."""
    planned = plan(store, sources, options, cutoff) if options.fetch else []
    searches = Resolver(store, sources).plan(cutoff) if options.resolve else []
    names = dict.fromkeys(each.source for each in (*planned, *searches))
    return [
        functools.reduce(
            operator.add, (each for each in (*searches, *planned) if each.source == name)
        )
        for name in names
    ]


def enrich(
    settings: Settings,
    lists: Sequence[tuple[str, ListContent]],
    options: Options,
    reporter: Reporter,
    *,
    cutoff: str | None = None,
    strict: bool = False,
    offline: bool = False,
) -> Enrichment:
    """Store the lists, fetch what is missing unless offline, and return what came of it.

    Raises Interrupted, BadInput and db.errors.DatabaseError.
    """
    sources = make_sources(settings)
    with occupied(settings.db), opened_store(settings, sources, create=True) as store:
        run = store.start_run(
            "enrich" if options.fetch else "resolve",
            __version__,
            _told(options, lists, cutoff),
            now(),
        )
        try:
            added = add_lists(store, lists)
            if offline:
                fetched = Asked({}, (), interrupted=False)
            else:
                _expect(reporter, sources, _plan(store, sources, options, cutoff))
                work = partial(_work, store, sources, options, reporter, run, cutoff)
                fetched = asyncio.run(ask(settings, store, sources, reporter, run, work))
        except Exception as error:
            store.finish_run(run, Exit.UNEXPECTED, f"broken off: {error}", now())
            raise
        left = count_open(
            lambda name, part: store.find_wants(name, part, cutoff), asks(sources, options)
        )
        if fetched.interrupted:
            store.finish_run(run, Exit.INTERRUPTED, "interrupted", now())
            raise Interrupted(
                f"interrupted. What was answered is stored; {counted(left, 'question')} "
                f"{'is' if left == 1 else 'are'} still open: "
                "run the same command again to go on."
            )
        code = _exit_code(added, fetched.tallies, strict=strict)
        store.finish_run(run, code, _outcome(fetched.tallies), now())
        return Enrichment(added, fetched.tallies, fetched.uses, left, code)


def cutoff_of(age: str | None) -> str | None:
    """Return the time before which an answer is out of date, from an age such as 30d or 12h."""
    if age is None:
        return None
    match = _AGE.fullmatch(age.strip().lower())
    if not match:
        raise BadInput(
            f"--refresh takes a number with its unit, 30d (days), 12h (hours) or 2w (weeks), "
            f"not '{age}'."
        )
    hours = int(match[1]) * _HOURS[match[2]]
    try:
        then = datetime.now(UTC) - timedelta(hours=hours)
    except OverflowError as error:
        raise BadInput(f"--refresh {age} reaches back before the calendar.") from error
    return then.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def parts_asked(settings: Settings, options: Options) -> list[tuple[str, str]]:
    """Return (source, part) of all that a run asks, in its order."""
    return [
        (source.info.name, part.name)
        for source in make_sources(settings)
        for part in source.parts(options)
    ]


def count_open(find: Callable[[str, Part], Sequence[Want]], asks: Sequence[Ask]) -> int:
    """Count the questions that can be asked now; `find` gives those of a source's part."""
    return sum(len(find(source.info.name, part)) for source, parts in asks for part in parts)


def asks(sources: Sequence[Source], options: Options) -> list[Ask]:
    """Return all that a run asks of each source."""
    return [
        (
            source,
            [
                *(source.searches() if options.resolve else ()),
                *(source.parts(options) if options.fetch else ()),
            ],
        )
        for source in sources
    ]


async def _work(
    store: Store,
    sources: Sequence[Source],
    options: Options,
    reporter: Reporter,
    run: int,
    cutoff: str | None,
    client: Client,
) -> dict[str, Tally]:
    """Find papers without identifier first, so that they are fetched with the others."""
    tallies: dict[str, Tally] = {source.info.name: Tally() for source in sources}
    resolver = Resolver(store, sources)
    if options.resolve:
        sought = await resolver.seek(client, options, reporter, run=run, cutoff=cutoff)
        tallies |= sought
    if options.fetch:
        parts = [(source, source.parts(options)) for source in sources]
        fetching = partial(fetch, store, parts, client, options, reporter, run=run, cutoff=cutoff)
        tallies = _sum(tallies, await fetching())
        if options.resolve and store.are_mixed():
            # A source has learned that two listed papers were given one and the same.
            resolver.judge()
            tallies = _sum(tallies, await fetching())
    return tallies


def _sum(before: dict[str, Tally], more: dict[str, Tally]) -> dict[str, Tally]:
    return before | {name: before[name] + tally for name, tally in more.items()}


def _expect(reporter: Reporter, sources: Sequence[Source], planned: Sequence[Planned]) -> None:
    intervals = {source.info.name: source.service.interval for source in sources}
    for each in planned:
        reporter.expect(each.source, each.parts, intervals[each.source])


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
    return "; ".join(stopped) or (
        f"finished, {counted(failed, 'question')} failed" if failed else "finished"
    )
