"""What passes between the server and the two services it plays."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Question:
    """One request as it arrived. `path` has no query; `params` are decoded, last one wins."""

    service: str
    method: str
    path: str
    target: str
    """Path and query, exactly as sent."""
    params: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes = b""


@dataclass(frozen=True)
class Broken:
    """The connection is reset after this share of the body and so many seconds of silence.

    A share of 0 leaves out the status line too.
    """

    share: float
    stall: float = 0.0


@dataclass(frozen=True)
class Padded:
    """So many bytes of white space follow the body, in chunks, its length not told before."""

    bytes: int


@dataclass(frozen=True)
class Reply:
    """One answer before transport encoding. `ids` is the number of papers asked about."""

    status: int
    body: bytes = field(repr=False)
    content_type: str
    headers: tuple[tuple[str, str], ...] = ()
    ids: int = 0
    delivery: Broken | Padded | None = None
    """How the body goes over the wire, where not whole and at once."""
    fault: str = ""
    """What is wrong with it, for the log."""


URL_LIMIT = 8_192
"""Bytes of path and query beyond which a server in front of a service refuses."""
TOO_LONG = Reply(
    414, b"<html><head><title>414 Request-URI Too Large</title></head></html>\n", "text/html"
)


@dataclass(frozen=True)
class Visit:
    """One request as the sandbox saw it. Times are of time.monotonic(), in seconds."""

    service: str
    method: str
    path: str
    arrived: float
    finished: float
    status: int
    ids: int
    bytes: int
    """Length of the body before compression."""
    fault: str = ""
    """The kind of fault that was made, if any."""


Alter = Callable[[Question, Reply], Reply]
"""Consulted for every answer before it is sent; may replace it."""


def leave_unaltered(_question: Question, reply: Reply) -> Reply:
    """Return the answer as the service made it."""
    return reply
