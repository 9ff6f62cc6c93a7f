"""One row a run, and what it asked of each service."""

import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import msgspec


@dataclass(frozen=True)
class SourceInfo:
    """How a source is named, ranked (the smallest rank is believed first) and credited."""

    name: str
    rank: int
    title: str
    url: str | None = None
    licence: str | None = None
    attribution: str | None = None


@dataclass(frozen=True)
class ServiceUse:
    """What a run asked of one service. Refusals are answers that asked us to come later."""

    source: str
    url: str
    requests: int = 0
    retries: int = 0
    refusals: int = 0
    bytes: int = 0
    waited: float = 0.0


def save_sources(connection: sqlite3.Connection, sources: Iterable[SourceInfo]) -> None:
    """Make the sources known to the database."""
    connection.executemany(
        "INSERT INTO sources (name, rank, title, url, licence, attribution) "
        "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET rank = excluded.rank, "
        "title = excluded.title, url = excluded.url, licence = excluded.licence, "
        "attribution = excluded.attribution",
        [(s.name, s.rank, s.title, s.url, s.licence, s.attribution) for s in sources],
    )


def save_schemes(
    connection: sqlite3.Connection, sources: Mapping[SourceInfo, Iterable[str]]
) -> None:
    """Store by which identifiers each source can be asked."""
    for source, schemes in sources.items():
        connection.execute("DELETE FROM source_schemes WHERE source = ?", (source.name,))
        connection.executemany(
            "INSERT OR IGNORE INTO source_schemes (source, scheme) VALUES (?, ?)",
            [(source.name, scheme) for scheme in schemes],
        )


def save_searches(connection: sqlite3.Connection, searches: Iterable[tuple[str, str]]) -> None:
    """Store which parts of sources are searches, as (source, part)."""
    connection.executemany("INSERT OR IGNORE INTO searches (source, part) VALUES (?, ?)", searches)


def start_run(
    connection: sqlite3.Connection,
    command: str,
    version: str,
    options: Mapping[str, object],
    at: str,
) -> int:
    """Open a run and return its number."""
    row = connection.execute(
        "INSERT INTO runs (command, version, options, started_at) VALUES (?, ?, ?, ?) RETURNING id",
        (command, version, msgspec.json.encode(options).decode(), at),
    ).fetchone()
    return int(row[0])


def save_use(connection: sqlite3.Connection, run: int, uses: Iterable[ServiceUse]) -> None:
    """Store what a run asked so far."""
    connection.executemany(
        "INSERT INTO run_services (run, source, url, requests, retries, refusals, bytes, waited) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET requests = excluded.requests, "
        "retries = excluded.retries, refusals = excluded.refusals, bytes = excluded.bytes, "
        "waited = excluded.waited",
        [
            (run, u.source, u.url, u.requests, u.retries, u.refusals, u.bytes, u.waited)
            for u in uses
        ],
    )


def finish_run(
    connection: sqlite3.Connection, run: int, exit_code: int, outcome: str, at: str
) -> None:
    """Close a run with the way it ended."""
    connection.execute(
        "UPDATE runs SET finished_at = ?, exit_code = ?, outcome = ? WHERE id = ?",
        (at, exit_code, outcome, run),
    )
