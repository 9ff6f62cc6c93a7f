"""Telling a person how far a fetch is: a bar on a terminal, now and then a line elsewhere."""

import sys
import time
from types import TracebackType
from typing import Protocol, Self

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn

_SECONDS_BETWEEN_LINES = 10.0
# Where nobody folds lines: tables keep theirs whole.
_LOG_WIDTH = 140


class Reporter(Protocol):
    """What a fetch tells while it works."""

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

    def plan(self, source: str, part: str, requests: int, interval: float) -> None: ...
    def sent(self, source: str, part: str) -> None: ...
    def waiting(self, source: str, reason: str, seconds: float) -> None: ...
    def say(self, text: str) -> None: ...


class _Count:
    """Requests planned and done for one source."""

    def __init__(self) -> None:
        self.planned = 0
        self.done = 0
        self.interval = 0.0

    @property
    def left(self) -> str:
        """The least time that the allowed pace leaves to wait."""
        return duration((self.planned - self.done) * self.interval)


class Lines:
    """Plain lines for logs: at most one every ten seconds, and every wait of a service."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._counts: dict[str, _Count] = {}
        self._last = time.monotonic()

    def plan(self, source: str, part: str, requests: int, interval: float) -> None:
        count = self._counts.setdefault(source, _Count())
        count.planned += requests
        count.interval = interval

    def sent(self, source: str, part: str) -> None:
        self._counts[source].done += 1
        if time.monotonic() - self._last >= _SECONDS_BETWEEN_LINES:
            self._last = time.monotonic()
            self.say(
                "; ".join(
                    f"{name}: {c.done} of {c.planned} requests, {c.left} to go"
                    for name, c in self._counts.items()
                )
            )

    def waiting(self, source: str, reason: str, seconds: float) -> None:
        self.say(f"{source}: {reason}; waiting {duration(seconds)}")

    def say(self, text: str) -> None:
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)


class Bars:
    """A bar for each source, with what it waits for and the time that the pace leaves."""

    def __init__(self, console: Console) -> None:
        self._progress = Progress(
            TextColumn("{task.description:<6}"),
            BarColumn(),
            TextColumn("{task.completed:.0f} of {task.total:.0f} requests"),
            TextColumn("{task.fields[left]}"),
            TextColumn("{task.fields[note]}", markup=False),
            console=console,
        )
        self._tasks: dict[str, TaskID] = {}
        self._counts: dict[str, _Count] = {}

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def plan(self, source: str, part: str, requests: int, interval: float) -> None:
        count = self._counts.setdefault(source, _Count())
        count.planned += requests
        count.interval = interval
        if source not in self._tasks:
            self._tasks[source] = self._progress.add_task(source, total=0, left="", note="")
        self._show(source, part.replace("_", " "))

    def sent(self, source: str, part: str) -> None:
        self._counts[source].done += 1
        self._show(source, part.replace("_", " "))

    def waiting(self, source: str, reason: str, seconds: float) -> None:
        self._show(source, f"waiting {duration(seconds)}: {reason}")

    def say(self, text: str) -> None:
        self._progress.console.print(text, markup=False, highlight=False, soft_wrap=True)

    def _show(self, source: str, note: str) -> None:
        if source not in self._tasks:
            return
        count = self._counts[source]
        self._progress.update(
            self._tasks[source],
            total=count.planned,
            completed=count.done,
            left=f"{count.left} to go",
            note=note,
        )


def duration(seconds: float) -> str:
    """Return a time for people: 12 s, 3 min 20 s, 1 h 52 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s" if whole or not seconds else "1 s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"


def console() -> Console:
    """Return the console for everything that is not data: standard error."""
    screen = Console(file=sys.stderr)
    if not screen.is_terminal:
        screen.width = _LOG_WIDTH
    return screen
