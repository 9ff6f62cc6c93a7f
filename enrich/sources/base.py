"""What a source is: a file in this folder with one class that fulfils `Source`.

The file declares `DEFAULTS`, a ServiceDefaults, and `make_source(service)`, which takes the
ServiceSettings in force; nothing else has to be edited for a new source.

A source only plans questions and reads answers. Sending, pacing, retrying and storing are
done by the fetch, the same way for all; so a source is tested on bytes alone.
"""

import email.utils
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from db.fetches import Part
from db.rows import Answer, Failed, Outcome, Request, Want
from db.runs import SourceInfo


@dataclass(frozen=True)
class ServiceDefaults:
    """What a source declares of its service.

    `interval` is the shortest time in seconds between two requests that the real service
    allows; `real_hosts` are where it is real; `key_variables` name the environment
    variables that may hold a key, the strongest first; `is_asked` says whether it is asked
    about papers, or only gives files.
    """

    name: str
    url: str
    interval: float
    real_hosts: tuple[str, ...]
    key_variables: tuple[str, ...] = ()
    is_asked: bool = True


@dataclass(frozen=True)
class ServiceSettings:
    """The settings in force for one service; `interval` in seconds, `key` is never shown."""

    url: str
    interval: float
    key: str = field(default="", repr=False)


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
    resolve: bool = True
    """Look for listed papers that have no identifier."""
    fetch: bool = True
    """Fetch what is known of the papers that have one."""


class NoAnswer(Exception):
    """The answer is not to be believed; `reason` is what a person should know of it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class AskAgain(NoAnswer):
    """It may pass. With `content` it may also be the question that makes the answer unusable."""

    def __init__(self, reason: str, *, content: bool) -> None:
        super().__init__(reason)
        self.content = content


class AskLess(NoAnswer):
    """The question is too heavy, or one of its ids spoils it."""


class AskNoMore(NoAnswer):
    """The service refuses us. `advice` is what to do, and no part of the reason."""

    def __init__(self, reason: str, advice: str = "") -> None:
        super().__init__(reason)
        self.advice = advice


class Source(Protocol):
    """One place that knows papers."""

    info: SourceInfo
    service: Service

    def parts(self, options: Options) -> Sequence[Part]:
        """Return the kinds of question, in the order in which they must be asked."""
        ...

    def searches(self) -> Sequence[Part]:
        """Return the ways to look for papers by their words, if the source has any."""
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

    def read(self, answer: Answer) -> list[Outcome]:
        """Return what an answer says of each want. Pure. Raises AskAgain, AskLess, AskNoMore.

        Of wants that were all missed before, not all may be missing again.
        """
        ...

    def probes(self) -> Sequence[Request]:
        """Return small questions whose answers show that the service still speaks as known."""
        ...


# What passes by waiting, and what may be the question's weight instead.
_PATIENCE = {408, 425, 429, 503}
_HEAVY = {500, 502, 504}
_LESS = {400, 413, 414}


def check_answer(answer: Answer, said: str = "", advice: str = "") -> None:
    """Raise AskAgain, AskLess or AskNoMore unless the answer may hold what was asked.

    `said` is the service's own explanation, `advice` what to do where it refuses us.
    """
    status = answer.status
    reason = f"HTTP {status}" + (f": {said}" if said else "")
    if answer.body[:40].lstrip().lower().startswith(b"rate exceeded"):
        raise AskAgain(f"HTTP {status}: Rate exceeded", content=False)
    if status == 200:
        if _is_web_page(answer):
            raise AskAgain("a web page came instead of data", content=False)
    elif status in _LESS:
        raise AskLess(reason)
    elif status in {401, 403}:
        raise AskNoMore(reason, advice)
    elif status in _PATIENCE or (status >= 500 and status not in _HEAVY):
        raise AskAgain(reason, content=False)
    elif status in _HEAVY or status < 300:
        raise AskAgain(reason, content=True)
    else:
        raise AskNoMore(reason, "Is its address in the settings right? See citeweave doctor.")


def _is_web_page(answer: Answer) -> bool:
    start = answer.body[:200].lstrip().lower()
    return start.startswith((b"<!doctype html", b"<html")) or (
        answer.content_type.startswith("text/html") and not start.startswith((b"[", b"{", b"<?xml"))
    )


def retry_after(value: str | None, now: datetime | None = None) -> float:
    """Return the seconds that a Retry-After header asks for: a number or a date; 0 if neither."""
    if not value:
        return 0.0
    try:
        seconds = float(value)
    except ValueError:
        try:
            when = email.utils.parsedate_to_datetime(value)
        except (ValueError, OverflowError):
            return 0.0
        when = when if when.tzinfo else when.replace(tzinfo=UTC)
        seconds = (when - (now or datetime.now(UTC))).total_seconds()
    # nan compares false to everything.
    return seconds if seconds > 0 else 0.0


def read_again(source: Source, answer: Answer) -> list[Outcome]:
    """Return what a stored answer says, also where it is no longer believed."""
    try:
        return source.read(answer)
    except NoAnswer as error:
        return [Failed(want.key, error.reason) for want in answer.request.wants]
