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
from db.rows import Absent, Answer, Failed, Links, Missing, Outcome, Want
from db.store import Store

from .client import Client
from .clock import now
from .errors import ServiceError, TooHeavy
from .pace import Stopped
from .progress import Reporter
from .sources.base import Options, Source

T = TypeVar("T")

_Batch = tuple[Want, ...]
"""Wants that share a request."""


class _Fault(NamedTuple):
    """Why a batch was not answered. No error: its traceback would hold the answer."""

    reason: str
    may_pass: bool


@dataclass
class Tally:
    """What a run got from one source. Counts papers, over all parts."""

    answered: int = 0
    absent: int = 0
    failed: int = 0
    stopped: str | None = None
    """Why the source's part ended early."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.answered + other.answered,
            self.absent + other.absent,
            self.failed + other.failed,
            self.stopped or other.stopped,
        )


@dataclass(frozen=True)
class Planned:
    """What a source would be asked. `exact` is False where counts are not known yet."""

    source: str
    requests: int
    seconds: float
    exact: bool
    parts: dict[str, int] = field(default_factory=dict)

    def __add__(self, other: "Planned") -> "Planned":
        return Planned(
            self.source,
            self.requests + other.requests,
            self.seconds + other.seconds,
            self.exact and other.exact,
            self.parts | other.parts,
        )


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


Ask = tuple[Source, Sequence[Part]]
"""A source with what it is asked, in this order."""


async def fetch(
    store: Store,
    asks: Sequence[Ask],
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
            _SourceFetch(store, source, parts, client, options, reporter, writer, run, cutoff)
            for source, parts in asks
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
        parts: Sequence[Part],
        client: Client,
        options: Options,
        reporter: Reporter,
        writer: ThreadPoolExecutor,
        run: int | None,
        cutoff: str | None,
    ) -> None:
        self.source = source
        self.tally = Tally()
        self._parts = parts
        self._store = store
        self._client = client
        self._options = options
        self._reporter = reporter
        self._writer = writer
        self._run = run
        self._cutoff = cutoff
        self._name = source.info.name
        self._over = False
        self._missing: list[Want] = []
        self._queue: asyncio.Queue[_Batch] = asyncio.Queue()

    async def fetch(self) -> None:
        for part in self._parts:
            if not self._over:
                await self._fetch_part(part)

    async def _fetch_part(self, part: Part) -> None:
        wants = await self._write(lambda: self._store.find_wants(self._name, part, self._cutoff))
        while wants and not self._over:
            self._missing = []
            await self._ask_all(part, self.source.plan(part, wants))
            if all(want.missed for want in wants) and len(self._missing) >= len(wants):
                await self._fail(part, self._missing, "the answers leave it out again and again")
                return
            wants = [replace(want, missed=True) for want in self._missing]

    async def _ask_all(self, part: Part, batches: Sequence[_Batch]) -> None:
        """Ask for the batches and for all that comes of them, a few at a time."""
        self._add(part, batches)
        async with asyncio.TaskGroup() as group:
            workers = [
                group.create_task(self._work(part)) for _ in range(self.source.service.concurrency)
            ]
            await self._queue.join()
            for worker in workers:
                worker.cancel()

    def _add(self, part: Part, batches: Sequence[_Batch]) -> None:
        self._plan(part, len(batches))
        for batch in batches:
            self._queue.put_nowait(batch)

    def _plan(self, part: Part, requests: int) -> None:
        if requests:
            self._reporter.plan(self._name, part.name, requests, self.source.service.interval)

    async def _work(self, part: Part) -> None:
        """Ask what is in the queue, pages that come of it too, until cancelled."""
        while True:
            batch = await self._queue.get()
            try:
                if fault := await self._ask(part, batch):
                    await self._halve(part, batch, fault)
            finally:
                self._queue.task_done()

    async def _ask(self, part: Part, batch: _Batch, *, suspected: bool = False) -> _Fault | None:
        """Ask for a batch and store what comes, or return why it has to be asked in halves."""
        if self._over:
            return None
        request = self.source.request(part, batch, self._options)
        try:
            answer, outcomes = await self._client.send(request, suspected=suspected)
        except Stopped:
            self._over = True
            return None
        except TooHeavy as error:
            self._reporter.sent(self._name, part.name)
            return _Fault(error.reason, error.may_pass)
        except ServiceError as error:
            await self._end(part, batch, error)
            return None
        self._add(part, await self._keep(answer, outcomes))
        self._reporter.sent(self._name, part.name)
        return None

    async def _halve(self, part: Part, batch: _Batch, fault: _Fault) -> None:
        """Ask for the halves of a batch, and theirs, until the paper at fault stands alone.

        A half that is answered shows that the service works, so that the other half is at
        fault. Where neither is, it may have been the service: both are asked once more.
        """
        if len(batch) == 1:
            await self._fail(part, batch, fault.reason)
            return
        middle = len(batch) // 2
        halves = batch[:middle], batch[middle:]
        faults = await self._ask_each(part, halves)
        if all(each and each.may_pass for each in faults):
            faults = await self._ask_each(part, halves)
        if self._over:
            return
        async with asyncio.TaskGroup() as group:
            for half, each in zip(halves, faults, strict=True):
                if each:
                    group.create_task(self._halve(part, half, each))

    async def _ask_each(self, part: Part, batches: Sequence[_Batch]) -> list[_Fault | None]:
        self._plan(part, len(batches))
        async with asyncio.TaskGroup() as group:
            asked = [group.create_task(self._ask(part, batch, suspected=True)) for batch in batches]
        return [each.result() for each in asked]

    async def _keep(self, answer: Answer, outcomes: list[Outcome]) -> list[_Batch]:
        """Store an answer; return the pages that come next."""
        await self._write(lambda: self._store.save(answer, outcomes, self._run))
        absent = sum(isinstance(outcome, Absent) for outcome in outcomes)
        failed = sum(isinstance(outcome, Failed) for outcome in outcomes)
        self.tally.absent += absent
        self.tally.failed += failed
        wants = {want.key: want for want in answer.request.wants}
        missing = [wants[each.key] for each in outcomes if isinstance(each, Missing)]
        self._missing += missing
        self.tally.answered += len(wants) - absent - failed - len(missing)
        return [
            (replace(wants[page.key], offset=page.resume_at),)
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
            # Looked at, or asyncio would print it: what ended the run is told already.
            job.exception()
            raise


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Return the first error in a group of groups."""
    error = group.exceptions[0]
    return _first(error) if isinstance(error, BaseExceptionGroup) else error
