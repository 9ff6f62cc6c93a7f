"""What commands that ask no service show while they work: on a terminal at once, else in lines."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from rich.progress import Progress

from db.wording import duration

from .progress import console

_SILENT_SECONDS = 2.0
_LINE_SECONDS = 10.0


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """Say what is going on inside, if it takes longer than two seconds."""
    screen = console()
    if screen.is_terminal:
        with screen.status(text):
            yield
        return
    timer = Timer(_SILENT_SECONDS, lambda: screen.print(f"Now: {text}", markup=False))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def counting(text: str) -> Iterator[Callable[[int, int], None]]:
    """Yield what is called with how many are done of how many, and shows how long it will take."""
    screen = console()
    if screen.is_terminal:
        with Progress(console=screen, transient=True) as bar:
            task = bar.add_task(text, total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total)
        return
    last = began = time.monotonic()

    def tell(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > _LINE_SECONDS:
            last = now
            left = duration((now - began) / done * (total - done))
            screen.print(f"{text}: {done:,} of {total:,}, about {left} to go", markup=False)

    yield tell
