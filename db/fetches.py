"""What has been asked of whom, with what result, and what is still to be asked."""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from .rows import Key, Want


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


# A paper is wanted when its part was never answered, failed, or was answered before the
# cutoff; a paged part takes up where its last page ended.
_WANTS = """
SELECT papers.id, scheme, value, {count}, coalesce(fetches.resume_at, 0)
FROM papers
LEFT JOIN fetches ON fetches.paper = papers.id
    AND fetches.source = :source AND fetches.part = :part
{needs}
JOIN identifiers ON identifiers.paper = papers.id AND scheme IN ({schemes})
WHERE papers.is_listed AND {state}
ORDER BY papers.id, {scheme_rank}, length(value), value
"""
_NEEDS = """JOIN fetches AS needed ON needed.paper = papers.id
    AND needed.source = :source AND needed.part = :needs AND needed.state = 'found'"""
_OPEN = "(fetches.state IS NULL OR fetches.state = 'failed' OR fetches.at < :cutoff)"


def find_wants(
    connection: sqlite3.Connection, source: str, part: Part, cutoff: str | None
) -> list[Want]:
    """Return the papers that a part still has to be asked about, by paper number.

    `cutoff` is a time (UTC, ISO 8601): answers from before it count as out of date.
    """
    rank = " ".join(f"WHEN '{scheme}' THEN {n}" for n, scheme in enumerate(part.schemes))
    query = _WANTS.format(
        count=f"papers.{part.count}" if part.count else "NULL",
        scheme_rank=f"CASE scheme {rank} END",
        schemes=", ".join(f"'{scheme}'" for scheme in part.schemes),
        needs=_NEEDS if part.needs else "",
        state="fetches.state = 'partial'" if part.paged else _OPEN,
    )
    rows = connection.execute(
        query,
        {"source": source, "part": part.name, "needs": part.needs, "cutoff": cutoff or ""},
    )
    return [
        Want(Key(scheme, value), expected, offset if part.paged else 0)
        for _, of_paper in groupby(rows, key=itemgetter(0))
        for _, scheme, value, expected, offset in [next(of_paper)]
    ]


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
        "state = 'failed', reason = excluded.reason, tries = tries + 1, at = excluded.at",
        [(paper, source, part, reason, at) for paper in papers],
    )


def count_states(
    connection: sqlite3.Connection, source: str, parts: Sequence[str]
) -> dict[tuple[str, str], int]:
    """Return how many papers stand in each state, by (part, state)."""
    marks = ", ".join("?" * len(parts))
    rows = connection.execute(
        "SELECT part, state, count(*) FROM fetches "  # noqa: S608
        f"WHERE source = ? AND part IN ({marks}) GROUP BY part, state",
        (source, *parts),
    )
    return {(part, state): count for part, state, count in rows}
