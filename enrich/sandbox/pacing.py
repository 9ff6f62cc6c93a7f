"""The pace that a service allows: how far apart requests must be, and how many at once."""

import json
import threading

from .exchange import Reply

SLACK = 0.02
"""Share of the interval forgiven: clients pace what they send, not what arrives."""

_TOO_FAST_S2 = {
    "message": "Too Many Requests. Please wait and try again or apply for a key for higher rate "
    "limits. https://www.semanticscholar.org/product/api#api-key-form",
    "code": "429",
}


class Gate:
    """Admits requests that keep the pace; without an interval it admits all."""

    def __init__(self, interval: float, *, one_at_a_time: bool) -> None:
        self._interval = interval
        self._one_at_a_time = one_at_a_time
        self._lock = threading.Lock()
        self._last = float("-inf")
        self._inside = 0

    def enter(self, arrived: float) -> bool:
        """Return whether a request that arrived then (monotonic seconds) is admitted."""
        with self._lock:
            early = arrived - self._last < self._interval * (1 - SLACK)
            crowded = self._one_at_a_time and self._inside > 0
            if self._interval and (early or crowded):
                return False
            self._last = arrived
            self._inside += 1
            return True

    def leave(self) -> None:
        """Note that an admitted request has its answer."""
        with self._lock:
            self._inside -= 1


def refuse(service: str) -> Reply:
    """Return what a service says to those who ask too fast."""
    if service == "arxiv":
        return Reply(429, b"Rate exceeded.", "text/plain")
    body = json.dumps(_TOO_FAST_S2, separators=(",", ":")).encode()
    kind = ("x-amzn-ErrorType", "TooManyRequestsException")
    return Reply(429, body, "application/json", headers=(kind,))
