"""How much of what was listed is there, and what is missing and why; from the named queries."""

import sqlite3
from dataclasses import dataclass
from itertools import groupby

from .queries import ask


@dataclass(frozen=True)
class Coverage:
    """What became of one part of one source for the papers of one decision.

    `not_asked` papers have no identifier that the source takes (`unresolved`: that any takes)
    or were not reached yet. Link numbers are None for a part that brings no links.
    """

    source: str
    part: str
    decision: str | None
    listed: int
    found: int
    incomplete: int
    absent: int
    failed: int
    not_asked: int
    unresolved: int
    links_expected: int | None
    links_received: int | None
    links_unlinked: int | None


@dataclass(frozen=True)
class Problem:
    """A reason why papers are missing, how many there are, and one of them."""

    source: str
    part: str
    state: str
    reason: str
    papers: int
    example: str


@dataclass(frozen=True)
class RunService:
    source: str
    requests: int
    retries: int
    refusals: int


@dataclass(frozen=True)
class Run:
    """One run; `services` says what it asked."""

    run: int
    command: str
    started_at: str
    seconds: float | None
    exit_code: int | None
    outcome: str | None
    services: tuple[RunService, ...]


def measure_coverage(connection: sqlite3.Connection, collection: str | None) -> list[Coverage]:
    """Return coverage by source, part and decision, for one collection or all."""
    rows = ask(connection, "coverage", collection=collection).rows
    return [Coverage(*row) for row in rows if row[0]]  # type: ignore[arg-type]


def find_problems(connection: sqlite3.Connection, collection: str | None) -> list[Problem]:
    """Return why papers are missing, the most frequent reason first."""
    papers: dict[tuple[str, str, str, str], list[str]] = {}
    for row in ask(connection, "problems_with_reasons", collection=collection).rows:
        number, title, source, part, state, reason, *_ = row
        why = (str(source), str(part), str(state), str(reason))
        papers.setdefault(why, []).append(str(title or f"paper {number}"))
    problems = [Problem(*why, len(titles), titles[0]) for why, titles in papers.items()]
    return sorted(problems, key=lambda problem: -problem.papers)


def load_runs(connection: sqlite3.Connection, most: int) -> list[Run]:
    """Return the last runs, the newest first."""
    rows = ask(connection, "last_runs", limit=most).rows
    return [
        Run(*run, tuple(RunService(*row[6:10]) for row in services if row[6]))  # type: ignore[arg-type, call-arg]
        for run, services in groupby(rows, key=lambda row: row[:6])
    ]


def count_papers(connection: sqlite3.Connection, collection: str | None) -> dict[str, int]:
    """Return the listed papers by collection."""
    rows = connection.execute(
        "SELECT collections.name, count(DISTINCT paper) FROM listed "
        "JOIN collections ON collections.id = listed.collection "
        "WHERE :collection IS NULL OR collections.name = :collection "
        "GROUP BY collections.name ORDER BY collections.name",
        {"collection": collection},
    )
    return dict(rows.fetchall())
