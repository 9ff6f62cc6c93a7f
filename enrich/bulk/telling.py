"""Telling what a long run is doing: each step once, and then how far it is."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from db.wording import duration

Share = Callable[[], float | None]

_SOON = 5.0
_RARELY = 60.0
_SURE = 0.05
"""The share done from which on the rest can be reckoned."""


class Steps:
    """Is told every step, and tells it on; steps that begin alike every five seconds at most."""

    def __init__(
        self, say: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._say, self._clock = say, clock
        self._step = ""
        self._began = self._told = clock()
        self._share: Share = lambda: None

    def __call__(self, step: str) -> None:
        now = self._clock()
        is_like_last = step.partition(":")[0] == self._step.partition(":")[0]
        if not is_like_last:
            self._began = now
        if not is_like_last or now - self._told > _SOON:
            self._say(step)
            self._told = now
        self._step = step

    @contextmanager
    def measured_by(self, share: Share) -> Iterator[None]:
        """While inside, ask `share` how much of the step is done (0 to 1, None if unknown)."""
        self._share = share
        try:
            yield
        finally:
            self._share = lambda: None

    def remind(self) -> None:
        """Tell a step that takes long again: after five seconds, then ever more rarely."""
        now = self._clock()
        lasting = now - self._began
        if self._step and now - self._told >= max(_SOON, min(lasting / 4, _RARELY)):
            self._say(f"… {self._step}: {duration(lasting)} so far{self._rest(lasting)}")
            self._told = now

    def _rest(self, lasting: float) -> str:
        done = self._share()
        if done is None:
            return ""
        if done < _SURE:
            return f", {done:.0%} done"
        return f", {done:.0%} done, about {duration(lasting * (1 - done) / done)} left of it"


@contextmanager
def telling(say: Callable[[str], None]) -> Iterator[Steps]:
    """Yield what is to be told every step; a step that takes long is told again as time goes."""
    steps = Steps(say)
    stopped = threading.Event()

    def remind() -> None:
        while not stopped.wait(1.0):
            steps.remind()

    thread = threading.Thread(target=remind, daemon=True)
    thread.start()
    try:
        yield steps
    finally:
        stopped.set()
        thread.join()
