"""What a person sees of a fetch: the whole way to go, the pace that it really has, waits."""

import io
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import pytest
from rich.console import Console

from db.wording import counted, shortened
from enrich.enrichment import enrich
from enrich.lists import read_list
from enrich.progress import Bars, Count, Lines, Quiet
from enrich.sandbox import Sandbox, WorldOptions, make_world
from enrich.sources.base import Options


class Clock:
    """Time that passes when told."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(time, "monotonic", made)
    return made


def test_what_is_to_come_is_on_the_way_to_go(clock: Clock) -> None:
    count = Count()
    count.expect({"record": 2, "references": 10, "citations": 30}, 1.0)
    count.plan("record", 2, 1.0)
    assert (count.total, count.seconds_left) == (42, 42)
    count.sent("record")
    count.sent("record")
    count.plan("references", 4, 1.0)  # fewer than expected
    assert (count.total, count.seconds_left) == (36, 34)
    count.plan("references", 3, 1.0)  # further pages
    assert count.total == 39


def test_the_time_to_go_follows_the_pace_that_a_refusing_service_leaves(clock: Clock) -> None:
    count = Count()
    count.plan("record", 12, 1.0)
    clock.now += 20
    count.sent("record")
    count.sent("record")
    assert count.seconds_left == 10 * 10


def test_a_wait_counts_down(clock: Clock) -> None:
    count = Count()
    count.plan("record", 1, 1.0)
    count.waiting("HTTP 429", 30)
    assert count.note == "waiting 30 s: HTTP 429"
    clock.now += 12
    assert count.note == "waiting 18 s: HTTP 429"
    clock.now += 20
    assert count.note == "record"


def test_a_log_has_a_refusal_once_and_then_a_line_now_and_then(clock: Clock) -> None:
    written = io.StringIO()
    lines = Lines(Console(file=written, width=200))
    lines.plan("s2", "record", 5, 1.0)
    for _ in range(12):
        lines.waiting("s2", "HTTP 429: Too Many Requests", 2)
        clock.now += 2
    assert written.getvalue().splitlines() == [
        "s2: HTTP 429: Too Many Requests; waiting 2 s",
        "s2: asked to wait (6 times so far), 2 s now",
        "s2: asked to wait (11 times so far), 2 s now",
    ]
    lines.waiting("s2", "HTTP 503", 2)
    assert "HTTP 503" in written.getvalue().splitlines()[-1]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows' terminals show no ^C")
def test_the_terminal_writes_no_control_signs_into_the_bars(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import pty
    import termios

    _, place = pty.openpty()
    with open(place, encoding="utf-8") as terminal:  # noqa: PTH123
        monkeypatch.setattr(sys, "stdin", terminal)
        assert termios.tcgetattr(place)[3] & termios.ECHOCTL
        with Bars(Console(file=io.StringIO(), force_terminal=True, width=80)) as bars:
            bars.expect("s2", {"record": 3}, 1.0)
            bars.plan("s2", "record", 3, 1.0)
            assert not termios.tcgetattr(place)[3] & termios.ECHOCTL
        assert termios.tcgetattr(place)[3] & termios.ECHOCTL


def test_counts_and_long_texts() -> None:
    assert [counted(n, "paper") for n in (0, 1, 2260)] == ["0 papers", "1 paper", "2,260 papers"]
    assert shortened("a  b\nc", 5) == "a b c"
    assert shortened("abcdef", 4) == "abc…"


def test_a_run_tells_at_its_start_what_all_its_parts_will_take(tmp_path: Path) -> None:
    class Told(Quiet):
        expected: ClassVar[dict[str, tuple[str, ...]]] = {}
        planned_before: ClassVar[list[str]] = []

        def expect(self, source: str, parts: Mapping[str, int], interval: float) -> None:
            assert not self.planned_before
            self.expected[source] = tuple(part for part, count in parts.items() if count)

        def plan(self, source: str, part: str, requests: int, interval: float) -> None:
            self.planned_before.append(part)

    content = read_list(str(Path(__file__).parents[1] / "db" / "iclr2024.csv"))
    with Sandbox(make_world(WorldOptions())) as served:
        settings = served.settings(tmp_path / "p.db")
        enrich(settings, [("one", content)], Options(), Told())
    assert Told.expected == {
        "arxiv": ("title_search", "record"),
        "s2": ("title_match", "search", "record", "references", "citations"),
    }
    assert Told.planned_before
