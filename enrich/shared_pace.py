"""One pace for all citeweave processes of a user on this machine.

A file in the user's cache folder says when the next request to a host may start; a lock
beside it says who may write it. The system frees the lock of a process that dies.
"""

import asyncio
import json
import os
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import filelock
import platformdirs

_POLL = 0.05


def _say_nothing() -> None:
    pass


class SharedPace:
    """The ledger of one service. `told` is called once where another process has the turn."""

    def __init__(
        self,
        service: str,
        url: str,
        *,
        folder: Path | None = None,
        told: Callable[[], None] = _say_nothing,
        clock: Callable[[], float] = time.time,
    ) -> None:
        folder = folder or Path(platformdirs.user_cache_dir("citeweave")) / "pace"
        folder.mkdir(parents=True, exist_ok=True)
        parts = urlsplit(url)
        host = parts.netloc.rpartition("@")[2]
        name = re.sub(r"[^A-Za-z0-9.-]", "_", f"{service}-{host}")
        self._starts = folder / f"{name}.start"
        self._pauses = folder / f"{name}.pause"
        # Many tasks of one process take turns at the door before they come here.
        self._lock = filelock.FileLock(folder / f"{name}.lock", timeout=0, thread_local=False)
        self._told = told
        self._clock = clock

    async def acquire(self) -> None:
        """Take the lock, waiting for other processes."""
        while True:
            try:
                self._lock.acquire()
                return
            except filelock.Timeout:
                self._told()
                self._told = _say_nothing
                await asyncio.sleep(_POLL)

    def release(self) -> None:
        """Let the others have the lock."""
        self._lock.release()

    def due(self) -> float:
        """Return the seconds until the next start is allowed."""
        now = self._clock()
        start, pause = _read(self._starts), _read(self._pauses)
        after_start = min(start.until - now, start.length)
        after_pause = min(pause.until - now, pause.length)
        return max(after_start, after_pause, 0.0)

    def start(self, interval: float) -> None:
        """Note that a request starts now. Only the one who holds the lock may."""
        _write(self._starts, _Span(self._clock() + interval, interval))

    def pause(self, seconds: float) -> None:
        """Note that the host asked for a pause, unless a longer one is noted."""
        until = self._clock() + seconds
        if until > _read(self._pauses).until:
            _write(self._pauses, _Span(until, seconds))


class _Span(NamedTuple):
    """A time that ends at `until` and is `length` seconds long.

    The length keeps a clock that was set back from making anybody wait longer than that.
    """

    until: float = 0.0
    length: float = 0.0


def _read(file: Path) -> _Span:
    try:
        until, length = json.loads(file.read_text("utf-8"))
        return _Span(float(until), float(length))
    except (OSError, ValueError, TypeError):
        return _Span()


def _write(file: Path, span: _Span) -> None:
    """Replace the file at once: a process that dies meanwhile leaves the old one."""
    unfinished = file.with_suffix(f".{os.getpid()}")
    unfinished.write_text(json.dumps(span), "utf-8")
    unfinished.replace(file)
