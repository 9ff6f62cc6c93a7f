"""Steps in processes of their own: CPU seconds, with an end to those that take too long."""

import gc
import multiprocessing
import resource
import signal
import statistics
import time
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from typing import Any

Step = Callable[[], Any]
LIMIT = 300
"""CPU seconds after which a step is ended."""
ROUNDS = 3
_LONG, _SHORT, _ENOUGH = 60.0, 2.0, 0.5
_MEMORY = 10 * 2**30


def compare(contenders: Mapping[str, Step]) -> dict[str, float | str]:
    """Return of each contender the median CPU seconds, or why there are none.

    They take turns, each time in a process forked from this one. A short step is done once
    more, or as often as half a second takes; one that takes more than a minute is done once.
    """
    gc.freeze()  # what is here already must not be copied by the children's collector
    taken: dict[str, list[float]] = {name: [] for name in contenders}
    ended: dict[str, float | str] = {}
    for _ in range(ROUNDS):
        for name, step in contenders.items():
            if name in ended or any(seconds > _LONG for seconds in taken[name]):
                continue
            outcome = _in_child(step)
            if isinstance(outcome, str):
                ended[name] = outcome
            else:
                taken[name].append(outcome)
    return {name: statistics.median(each) for name, each in taken.items() if each} | ended


def _in_child(step: Step) -> float | str:
    context = multiprocessing.get_context("fork")
    receiving, sending = context.Pipe(duplex=False)
    child = context.Process(target=_run, args=(step, sending))
    child.start()
    sending.close()
    try:
        outcome: float | str = receiving.recv()
    except EOFError:
        child.join()
        if child.exitcode == -signal.SIGXCPU:
            return f"over {LIMIT} s"
        return f"ended by signal {-(child.exitcode or 0)}"
    child.join()
    return outcome


def _run(step: Step, sending: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT + 1))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    try:
        seconds = _timed(step, 1)
        sending.send(_timed(step, _times(seconds)) if seconds < _SHORT else seconds)
    except MemoryError:
        sending.send("over 10 GB")


def _times(seconds: float) -> int:
    """Return how often to repeat a step for a clock that may tick in hundredths."""
    return max(1, int(_ENOUGH / max(seconds, _ENOUGH / 100)))


def _timed(step: Step, times: int) -> float:
    before = time.process_time()
    for _ in range(times):
        step()
    return (time.process_time() - before) / times
