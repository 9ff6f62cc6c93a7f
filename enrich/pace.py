"""Waiting one's turn at a service: an interval between starts, and one pause for all."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

# Two packets sent 1.00 s apart can arrive 0.99 s apart.
_MARGIN = 1.02


class Pace:
    """Spaces the requests to one host.

    `interval` is in seconds, from start to start; at most `concurrency` requests are open
    at once. Every try of every request takes its own turn.
    """

    def __init__(
        self,
        interval: float,
        concurrency: int = 1,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.interval = interval
        self._slots = asyncio.Semaphore(concurrency)
        self._door = asyncio.Lock()
        self._clock = clock
        self._sleep = sleep
        self._next = 0.0
        self._paused_until = 0.0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn, and hold one of the open requests while inside."""
        async with self._slots:
            async with self._door:
                while (wait := max(self._next, self._paused_until) - self._clock()) > 0:
                    await self._sleep(wait)
                self._next = self._clock() + self.interval * _MARGIN
            yield

    def pause(self, seconds: float) -> None:
        """Let nobody start for this long."""
        self._paused_until = max(self._paused_until, self._clock() + seconds)
