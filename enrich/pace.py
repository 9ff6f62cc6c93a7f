"""Waiting one's turn at a service: an interval between starts, and one pause for all."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Protocol

# Two packets sent 1.00 s apart can arrive 0.99 s apart.
_MARGIN = 1.02


class Stopped(Exception):
    """The pace was stopped while a request waited for its turn."""


class Ledger(Protocol):
    """Where several processes note when the next of them may start (see shared_pace.py)."""

    async def acquire(self) -> None:
        """Become the one who may start, or wait for it."""

    def release(self) -> None:
        """Let the others become it."""

    def due(self) -> float:
        """Return the seconds that starts and pauses noted here make us wait."""

    def start(self, interval: float) -> None:
        """Note a start: nobody starts within the interval."""

    def pause(self, seconds: float) -> None:
        """Note a pause for everybody."""


class Pace:
    """Spaces the requests to one host.

    `interval` is in seconds, from start to start; at most `concurrency` requests are open
    at once. Every try of every request takes its own turn. With a ledger, the processes
    that share it keep one pace, and where only one request may be open, one among them all.
    """

    def __init__(
        self,
        interval: float,
        concurrency: int = 1,
        *,
        ledger: Ledger | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.interval = interval
        self._ledger = ledger
        self._alone = concurrency == 1
        self._slots = asyncio.Semaphore(concurrency)
        self._door = asyncio.Lock()
        self._clock = clock
        self._sleep = sleep
        self._next = 0.0
        self._paused_until = 0.0
        self._stopped = False
        self._waiting: set[asyncio.Task[object]] = set()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[Callable[[], None]]:
        """Wait for a turn, and hold one of the open requests while inside. Raises Stopped.

        What is yielded is to be called when the request is on its way: the interval counts
        from there, for making a connection can take longer than the interval.
        """
        async with self._queued():
            await self._slots.acquire()
        try:
            async with self._queued():
                await self._enter()
            left = False

            def leave() -> None:
                nonlocal left
                if not left:
                    left = True
                    self._leave()

            try:
                yield leave
            finally:
                leave()
                if self._ledger and self._alone:
                    self._ledger.release()
        finally:
            self._slots.release()

    def pause(self, seconds: float) -> None:
        """Let nobody start for this long."""
        self._paused_until = max(self._paused_until, self._clock() + seconds)
        if self._ledger:
            self._ledger.pause(seconds)

    def stop(self) -> None:
        """Let nobody start any more; requests that are open go on."""
        self._stopped = True
        for task in self._waiting:
            task.cancel()

    async def _enter(self) -> None:
        """Come to the door, and stand in it when the time has come."""
        await self._door.acquire()
        try:
            if self._ledger:
                await self._ledger.acquire()
            try:
                while (wait := self._due()) > 0:
                    await self._sleep(wait)
            except BaseException:
                if self._ledger:
                    self._ledger.release()
                raise
        except BaseException:
            self._door.release()
            raise

    def _leave(self) -> None:
        """Open the door for the next, who has to wait for the interval."""
        interval = self.interval * _MARGIN
        self._next = self._clock() + interval
        if self._ledger:
            self._ledger.start(interval)
            if not self._alone:
                self._ledger.release()
        self._door.release()

    def _due(self) -> float:
        own = max(self._next, self._paused_until) - self._clock()
        return max(own, self._ledger.due() if self._ledger else 0.0)

    @asynccontextmanager
    async def _queued(self) -> AsyncIterator[None]:
        """Let `stop` end the waiting inside."""
        task = asyncio.current_task()
        if self._stopped or task is None:
            raise Stopped
        self._waiting.add(task)
        try:
            yield
        except asyncio.CancelledError:
            if self._stopped and not task.uncancel():
                raise Stopped from None
            raise
        finally:
            self._waiting.discard(task)
