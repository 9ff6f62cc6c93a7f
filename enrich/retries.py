"""How long to wait before a request is tried again, and when it is not tried any more."""

import random
from collections import Counter
from dataclasses import dataclass

from tenacity import RetryCallState, stop_after_attempt, stop_after_delay

_LONGEST_WAIT = 60.0
_LONGEST_RETRY_AFTER = 600.0
_LONGEST_OF_ALL = 1200.0
# A host that cannot even be reached is rather our network's fault, which no wait mends.
_LONGEST_UNREACHABLE = 120.0
# Many papers' waits and pauses count towards one request's time, so it gets some tries too.
_FEWEST_TRIES = 8
# How often a question about one paper is asked before it is at fault, and how often we are
# sent on to another address before that is meant.
_TRIES_OF_ONE, _TRIES_OF_REDIRECT = 6, 6


class Stumble(Exception):
    """One try went wrong in a way that may pass.

    `wait` are the seconds that the service asks for, `heavy` says that the question may be
    at fault, `unreachable_for` for how many seconds no host was met, if it was not, and
    `meant` what it is if it does not pass soon.
    """

    def __init__(
        self,
        reason: str,
        wait: float = 0.0,
        *,
        advice: str = "",
        heavy: bool = False,
        unreachable_for: float | None = None,
        meant: Exception | None = None,
    ) -> None:
        super().__init__(reason)
        self.wait = wait
        self.advice = advice
        self.heavy = heavy
        self.unreachable_for = unreachable_for
        self.meant = meant


def stumble_of(state: RetryCallState) -> Stumble:
    """Return what the last try stumbled over."""
    error = state.outcome.exception() if state.outcome else None
    assert isinstance(error, Stumble)
    return error


@dataclass(frozen=True)
class Patience:
    """`scale` multiplies all waits; `most_tries` ends trying whatever the reason."""

    scale: float = 1.0
    most_tries: int | None = None

    def wait(self, stumble: Stumble, times: int) -> float:
        """Return the seconds to wait after so many stumbles: what is asked for, or growing."""
        # Half of a wait is sure, so that none is shorter than the one before.
        half = min(_LONGEST_WAIT / 2, 2.0 ** min(times - 1, 16))
        grown = half + random.uniform(0, half)  # noqa: S311
        return max(min(_LONGEST_RETRY_AFTER, stumble.wait), grown) * self.scale


class Limit:
    """Says when one request is not tried any more; counts how often it might be at fault.

    A question about one paper is asked some times. One about many is not asked twice, for
    its halves are asked next, and nor is one that came of halving: whether it is at fault is
    seen by the other half.
    """

    def __init__(self, patience: Patience, *, is_whole: bool) -> None:
        self._patience = patience
        self._tries = _TRIES_OF_ONE if is_whole else 1
        self._times: Counter[str] = Counter()

    def __call__(self, state: RetryCallState) -> bool:
        """Return whether the stumble that a try ended with was one too many."""
        stumble, patience = stumble_of(state), self._patience
        self._times.update(heavy=stumble.heavy, redirected=stumble.meant is not None)
        if patience.most_tries and stop_after_attempt(patience.most_tries)(state):
            return True
        if stumble.unreachable_for is not None:
            return stumble.unreachable_for >= _LONGEST_UNREACHABLE * patience.scale
        if stumble.meant:
            return self._times["redirected"] >= _TRIES_OF_REDIRECT
        if stumble.heavy and self._times["heavy"] >= self._tries:
            return True
        enough = stop_after_delay(_LONGEST_OF_ALL * patience.scale) & stop_after_attempt(
            _FEWEST_TRIES
        )
        return enough(state)
