"""What can be wrong with an answer, one row a kind; each is known from the real services.

A maker gets the question and the right answer, and returns the wrong one, or None where
the kind makes no sense for that question.
"""

import itertools
import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from email.utils import formatdate
from typing import NamedTuple

from .exchange import Broken, Padded, Question, Reply
from .pacing import refuse

LARGE = "large"
_ELSEWHERE = "http://elsewhere.invalid"
_SOON, _ABSURD = 2, 10**12
_SEVERAL = 4
_HTML = b"<!DOCTYPE html><html><head><title>Sorry</title></head><body>Come back.</body></html>\n"
_GATEWAY = {
    408: "Request Timeout",
    425: "Too Early",
    500: "Internal Server Error",
    502: "Bad Gateway",
    503: "Service Unavailable",
    504: "Endpoint request timed out",
}
_REFUSED = {400: "Unacceptable request", 413: "Content Too Large", 414: "URI Too Long"}
_BOMB = b'<!DOCTYPE feed [<!ENTITY a "aaaaaaaaaa">%b]>' % b"".join(
    b'<!ENTITY %c "%b">' % (name + 1, b"&%c;" % name * 10) for name in range(ord("a"), ord("j"))
)
_ENTRY = re.compile(rb"<entry>.*?</entry>\s*", re.DOTALL)
_ABSTRACT_PAGE = re.compile(rb"(<id>https?://arxiv\.org/abs/)[^<]+?(v\d+</id>)")
_ENTRY_TITLE = re.compile(rb"(<entry>.*?<title>)[^<]*", re.DOTALL)
_TITLE = re.compile(rb'("title": ")')


@dataclass(frozen=True)
class Measures:
    """How large and how slow faults are: bytes of white space, seconds of silence."""

    size: int
    stall: float


Maker = Callable[[Question, Reply, Measures], Reply | None]


class Kind(NamedTuple):
    """One kind of fault."""

    name: str
    meaning: str
    make: Maker


def say_status(service: str, status: int) -> Reply:
    """Return an error with this status as the service words it."""
    if status == 429:
        return refuse(service)
    text = (_GATEWAY | _REFUSED).get(status, "Error")
    if service == "arxiv":
        return Reply(status, f"<html><body>{text}</body></html>\n".encode(), "text/html")
    word = "error" if status in _REFUSED else "message"
    return Reply(status, json.dumps({word: text}).encode(), "application/json")


def enlarge(_question: Question, reply: Reply, measures: Measures) -> Reply:
    """Return the answer followed by more white space than anybody should read."""
    return replace(reply, delivery=Padded(measures.size))


def _status(status: int) -> Maker:
    return lambda question, reply, measures: say_status(question.service, status)


def _later(status: int, when: Callable[[], str]) -> Maker:
    """Make a refusal whose Retry-After is what `when` returns."""

    def make(question: Question, _reply: Reply, _measures: Measures) -> Reply:
        said = say_status(question.service, status)
        return replace(said, headers=(*said.headers, ("Retry-After", when())))

    return make


def _instead(body: bytes, content_type: str) -> Maker:
    return lambda question, reply, measures: replace(reply, body=body, content_type=content_type)


def _broken(share: float) -> Maker:
    return lambda question, reply, measures: replace(reply, delivery=Broken(share))


def _drip(_question: Question, reply: Reply, measures: Measures) -> Reply:
    return replace(reply, delivery=Broken(0.01, measures.stall))


def _truncate(_question: Question, reply: Reply, _measures: Measures) -> Reply:
    return replace(reply, body=reply.body[: len(reply.body) // 2])


def _mistype(_question: Question, reply: Reply, _measures: Measures) -> Reply:
    return replace(reply, content_type="application/octet-stream")


def _spoil_gzip(_question: Question, reply: Reply, _measures: Measures) -> Reply:
    return replace(reply, headers=(*reply.headers, ("Content-Encoding", "gzip")))


def _redirect(question: Question, reply: Reply, _measures: Measures) -> Reply:
    there = ("Location", _ELSEWHERE + question.target)
    return Reply(302, _HTML, "text/html", headers=(there,), ids=reply.ids)


def _empty_feed(question: Question, reply: Reply, _measures: Measures) -> Reply | None:
    return _feed(question, reply, _ENTRY.sub(b"", reply.body))


def _short_feed(question: Question, reply: Reply, _measures: Measures) -> Reply | None:
    """Return the feed without every other entry, where there are some to leave out."""
    count = itertools.count()
    if len(_ENTRY.findall(reply.body)) < _SEVERAL:
        return None
    body = _ENTRY.sub(lambda entry: b"" if next(count) % 2 else entry[0], reply.body)
    return _feed(question, reply, body)


def _other_feed(question: Question, reply: Reply, _measures: Measures) -> Reply | None:
    return _feed(question, reply, _ABSTRACT_PAGE.sub(rb"\g<1>0704.0001\2", reply.body))


def _bomb(question: Question, reply: Reply, _measures: Measures) -> Reply:
    """Return the feed, one title a thousand million letters once its entities are expanded."""
    told = _ENTRY_TITLE.sub(rb"\1&j;", reply.body, count=1)
    start = told.find(b"<feed")
    if question.service != "arxiv" or start < 0:
        return Reply(200, _BOMB + b"<feed>&j;</feed>", "application/atom+xml")
    return replace(reply, body=told[:start] + _BOMB + told[start:])


def _feed(question: Question, reply: Reply, body: bytes) -> Reply | None:
    return replace(reply, body=body) if question.service == "arxiv" and body != reply.body else None


def _lengthen(_question: Question, reply: Reply, _measures: Measures) -> Reply | None:
    rows = _batch(reply)
    return _rows(reply, [*rows, None]) if rows else None


def _shift(_question: Question, reply: Reply, _measures: Measures) -> Reply | None:
    rows = _batch(reply)
    shifted = rows[1:] + rows[:1]
    return _rows(reply, shifted) if shifted != rows else None


def _batch(reply: Reply) -> list[object]:
    """Return the rows of a batch; nothing where the answer is none."""
    return json.loads(reply.body) if reply.status == 200 and reply.body[:1] == b"[" else []


def _rows(reply: Reply, rows: list[object]) -> Reply:
    return replace(reply, body=json.dumps(rows).encode("ascii") + b"\n")


def _retitle(start: bytes) -> Maker:
    """Make an answer whose first title begins in another way."""

    def make(_question: Question, reply: Reply, _measures: Measures) -> Reply | None:
        body = _TITLE.sub(lambda found: found[1] + start, reply.body, count=1)
        return replace(reply, body=body) if body != reply.body else None

    return make


def _only(service: str, make: Maker) -> Maker:
    return lambda question, reply, measures: (
        make(question, reply, measures) if question.service == service else None
    )


PASSING = (
    *(Kind(str(status), text, _status(status)) for status, text in _GATEWAY.items()),
    Kind("406", "arXiv's edge: Not Acceptable", _only("arxiv", _status(406))),
    Kind("429", "Too Many Requests, no word of when", _status(429)),
    Kind("later-seconds", "429, Retry-After in seconds", _later(429, lambda: str(_SOON))),
    Kind("later-fraction", "503, Retry-After: 0.5", _later(503, lambda: "0.5")),
    Kind(
        "later-date",
        "503, Retry-After as a date",
        _later(503, lambda: formatdate(time.time() + _SOON, usegmt=True)),
    ),
    Kind("later-negative", "429, Retry-After: -5", _later(429, lambda: "-5")),
    Kind("later-absurd", "503, Retry-After in 30,000 years", _later(503, lambda: str(_ABSURD))),
    Kind(
        "rate-text", "200, Rate exceeded. in plain text", _instead(b"Rate exceeded.", "text/plain")
    ),
    Kind("html", "200, a web page", _instead(_HTML, "text/html")),
    Kind("empty", "200, no body", _instead(b"", "application/json")),
    Kind("half", "half the body, then a reset", _broken(0.5)),
    Kind("truncated", "half the body as if it were whole", _truncate),
    Kind("reset", "a reset before any byte", _broken(0)),
    Kind("drip", "the first bytes, silence, a reset", _drip),
    Kind("type", "the right body, the wrong content type", _mistype),
    Kind("gzip", "said to be gzip, but is not", _spoil_gzip),
    Kind("empty-feed", "arXiv: a page without entries", _empty_feed),
    Kind("short-feed", "arXiv: a page without every other paper", _short_feed),
    Kind("other-feed", "arXiv: a page of other papers", _other_feed),
    Kind("length", "S2: a batch with one row too many", _lengthen),
    Kind("shifted", "S2: a batch moved by one row", _shift),
    Kind("bomb", "XML whose entities expand to gigabytes", _bomb),
    Kind(LARGE, "the right body, then white space without measure", enlarge),
    Kind("redirect", "302 to another host", _redirect),
)
"""Kinds after which the right answer can still be had; drawn from by default."""
ALTERING = (
    Kind("surrogate", "S2: half a character in a title", _only("s2", _retitle(rb"\ud800"))),
    Kind("nul", "S2: a NUL in a title", _only("s2", _retitle(rb"\u0000"))),
)
"""Kinds of odd but valid text, which change what is stored; drawn from when named."""
KINDS = {kind.name: kind for kind in (*PASSING, *ALTERING)}
