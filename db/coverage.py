"""How much of what was listed is there, and what is missing and why."""

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True)
class Coverage:
    """Papers of one decision at one source, by what became of the question for them.

    `unasked` have no identifier that the source takes, or were not reached yet. Reference
    numbers are None for a source that gives no references.
    """

    decision: str
    source: str
    listed: int
    found: int
    absent: int
    failed: int
    unasked: int
    references_expected: int | None
    references_received: int | None
    references_unlinked: int | None
    references_withheld: int | None


@dataclass(frozen=True)
class Problem:
    """A reason why papers are missing, how many, and one of them."""

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

    id: int
    command: str
    started_at: str
    finished_at: str | None
    exit_code: int | None
    outcome: str | None
    services: tuple[RunService, ...]


_WANTED = """
WITH wanted AS (
    SELECT listed.paper, coalesce(min(listed.decision), 'none given') AS decision
    FROM listed JOIN collections ON collections.id = listed.collection
    WHERE :collection IS NULL OR collections.name = :collection
    GROUP BY listed.paper
)
"""
_COVERAGE = (
    _WANTED
    + """
SELECT decision, sources.name, count(*),
       count(*) FILTER (WHERE record.state = 'found'),
       count(*) FILTER (WHERE record.state = 'absent'),
       count(*) FILTER (WHERE record.state = 'failed'),
       count(*) FILTER (WHERE record.state IS NULL),
       sum(links.expected), sum(links.received), sum(links.unlinked),
       iif(count(links.state), count(*) FILTER (WHERE links.state = 'absent'), NULL)
FROM wanted CROSS JOIN sources
LEFT JOIN fetches AS record ON record.paper = wanted.paper
    AND record.source = sources.name AND record.part = 'record'
LEFT JOIN fetches AS links ON links.paper = wanted.paper
    AND links.source = sources.name AND links.part = 'references'
WHERE sources.name <> 'list'
GROUP BY decision, sources.name ORDER BY decision, sources.rank
"""
)
_PROBLEMS = (
    _WANTED
    + """
SELECT source, part, state, reason, count(*),
       min(coalesce(papers.arxiv_id, papers.title, papers.openreview_id, ''))
FROM problems JOIN wanted USING (paper) JOIN papers ON papers.id = problems.paper
GROUP BY source, part, state, reason ORDER BY count(*) DESC, source, part, reason
"""
)


def measure_coverage(connection: sqlite3.Connection, collection: str | None) -> list[Coverage]:
    """Return coverage by decision and source, for one collection or all."""
    rows = connection.execute(_COVERAGE, {"collection": collection})
    return [Coverage(*row) for row in rows]


def find_problems(connection: sqlite3.Connection, collection: str | None) -> list[Problem]:
    """Return why papers are missing, the most frequent reason first."""
    rows = connection.execute(_PROBLEMS, {"collection": collection})
    return [Problem(*row) for row in rows]


def load_runs(connection: sqlite3.Connection, most: int) -> list[Run]:
    """Return the last runs, the newest first."""
    rows = connection.execute(
        "SELECT id, command, started_at, finished_at, exit_code, outcome FROM runs "
        "ORDER BY id DESC LIMIT ?",
        (most,),
    ).fetchall()
    return [Run(*row, services=_services(connection, row[0])) for row in rows]


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


def _services(connection: sqlite3.Connection, run: int) -> tuple[RunService, ...]:
    rows = connection.execute(
        "SELECT source, requests, retries, refusals FROM run_services WHERE run = ? "
        "ORDER BY source",
        (run,),
    )
    return tuple(RunService(*row) for row in rows)
