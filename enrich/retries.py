"""How long to wait before a request is tried again, and when it is not tried any more."""

from dataclasses import dataclass

from tenacity import (
    RetryCallState,
    stop_after_attempt,
    stop_after_delay,
    wait_exponential,
    wait_random_exponential,
)

_LONGEST_WAIT = 60.0
_LONGEST_RETRY_AFTER = 600.0
_LONGEST_OF_ALL = 1200.0
# A host that cannot even be reached is rather our network's fault, which no wait mends.
_LONGEST_UNREACHABLE = 120.0
# Many papers' waits and pauses count towards one request's time, so it gets some tries too.
_FEWEST_TRIES = 8
# How often an unusable answer is asked for before the request is taken for too heavy, and a
# redirect before it is taken for meant.
_TRIES_OF_MANY, _TRIES_OF_ONE = 2, 6

# Half of a wait is sure, so that none is shorter than the one before.
_grown = wait_exponential(max=_LONGEST_WAIT / 2) + wait_random_exponential(max=_LONGEST_WAIT / 2)


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

    def wait(self, state: RetryCallState) -> float:
        """Return the seconds to wait: what the service asks for, or growing and jittered."""
        asked = min(_LONGEST_RETRY_AFTER, stumble_of(state).wait)
        return max(asked, _grown(state)) * self.scale

    def ends(self, state: RetryCallState, papers: int, *, suspected: bool) -> bool:
        """Return whether a request about so many papers is not tried again."""
        stumble = stumble_of(state)
        if self.most_tries and stop_after_attempt(self.most_tries)(state):
            return True
        if stumble.unreachable_for is not None:
            return stumble.unreachable_for >= _LONGEST_UNREACHABLE * self.scale
        if stumble.meant:
            return stop_after_attempt(_TRIES_OF_ONE)(state)
        tries = _TRIES_OF_ONE if papers == 1 else 1 if suspected else _TRIES_OF_MANY
        if stumble.heavy and stop_after_attempt(tries)(state):
            return True
        enough = stop_after_delay(_LONGEST_OF_ALL * self.scale) & stop_after_attempt(_FEWEST_TRIES)
        return enough(state)
