"""How much of what was listed is there, and what is missing and why; from the named queries."""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from .outcomes import load_outcomes
from .queries import ask
from .resolutions import NOT_YET

ALL = "(all)"
"""Stands for a decision in a row that is a total."""


@dataclass(frozen=True)
class Listed:
    """The listed papers by collection, and how many they are without counting any twice."""

    collections: Mapping[str, int]
    different: int
    in_several: int
    unresolved: int
    """Those of the different papers that have no identifier to ask a source by."""


@dataclass(frozen=True)
class Unidentified:
    """The listed papers that came without an identifier, by what became of them.

    `not_sought` are those that were not looked for everywhere yet.
    """

    found: int
    for_review: int
    not_found: int
    not_sought: int

    @property
    def papers(self) -> int:
        return self.found + self.for_review + self.not_found + self.not_sought


@dataclass(frozen=True)
class Coverage:
    """What became of one part of one source for the papers of one decision, or of all.

    `not_asked` papers have no identifier that the source takes (`unresolved`: that any takes)
    or were not reached yet. Link numbers are None for a part that brings no links; unlinked
    entries come beside those received.
    """

    source: str
    part: str
    decision: str
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

    @property
    def is_total(self) -> bool:
        return self.decision == ALL


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
class UnusableLine:
    """A line of a list that could not be used, or only in part."""

    collection: str
    file: str
    line: int
    reason: str
    text: str


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


def count_listed(connection: sqlite3.Connection, collection: str | None = None) -> Listed:
    """Count the listed papers, of one collection or all."""
    given = {"collection": collection}
    by_name = connection.execute(
        "SELECT collections.name, count(DISTINCT paper) FROM listed "
        "JOIN collections ON collections.id = listed.collection "
        "WHERE :collection IS NULL OR collections.name = :collection "
        "GROUP BY collections.name ORDER BY collections.name",
        given,
    ).fetchall()
    different, in_several, unresolved = connection.execute(
        "SELECT count(*), count(*) FILTER (WHERE times > 1), "
        "count(*) FILTER (WHERE paper NOT IN askable) "
        "FROM (SELECT paper, count(DISTINCT collection) AS times FROM listed "
        "JOIN collections ON collections.id = listed.collection "
        "WHERE :collection IS NULL OR collections.name = :collection GROUP BY paper) AS chosen",
        given,
    ).fetchone()
    return Listed(dict(by_name), different, in_several, unresolved)


def count_unidentified(
    connection: sqlite3.Connection, collection: str | None = None
) -> Unidentified:
    """Count the listed papers that came without an identifier, of one collection or all."""
    outcomes = load_outcomes(connection, collection)
    bands = Counter(each.band for each in outcomes if each.reason != NOT_YET)
    left = count_listed(connection, collection).unresolved
    review, not_found = bands["review"], bands["not found"]
    return Unidentified(bands["accepted"], review, not_found, left - review - not_found)


def measure_coverage(
    connection: sqlite3.Connection,
    collection: str | None = None,
    parts: Iterable[tuple[str, str]] = (),
) -> list[Coverage]:
    """Return coverage by source, part and decision, a total last; for one collection or all.

    `parts` are (source, part) that are told of even where nothing was asked of them.
    """
    rows = ask(connection, "coverage", collection=collection).rows
    measured = [Coverage(*row) for row in rows]  # type: ignore[arg-type]
    by_part = {
        place: list(group) for place, group in groupby(measured, lambda c: (c.source, c.part))
    }
    like = next(iter(by_part.values()), [])
    places = dict.fromkeys((*parts, *by_part))
    return [c for place in places for c in by_part.get(place) or _not_asked(place, like)]


def _not_asked(place: tuple[str, str], like: Sequence[Coverage]) -> list[Coverage]:
    """Return the same papers, for a part of which nothing was asked."""
    source, part = place
    nothing = {"found": 0, "incomplete": 0, "absent": 0, "failed": 0}
    links = {"links_expected": None, "links_received": None, "links_unlinked": None}
    return [
        replace(c, source=source, part=part, not_asked=c.listed, **nothing, **links)  # type: ignore[arg-type]
        for c in like
    ]


def find_problems(connection: sqlite3.Connection, collection: str | None = None) -> list[Problem]:
    """Return why papers are missing, the most frequent reason first."""
    papers: dict[tuple[str, str, str, str], list[str]] = {}
    for row in ask(connection, "problems_with_reasons", collection=collection).rows:
        number, title, source, part, state, reason, *_ = row
        why = (str(source), str(part), str(state), str(reason or "no reason was given"))
        papers.setdefault(why, []).append(str(title or f"paper {number}"))
    problems = [Problem(*why, len(titles), titles[0]) for why, titles in papers.items()]
    return sorted(problems, key=lambda problem: -problem.papers)


def find_unusable(
    connection: sqlite3.Connection, collection: str | None = None
) -> list[UnusableLine]:
    """Return the lines of the lists that could not be used, or only in part."""
    rows = ask(connection, "lines_not_used", collection=collection).rows
    return [UnusableLine(*row) for row in rows]  # type: ignore[arg-type]


def load_runs(connection: sqlite3.Connection, most: int) -> list[Run]:
    """Return the last runs, the newest first."""
    rows = ask(connection, "last_runs", limit=most).rows
    return [
        Run(*run, tuple(RunService(*row[6:10]) for row in services if row[6]))  # type: ignore[arg-type, call-arg]
        for run, services in groupby(rows, key=lambda row: row[:6])
    ]


def source_titles(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the full name of every source by its short one."""
    return dict(connection.execute("SELECT name, title FROM sources ORDER BY rank, name"))


@dataclass(frozen=True)
class Standing:
    """All of it at one moment, with the sources' full names."""

    listed: Listed
    unidentified: Unidentified
    coverage: tuple[Coverage, ...]
    problems: tuple[Problem, ...]
    unusable: tuple[UnusableLine, ...]
    other_titles: int
    """Lines whose identifier leads to a paper of quite another title."""
    titles: Mapping[str, str]

    def totals(self) -> list[Coverage]:
        """Return the coverage of all papers, without the parts by decision."""
        return [c for c in self.coverage if c.is_total]


def take_stock(
    connection: sqlite3.Connection,
    collection: str | None = None,
    parts: Iterable[tuple[str, str]] = (),
) -> Standing:
    """Return how a collection, or all, stands."""
    return Standing(
        count_listed(connection, collection),
        count_unidentified(connection, collection),
        tuple(measure_coverage(connection, collection, parts)),
        tuple(find_problems(connection, collection)),
        tuple(find_unusable(connection, collection)),
        len(ask(connection, "other_titles", collection=collection).rows),
        source_titles(connection),
    )
