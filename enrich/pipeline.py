"""From what is wanted to what is stored: plan, send, judge, store, until nothing is wanted.

The database is the state. Every part of every source asks it what is still wanted, so a
run that was broken off goes on where it ended, and a second run asks nothing.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeVar

from db.fetches import Part
from db.rows import Absent, Answer, Failed, Links, Outcome, Want
from db.store import Store

from .errors import ServiceError, TooHeavy
from .http import Client, now
from .pace import Stopped
from .progress import Reporter
from .sources.base import Options, Source

T = TypeVar("T")


class _Batch(NamedTuple):
    """Wants that share a request; `suspected` when they come of one that was too heavy."""

    wants: tuple[Want, ...]
    suspected: bool = False


@dataclass
class Tally:
    """What a run got from one source. Counts papers, over all parts."""

    answered: int = 0
    absent: int = 0
    failed: int = 0
    stopped: str | None = None
    """Why the source's part ended early."""


@dataclass(frozen=True)
class Planned:
    """What a source would be asked. `exact` is False where counts are not known yet."""

    source: str
    requests: int
    seconds: float
    exact: bool
    parts: dict[str, int] = field(default_factory=dict)


def plan(
    store: Store, sources: Sequence[Source], options: Options, cutoff: str | None
) -> list[Planned]:
    """Return what a run would ask each source, without asking."""
    return [_plan_source(store, source, options, cutoff) for source in sources]


def _plan_source(store: Store, source: Source, options: Options, cutoff: str | None) -> Planned:
    requests: dict[str, int] = {}
    exact = True
    coming = 0
    for part in source.parts(options):
        wants = store.find_wants(source.info.name, part, cutoff)
        count = len(source.plan(part, wants))
        if part.needs and coming and not part.paged:
            # Papers that the record part will find first; their counts are not known yet.
            count += source.estimate(part, coming)
            exact = False
        elif not part.needs:
            coming += len(wants)
        requests[part.name] = requests.get(part.name, 0) + count
    total = sum(requests.values())
    return Planned(source.info.name, total, total * source.service.interval, exact, requests)


async def fetch(
    store: Store,
    sources: Sequence[Source],
    client: Client,
    options: Options,
    reporter: Reporter,
    *,
    run: int | None,
    cutoff: str | None = None,
) -> dict[str, Tally]:
    """Ask every source for what is wanted of it, side by side, and store each answer.

    A source that refuses or gives up ends its own part only.
    """
    with ThreadPoolExecutor(1, thread_name_prefix="writer") as writer:
        fetches = [
            _SourceFetch(store, source, client, options, reporter, writer, run, cutoff)
            for source in sources
        ]
        try:
            async with asyncio.TaskGroup() as group:
                for each in fetches:
                    group.create_task(each.fetch())
        except BaseExceptionGroup as group_of_errors:
            raise _first(group_of_errors) from None
    return {each.source.info.name: each.tally for each in fetches}


class _SourceFetch:
    """One source's part of a run."""

    def __init__(
        self,
        store: Store,
        source: Source,
        client: Client,
        options: Options,
        reporter: Reporter,
        writer: ThreadPoolExecutor,
        run: int | None,
        cutoff: str | None,
    ) -> None:
        self.source = source
        self.tally = Tally()
        self._store = store
        self._client = client
        self._options = options
        self._reporter = reporter
        self._writer = writer
        self._run = run
        self._cutoff = cutoff
        self._name = source.info.name
        self._over = False

    async def fetch(self) -> None:
        for part in self.source.parts(self._options):
            if not self._over:
                await self._fetch_part(part)

    async def _fetch_part(self, part: Part) -> None:
        wants = await self._write(lambda: self._store.find_wants(self._name, part, self._cutoff))
        queue: asyncio.Queue[_Batch] = asyncio.Queue()
        self._add(queue, part, [_Batch(wants) for wants in self.source.plan(part, wants)])
        async with asyncio.TaskGroup() as group:
            workers = [
                group.create_task(self._work(part, queue))
                for _ in range(self.source.service.concurrency)
            ]
            await queue.join()
            for worker in workers:
                worker.cancel()

    def _add(self, queue: asyncio.Queue[_Batch], part: Part, batches: Sequence[_Batch]) -> None:
        if batches:
            self._reporter.plan(self._name, part.name, len(batches), self.source.service.interval)
        for batch in batches:
            queue.put_nowait(batch)

    async def _work(self, part: Part, queue: asyncio.Queue[_Batch]) -> None:
        """Ask what is in the queue, halves and pages that come of it too, until cancelled."""
        while True:
            batch = await queue.get()
            try:
                if not self._over:
                    self._add(queue, part, await self._ask(part, batch))
            finally:
                queue.task_done()

    async def _ask(self, part: Part, batch: _Batch) -> list[_Batch]:
        """Ask for a batch and store what comes; return what has to be asked because of it."""
        request = self.source.request(part, batch.wants, self._options)
        try:
            answer, outcomes = await self._client.send(request, suspected=batch.suspected)
        except Stopped:
            self._over = True
            return []
        except TooHeavy as error:
            following = await self._split(part, batch.wants, error.reason)
        except ServiceError as error:
            await self._end(part, batch.wants, error)
            return []
        else:
            following = await self._keep(answer, outcomes)
        self._reporter.sent(self._name, part.name)
        return following

    async def _keep(self, answer: Answer, outcomes: list[Outcome]) -> list[_Batch]:
        """Store an answer; return the pages that come next."""
        await self._write(lambda: self._store.save(answer, outcomes, self._run))
        absent = sum(isinstance(outcome, Absent) for outcome in outcomes)
        failed = sum(isinstance(outcome, Failed) for outcome in outcomes)
        self.tally.absent += absent
        self.tally.failed += failed
        self.tally.answered += len(outcomes) - absent - failed
        wants = {want.key: want for want in answer.request.wants}
        return [
            _Batch((replace(wants[page.key], offset=page.resume_at),))
            for page in outcomes
            if isinstance(page, Links) and page.resume_at is not None
        ]

    async def _end(self, part: Part, wants: Sequence[Want], error: ServiceError) -> None:
        """End this source's part; the requests that are open still get their answers."""
        if not self._over:
            self._over = True
            self.tally.stopped = str(error)
            self._reporter.say(self.tally.stopped)
            self._client.stop(self._name)
        await self._fail(part, wants, error.reason)

    async def _split(self, part: Part, wants: tuple[Want, ...], reason: str) -> list[_Batch]:
        """Return the halves of a request that was too heavy, or note that its one paper failed."""
        if len(wants) == 1:
            await self._fail(part, wants, reason)
            return []
        middle = len(wants) // 2
        return [_Batch(wants[:middle], True), _Batch(wants[middle:], True)]

    async def _fail(self, part: Part, wants: Sequence[Want], reason: str) -> None:
        self.tally.failed += len(wants)
        await self._write(lambda: self._store.fail(self._name, part.name, wants, reason, now()))

    async def _write(self, work: Callable[[], T]) -> T:
        """Run work in the one thread that touches the database, to its end even if cancelled."""
        job = asyncio.get_running_loop().run_in_executor(self._writer, work)
        try:
            return await asyncio.shield(job)
        except asyncio.CancelledError:
            await asyncio.wait([job])
            raise


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the first error in a group of groups."""
    error = group.exceptions[0]
    return _first(error) if isinstance(error, BaseExceptionGroup) else error
