"""Sharing out the work: halves and pages at full width, and an end that loses nothing in hand."""

import asyncio
import gc
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from db.rows import Absent, Answer, Failed, Key, Links, Missing, Want
from enrich.errors import Refused, TooHeavy
from enrich.pace import Stopped
from enrich.pipeline import Tally, _SourceFetch, fetch
from enrich.progress import Quiet
from enrich.settings import load_settings
from enrich.sources import make_sources
from enrich.sources.base import Options

S2 = make_sources(load_settings(environment={}, files=[]))[1]


class Notes:
    """A store that wants records of some papers, and notes what is saved and failed."""

    def __init__(self, papers: int) -> None:
        self.wants = [Want(Key("corpus", str(n)), 3000) for n in range(papers)]
        self.saved: list[object] = []
        self.failed: list[tuple[str, str]] = []

    def find_wants(self, source, part, cutoff):
        return self.wants if part.name == "record" else []

    def save(self, answer, outcomes, run):
        self.saved += outcomes

    def fail(self, source, part, wants, reason, at):
        self.failed += [(want.key.value, reason) for want in wants]


class Desk:
    """A client that answers with what `reply` makes of a request, and counts who asks at once."""

    def __init__(self, reply) -> None:
        self.reply = reply
        self.open = self.most_open = self.sent = 0
        self.stopped: list[str | None] = []

    async def send(self, request, *, suspected=False):
        self.sent += 1
        number = self.sent
        self.open += 1
        self.most_open = max(self.open, self.most_open)
        try:
            await asyncio.sleep(0.01)
            outcomes = self.reply(request, number)
            if asyncio.iscoroutine(outcomes):
                outcomes = await outcomes
        finally:
            self.open -= 1
        return Answer(request, 200, b"", "", ""), outcomes

    def stop(self, source=None):
        self.stopped.append(source)


def run(store: Notes, desk: Desk) -> Tally:
    async def work():
        asks = [(S2, S2.parts(Options()))]
        return await fetch(store, asks, desk, Options(), Quiet(), run=None)

    return asyncio.run(work())["s2"]


def absent(request, number=0):
    return [Absent(want.key, "no") for want in request.wants]


def test_halves_are_asked_at_full_width_and_one_bad_paper_fails_alone():
    def reply(request, number):
        if any(want.key.value == "77" for want in request.wants):
            raise TooHeavy("s2", "Semantic Scholar: spoiled", "spoiled")
        return absent(request)

    store, desk = Notes(500), Desk(reply)
    tally = run(store, desk)
    assert store.failed == [("77", "spoiled")]
    assert (tally.absent, tally.failed, tally.stopped) == (499, 1, None)
    assert desk.sent <= 1 + 2 * 9
    assert desk.most_open > 1


def test_pages_follow_and_say_what_they_are_about():
    seen = []

    def reply(request, number):
        seen.extend(request.wants)
        return [
            Links(want.key, "references", offset=want.offset, resume_at=want.offset + 1000)
            if want.offset < 2000
            else Links(want.key, "references", offset=want.offset)
            for want in request.wants
        ]

    store, desk = Notes(2), Desk(reply)
    run(store, desk)
    assert sorted((want.key.value, want.offset) for want in seen) == [
        (paper, offset) for paper in "01" for offset in (0, 1000, 2000)
    ]
    assert all(want.expected == 3000 for want in seen)
    assert desk.most_open == 2


def test_a_failed_outcome_is_counted():
    def reply(request, number):
        return [Failed(want.key, "odd") for want in request.wants]

    assert run(Notes(3), Desk(reply)).failed == 3


def test_what_every_answer_leaves_out_is_asked_twice_and_then_fails():
    def reply(request, number):
        assert number <= 2, "asked for ever"
        return [Missing(want.key) for want in request.wants]

    store = Notes(3)
    assert run(store, Desk(reply)).failed == 3
    assert {reason for _, reason in store.failed} == {"the answers leave it out again and again"}


@pytest.mark.parametrize("error", [Refused("s2", "Forbidden. Get a key.", "Forbidden"), Stopped()])
def test_an_end_lets_what_is_open_be_answered_and_asks_nothing_more(error):
    async def late(request):
        await asyncio.sleep(0.05)
        return absent(request)

    def reply(request, number):
        if number == 2:
            raise error
        return late(request)

    store, desk = Notes(2000), Desk(reply)
    tally = run(store, desk)
    assert (desk.sent, len(store.saved)) == (3, 1000)
    refused = isinstance(error, Refused)
    assert tally.stopped == (str(error) if refused else None)
    assert desk.stopped == (["s2"] if refused else [])
    assert {reason for _, reason in store.failed} == ({"Forbidden"} if refused else set())


def test_a_write_that_fails_while_its_run_is_cancelled_is_not_told_twice(caplog):
    class Cancelled:
        _writer = ThreadPoolExecutor(1)

    def fail() -> None:
        time.sleep(0.1)
        raise OSError("disk full")

    async def run() -> None:
        writing = asyncio.create_task(_SourceFetch._write(Cancelled, fail))
        await asyncio.sleep(0.02)
        writing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writing

    asyncio.run(run())
    gc.collect()
    assert caplog.records == []
