"""Telling what a long run is doing: each step once, and that it still goes on."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from db.wording import duration

_BETWEEN = 20.0
_SOON = 5.0


@contextmanager
def telling(say: Callable[[str], None]) -> Iterator[Callable[[str], None]]:
    """Yield a function to be told every step; a step that takes long is told again, with its time.

    Steps that begin with the same words are told every five seconds at most.
    """
    steps = _Steps(say)
    stopped = threading.Event()

    def remind() -> None:
        while not stopped.wait(_BETWEEN):
            steps.remind()

    thread = threading.Thread(target=remind, daemon=True)
    thread.start()
    try:
        yield steps.tell
    finally:
        stopped.set()
        thread.join()


class _Steps:
    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._step = ""
        self._began = self._told = time.monotonic()

    def tell(self, step: str) -> None:
        now = time.monotonic()
        is_like_last = step.partition(":")[0] == self._step.partition(":")[0]
        if not is_like_last:
            self._began = now
        if not is_like_last or now - self._told > _SOON:
            self._say(step)
            self._told = now
        self._step = step

    def remind(self) -> None:
        lasting = time.monotonic() - self._began
        if self._step and lasting >= _BETWEEN:
            self._say(f"… {self._step}: {duration(lasting)} so far")
