"""What has been asked of whom, with what result, and what is still to be asked."""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from .rows import Key, Sought, Want
from .union import find


@dataclass(frozen=True)
class Search:
    """How a part looks for papers that have no identifier.

    `suits` says of a paper whether the lists give the words that are asked for; `cost` is
    about how many requests a paper takes: the cheaper search is asked first. The last resort
    leaves out papers that something alike was found for.
    """

    suits: Callable[[Sought], bool]
    cost: float
    is_last_resort: bool = False


@dataclass(frozen=True)
class Part:
    """One kind of question to a source, and which papers it is asked about.

    `schemes` are the identifiers that it can be asked by, the best first; `needs` names the
    part that must have found the paper before; `paged` takes the papers whose answer was
    short, one request a page.
    """

    name: str
    schemes: tuple[str, ...]
    needs: str | None = None
    direction: str | None = None
    """For a part that brings links: references or citations."""
    paged: bool = False
    search: Search | None = None
    """For a part that looks for papers without identifiers."""


# A paper is wanted when its part was never answered, failed, or was answered before the
# cutoff; a paged part takes up where its last page ended.
_WANTS = """
SELECT papers.id, scheme, value, {count}, fetches.resume_at
FROM papers
LEFT JOIN fetches ON fetches.paper = papers.id
    AND fetches.source = :source AND fetches.part = :part
{needs}
JOIN identifiers ON identifiers.paper = papers.id
WHERE papers.is_listed AND {state}
ORDER BY papers.id
"""
_NEEDS = """JOIN fetches AS needed ON needed.paper = papers.id
    AND needed.source = :source AND needed.part = :needs AND needed.state = 'found'"""
_OPEN = """(fetches.state IS NULL OR fetches.at < :cutoff
    OR (fetches.state = 'failed' AND fetches.resume_at IS NULL))"""
_UNFINISHED = "(fetches.state IN ('partial', 'failed') AND fetches.resume_at IS NOT NULL)"


def find_unfetched(
    connection: sqlite3.Connection, source: str, part: Part, cutoff: str | None
) -> list[Want]:
    """Return the papers that a part still has to be asked about, by paper number.

    `cutoff` is a time (UTC, ISO 8601): answers from before it count as out of date.
    """
    query = _WANTS.format(
        count=f"papers.{part.direction[:-1]}_count" if part.direction else "NULL",
        needs=_NEEDS if part.needs else "",
        state=_UNFINISHED if part.paged else _OPEN,
    )
    rows = connection.execute(
        query,
        {"source": source, "part": part.name, "needs": part.needs, "cutoff": cutoff or ""},
    )
    wants = (_want(part, list(of_paper)) for _, of_paper in groupby(rows, key=itemgetter(0)))
    return [want for want in wants if want]


def _want(part: Part, rows: Sequence[tuple[int, str, str, int | None, int | None]]) -> Want | None:
    """Return what to ask about a paper, by the best of its identifiers; None if there is none."""
    known = [Key(scheme, value) for _, scheme, value, _, _ in rows]
    askable = [key for key in known if key.scheme in part.schemes]
    if not askable:
        return None
    key = min(askable, key=lambda k: (part.schemes.index(k.scheme), len(k.value), k.value))
    *_, expected, offset = rows[0]
    return Want(key, expected, (offset or 0) if part.paged else 0, tuple(sorted(known)))


@dataclass(frozen=True)
class Fetch:
    """The state of one part of one source for one paper."""

    state: str
    reason: str | None = None
    expected: int | None = None
    received: int | None = None
    unlinked: int | None = None
    resume_at: int | None = None
    answer: int | None = None


def save_fetches(
    connection: sqlite3.Connection,
    source: str,
    part: str,
    fetches: Iterable[tuple[int, Fetch]],
    at: str,
) -> None:
    """Store the state of a part for these papers."""
    connection.executemany(
        "INSERT INTO fetches (paper, source, part, state, reason, expected, received, unlinked, "
        "resume_at, answer, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT DO UPDATE SET state = excluded.state, reason = excluded.reason, "
        "expected = excluded.expected, received = excluded.received, "
        "unlinked = excluded.unlinked, resume_at = excluded.resume_at, "
        "answer = excluded.answer, at = excluded.at, tries = 1",
        [
            (
                paper,
                source,
                part,
                fetch.state,
                fetch.reason,
                fetch.expected,
                fetch.received,
                fetch.unlinked,
                fetch.resume_at,
                fetch.answer,
                at,
            )
            for paper, fetch in fetches
        ],
    )


def load_fetch(connection: sqlite3.Connection, paper: int, source: str, part: str) -> Fetch | None:
    """Return the stored state of a fetch."""
    row = connection.execute(
        "SELECT state, reason, expected, received, unlinked, resume_at, answer FROM fetches "
        "WHERE paper = ? AND source = ? AND part = ?",
        (paper, source, part),
    ).fetchone()
    return Fetch(*row) if row else None


def continued(before: Fetch, page: Fetch, received: int, unlinked: int) -> Fetch:
    """Return the state after a further page of a list: of the round that `before` began."""
    return replace(
        page,
        expected=before.expected if page.expected is None else page.expected,
        received=received,
        unlinked=unlinked,
        answer=before.answer,
    )


def fail_fetches(
    connection: sqlite3.Connection,
    papers: Iterable[int],
    source: str,
    part: str,
    reason: str,
    at: str,
) -> None:
    """Note that a part failed for these papers. What was received before stays."""
    connection.executemany(
        "INSERT INTO fetches (paper, source, part, state, reason, at) "
        "VALUES (?, ?, ?, 'failed', ?, ?) ON CONFLICT DO UPDATE SET "
        "state = 'failed', reason = excluded.reason, at = excluded.at, "
        "tries = iif(state = 'failed', tries + 1, 1)",
        [(paper, source, part, reason, at) for paper in papers],
    )


class Failure(NamedTuple):
    """A failed fetch of the paper that a key names."""

    scheme: str
    value: str
    source: str
    part: str
    reason: str
    tries: int
    at: str


def load_failures(connection: sqlite3.Connection) -> list[Failure]:
    """Return the failed fetches, which no stored answer tells of."""
    rows = connection.execute(
        "SELECT scheme, value, fetches.source, part, reason, tries, at "
        "FROM fetches JOIN identifiers ON identifiers.paper = fetches.paper "
        "WHERE state = 'failed' GROUP BY fetches.paper, fetches.source, part"
    )
    return [Failure(*row) for row in rows]


def restore_failures(connection: sqlite3.Connection, failures: Iterable[Failure]) -> None:
    """Note failures again, after everything else was made again."""
    rows = [(find(connection, Key(each.scheme, each.value)), each) for each in failures]
    for paper, each in rows:
        if paper is not None:
            fail_fetches(connection, [paper], each.source, each.part, each.reason, each.at)
    connection.executemany(
        "UPDATE fetches SET tries = ? WHERE paper = ? AND source = ? AND part = ?",
        [(each.tries, paper, each.source, each.part) for paper, each in rows],
    )
