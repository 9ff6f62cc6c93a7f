"""What a source is: a file in this folder with one class that fulfils `Source`.

A source only plans questions and reads answers. Sending, pacing, retrying and storing are
done by the fetch, the same way for all; so a source is tested on bytes alone.
"""

import email.utils
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum
from typing import Protocol

from db.fetches import Part
from db.rows import Answer, Outcome, Request, Want
from db.runs import SourceInfo


@dataclass(frozen=True)
class Service:
    """Where a source's host is and what it allows.

    `interval` is the shortest time in seconds between two requests, `concurrency` how many
    may be open at once; `headers` may hold a key and are never shown.
    """

    source: str
    url: str
    interval: float
    concurrency: int
    accept: str
    headers: dict[str, str] = field(default_factory=dict, repr=False)


@dataclass(frozen=True)
class Options:
    """What the user wants fetched."""

    citations: bool = True
    contexts: bool = False
    embeddings: bool = False


class Verdict(Enum):
    """What an answer is worth."""

    BELIEVE = "it answers the question"
    RETRY = "the service asks for patience, or stumbled"
    SPLIT = "the question is too heavy, or one of its ids spoils it"
    STOP = "the service refuses us"


@dataclass(frozen=True)
class Judgement:
    verdict: Verdict
    reason: str = ""
    """What a person should know of it; empty for a believed answer."""


BELIEVED = Judgement(Verdict.BELIEVE)


class Source(Protocol):
    """One place that knows papers."""

    info: SourceInfo
    service: Service

    def parts(self, options: Options) -> Sequence[Part]:
        """Return the kinds of question, in the order in which they must be asked."""
        ...

    def plan(self, part: Part, wants: Sequence[Want]) -> list[tuple[Want, ...]]:
        """Return which wants share a request; as few requests as the limits allow."""
        ...

    def estimate(self, part: Part, papers: int) -> int:
        """Return about how many requests a part takes for papers of which nothing is known."""
        ...

    def request(self, part: Part, wants: Sequence[Want], options: Options) -> Request:
        """Return the request that asks for these wants."""
        ...

    def judge(self, request: Request, status: int, content_type: str, body: bytes) -> Judgement:
        """Return what an answer is worth."""
        ...

    def read(self, answer: Answer) -> list[Outcome]:
        """Return what a believed answer says of each want."""
        ...

    def probe(self) -> Request:
        """Return one small question whose answer shows that the service still speaks as known."""
        ...


_PATIENCE = {408, 425, 429, 500, 502, 503, 504}


def judge_status(status: int, explanation: str) -> Judgement:
    """Return what a status means at any service; `explanation` is the service's own word."""
    said = f"HTTP {status}" + (f": {explanation}" if explanation else "")
    if status == 200:
        return BELIEVED
    if status in _PATIENCE:
        return Judgement(Verdict.RETRY, said)
    if status in {401, 403}:
        return Judgement(Verdict.STOP, said)
    if status in {400, 413, 414}:
        return Judgement(Verdict.SPLIT, said)
    if 300 <= status < 400:
        return Judgement(Verdict.STOP, said)
    return Judgement(Verdict.SPLIT, said)


def retry_after(value: str | None, now: datetime | None = None) -> float:
    """Return the seconds that a Retry-After header asks for: a number or a date; 0 if neither."""
    if not value:
        return 0.0
    try:
        seconds = float(value)
    except ValueError:
        try:
            when = email.utils.parsedate_to_datetime(value)
        except ValueError:
            return 0.0
        when = when if when.tzinfo else when.replace(tzinfo=UTC)
        seconds = (when - (now or datetime.now(UTC))).total_seconds()
    # nan compares false to everything.
    return seconds if seconds > 0 else 0.0
