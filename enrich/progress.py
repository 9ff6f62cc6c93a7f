"""Telling a person how far a fetch is: a bar on a terminal, now and then a line elsewhere."""

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskID, TextColumn
from rich.table import Column
from rich.text import Text

from db.wording import counted, duration, shortened

_SECONDS_BETWEEN_LINES = 10.0
# Where nobody folds lines: tables keep theirs whole.
_LOG_WIDTH = 140
_NOTE_WIDTH = 60


class Reporter(Protocol):
    """What a fetch tells while it works."""

    def expect(self, source: str, parts: Mapping[str, int], interval: float) -> None:
        """About so many requests are to come for each part, also for those planned later."""

    def plan(self, source: str, part: str, requests: int, interval: float) -> None:
        """`requests` more requests will be sent, one every `interval` seconds."""

    def sent(self, source: str, part: str) -> None:
        """One of them is answered and stored."""

    def waiting(self, source: str, reason: str, seconds: float) -> None:
        """The service makes everybody wait."""

    def say(self, text: str) -> None:
        """A sentence worth keeping on the screen."""


class Quiet:
    """Says nothing."""

    def expect(self, source: str, parts: Mapping[str, int], interval: float) -> None: ...
    def plan(self, source: str, part: str, requests: int, interval: float) -> None: ...
    def sent(self, source: str, part: str) -> None: ...
    def waiting(self, source: str, reason: str, seconds: float) -> None: ...
    def say(self, text: str) -> None: ...


class Count:
    """Requests expected, planned and done for one source, and the pace they really take."""

    def __init__(self) -> None:
        self.done = 0
        self.waits = 0
        self._expected: dict[str, int] = {}
        self._planned: dict[str, int] = {}
        self._interval = 0.0
        self._began: float | None = None
        self._part = ""
        self._wait = ("", 0.0)

    def expect(self, parts: Mapping[str, int], interval: float) -> None:
        self._expected.update(parts)
        self._interval = interval

    def plan(self, part: str, requests: int, interval: float) -> None:
        if self._began is None:
            self._began = time.monotonic()
        self._planned[part] = self._planned.get(part, 0) + requests
        self._interval = interval
        self._part = part.replace("_", " ")

    def sent(self, part: str) -> None:
        self.done += 1
        self._part = part.replace("_", " ")

    def waiting(self, reason: str, seconds: float) -> None:
        self.waits += 1
        self._wait = (reason, time.monotonic() + seconds)

    @property
    def total(self) -> int:
        """All requests: of each part what is planned, or what is expected until it is."""
        return sum((self._expected | self._planned).values())

    @property
    def seconds_left(self) -> float:
        """The time to go, at the allowed pace or the slower one of the requests so far."""
        elapsed = time.monotonic() - self._began if self._began is not None else 0.0
        wait = max(0.0, self._wait[1] - time.monotonic())
        pace = max(self._interval, elapsed / max(1, self.done))
        return max(wait, max(0, self.total - self.done) * pace)

    def __str__(self) -> str:
        requests = f"{self.done:,} of {counted(self.total, 'request')}"
        return f"{requests}, about {duration(self.seconds_left)} to go"

    @property
    def note(self) -> str:
        """What is going on: a wait with the seconds left of it, else the part."""
        reason, until = self._wait
        left = until - time.monotonic()
        return f"waiting {duration(left)}: {reason}" if left > 0 else self._part


class Lines:
    """Plain lines for logs: at most one every ten seconds, and each refusal's text once."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._counts: dict[str, Count] = {}
        self._told: set[tuple[str, str]] = set()
        self._last = time.monotonic()

    def expect(self, source: str, parts: Mapping[str, int], interval: float) -> None:
        self._count(source).expect(parts, interval)

    def plan(self, source: str, part: str, requests: int, interval: float) -> None:
        self._count(source).plan(part, requests, interval)

    def sent(self, source: str, part: str) -> None:
        self._count(source).sent(part)
        if self._is_time():
            self.say("; ".join(f"{name}: {c}" for name, c in self._counts.items() if c.total))

    def waiting(self, source: str, reason: str, seconds: float) -> None:
        count = self._count(source)
        count.waiting(reason, seconds)
        if (source, reason) not in self._told:
            self._told.add((source, reason))
            self.say(f"{source}: {reason}; waiting {duration(seconds)}")
        elif self._is_time():
            self.say(
                f"{source}: asked to wait ({counted(count.waits, 'time')} so far), "
                f"{duration(seconds)} now"
            )

    def say(self, text: str) -> None:
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)

    def _count(self, source: str) -> Count:
        return self._counts.setdefault(source, Count())

    def _is_time(self) -> bool:
        """Return whether another line is due, and take its turn."""
        now = time.monotonic()
        due = now - self._last >= _SECONDS_BETWEEN_LINES
        self._last = now if due else self._last
        return due


class Bars:
    """A bar for each source, with the time to go and what it does or waits for."""

    def __init__(self, console: Console) -> None:
        self._progress = Progress(
            TextColumn("{task.description:<6}"),
            BarColumn(bar_width=16),
            TextColumn("{task.completed:.0f} of {task.total:.0f}"),
            _LeftColumn(Column(no_wrap=True)),
            _NoteColumn(Column(no_wrap=True, overflow="ellipsis")),
            console=console,
        )
        self._tasks: dict[str, TaskID] = {}
        self._counts: dict[str, Count] = {}
        self._silence = _without_echo()

    def __enter__(self) -> Self:
        self._silence.__enter__()
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()
        self._silence.__exit__(None, None, None)

    def expect(self, source: str, parts: Mapping[str, int], interval: float) -> None:
        self._count(source).expect(parts, interval)
        self._show(source)

    def plan(self, source: str, part: str, requests: int, interval: float) -> None:
        self._count(source).plan(part, requests, interval)
        self._show(source)

    def sent(self, source: str, part: str) -> None:
        self._count(source).sent(part)
        self._show(source)

    def waiting(self, source: str, reason: str, seconds: float) -> None:
        self._count(source).waiting(reason, seconds)

    def say(self, text: str) -> None:
        self._progress.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def _count(self, source: str) -> Count:
        if source not in self._counts:
            self._counts[source] = Count()
            self._tasks[source] = self._progress.add_task(
                source, total=0, visible=False, count=self._counts[source]
            )
        return self._counts[source]

    def _show(self, source: str) -> None:
        count = self._counts[source]
        self._progress.update(
            self._tasks[source],
            total=count.total,
            completed=count.done,
            visible=count.total > 0,
        )


class _LeftColumn(ProgressColumn):
    """The time to go, made anew whenever the bars are drawn."""

    def render(self, task: Task) -> Text:
        count: Count = task.fields["count"]
        going_on = count.done < count.total
        return Text(f"about {duration(count.seconds_left)} to go" if going_on else "")


class _NoteColumn(ProgressColumn):
    """What is going on, a wait counting down."""

    def render(self, task: Task) -> Text:
        count: Count = task.fields["count"]
        return Text(shortened(count.note, _NOTE_WIDTH))


@contextmanager
def _without_echo() -> Iterator[None]:
    """Keep the terminal from writing ^C into the bars, which would leave them there twice."""
    try:
        import termios  # noqa: PLC0415  Windows has none, and no such echo
    except ImportError:
        yield
        return
    try:
        before = termios.tcgetattr(sys.stdin)
    except (termios.error, OSError, ValueError):
        yield  # standard input is no terminal
        return
    changed = [*before]
    changed[3] &= ~termios.ECHOCTL
    termios.tcsetattr(sys.stdin, termios.TCSANOW, changed)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSANOW, before)


def console() -> Console:
    """Return the console for everything that is not data: standard error."""
    screen = Console(file=sys.stderr, emoji=False)
    if not screen.is_terminal:
        screen.width = _LOG_WIDTH
    return screen
