"""Listed papers without an identifier: which are still sought, and what was found for them."""

import functools
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from .errors import DatabaseError
from .fetches import Search
from .listings import fill_gaps, keys_of
from .rows import Key, Listing, Record, Resolution, Sought, Want
from .union import find, locate_all
from .venues import find_venue

# Papers that no source can be asked about by an identifier, as every list gives them.
_SOUGHT = """
SELECT listed.paper, listed.listing, collections.name
FROM listed JOIN collections ON collections.id = listed.collection
WHERE listed.paper NOT IN (SELECT paper FROM askable)
ORDER BY listed.paper, listed.collection, listed.key
"""
_ASKED = """
SELECT paper FROM fetches
WHERE source = ? AND part = ? AND state <> 'failed' AND at >= ?
"""
_WAITING = "SELECT paper FROM resolutions WHERE band = 'review'"
_PARTS = ("title", "abstract", "authors", "year", "venue")


class Shown(NamedTuple):
    """A resolution with what the services say of its candidate, to be looked at."""

    resolution: Resolution
    record: Record


def load_sought(connection: sqlite3.Connection) -> dict[int, Sought]:
    """Return the listed papers that are still sought, by paper number."""
    listings: dict[int, list[Listing]] = {}
    collections: dict[int, str] = {}
    for paper, text, collection in connection.execute(_SOUGHT):
        listings.setdefault(paper, []).append(msgspec.json.decode(text, type=Listing))
        collections.setdefault(paper, collection)
    return {
        paper: _sought(functools.reduce(fill_gaps, of_paper), collections[paper])
        for paper, of_paper in listings.items()
    }


def _sought(listing: Listing, collection: str) -> Sought:
    venue = listing.venue or find_venue(collection)
    return Sought(
        key=keys_of(listing)[0],
        title=listing.title,
        abstract=listing.abstract,
        authors=listing.authors,
        year=listing.year,
        venue=venue,
    )


def find_sought(
    connection: sqlite3.Connection, source: str, part: str, search: Search, cutoff: str | None
) -> list[Want]:
    """Return the papers that a search suits and was not yet asked for, by paper number."""
    passed = {paper for (paper,) in connection.execute(_ASKED, (source, part, cutoff or ""))}
    if search.is_last_resort:
        passed |= {paper for (paper,) in connection.execute(_WAITING)}
    return [
        Want(sought.key, sought=sought)
        for paper, sought in load_sought(connection).items()
        if paper not in passed and search.suits(sought)
    ]


_UNSETTLED = """
SELECT EXISTS (
    SELECT 1 FROM (
        SELECT answered_at AS at FROM answers WHERE source = ? AND part = ?
        UNION ALL SELECT decided_at FROM decisions
    ) WHERE at > coalesce((
        SELECT max(resolved_at) FROM (
            SELECT resolved_at FROM resolutions UNION ALL SELECT resolved_at FROM unresolved
        )
    ), '')
)
"""


def is_settled(connection: sqlite3.Connection, source: str, part: str) -> bool:
    """Return whether all that a search brought, and a person decided, has been scored."""
    return not connection.execute(_UNSETTLED, (source, part)).fetchone()[0]


def load_taken(connection: sqlite3.Connection) -> dict[Key, str]:
    """Return the identifiers of listed papers that sources can be asked about, with titles."""
    rows = connection.execute(
        "SELECT scheme, value, coalesce(title, value) FROM identifiers "
        "JOIN papers ON papers.id = identifiers.paper "
        "WHERE is_listed AND scheme IN ('arxiv', 'corpus', 's2', 'doi')"
    )
    return {Key(scheme, value): title for scheme, value, title in rows}


def load_unfound(connection: sqlite3.Connection) -> dict[Key, str]:
    """Return the papers that were not found so far, and why."""
    rows = connection.execute("SELECT paper_key, reason FROM unresolved ORDER BY paper_key")
    return {read_key(key): reason for key, reason in rows}


def load_decisions(connection: sqlite3.Connection) -> dict[tuple[Key, Key], bool]:
    """Return what a person decided, by paper and candidate."""
    rows = connection.execute("SELECT paper_key, candidate, is_accepted FROM decisions")
    return {
        (read_key(paper), read_key(candidate)): bool(is_accepted)
        for paper, candidate, is_accepted in rows
    }


def save_decision(
    connection: sqlite3.Connection, paper: Key, candidate: Key, *, is_accepted: bool, at: str
) -> None:
    """Keep what a person decided of a candidate. Raises DatabaseError for a contradiction."""
    other = connection.execute(
        "SELECT paper_key FROM decisions "
        "WHERE candidate = ? AND paper_key <> ? AND is_accepted AND ?",
        (str(candidate), str(paper), is_accepted),
    ).fetchone()
    if other:
        raise DatabaseError(
            f"{candidate} was accepted for {other[0]} before, and is no second paper's. If both "
            "lines of the list are one paper, give both the same id."
        )
    connection.execute(
        "INSERT INTO decisions (paper_key, candidate, is_accepted, decided_at) "
        "VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET is_accepted = excluded.is_accepted, "
        "decided_at = excluded.decided_at",
        (str(paper), str(candidate), int(is_accepted), at),
    )


def save_resolutions(
    connection: sqlite3.Connection,
    found: Sequence[Shown],
    unfound: Mapping[Key, str],
    *,
    method: str,
    at: str,
) -> set[int]:
    """Store what was found in place of what was found before; return the papers resolved.

    The identifiers of an accepted candidate become the paper's.
    """
    sought = {each.resolution.paper for each in found} | unfound.keys()
    for key in sought:
        connection.execute("DELETE FROM resolutions WHERE paper_key = ?", (str(key),))
        connection.execute("DELETE FROM unresolved WHERE paper_key = ?", (str(key),))
    accepted = [each.resolution for each in found if each.resolution.band == "accepted"]
    located = locate_all(connection, [(each.paper, *each.keys) for each in accepted])
    places: dict[Key, int] = {}
    rows = []
    for each in found:
        place = places[each.resolution.paper] = places.get(each.resolution.paper, 0) + 1
        paper = find(connection, each.resolution.paper)
        rows.append((paper, place, *_row(each), method, at))
    _insert(connection, rows)
    connection.executemany(
        "INSERT INTO unresolved (paper, reason, resolved_at, paper_key) VALUES (?, ?, ?, ?)",
        [(find(connection, key), reason, at, str(key)) for key, reason in unfound.items()],
    )
    return {each.paper for each in located}


_COLUMNS = (
    "paper, place, band, score, candidate, candidate_title, candidate_authors, candidate_year, "
    "candidate_venue, candidate_abstract, title_score, abstract_score, authors_score, "
    "year_score, venue_score, evidence, runner_up, runner_up_score, reason, is_decided, "
    "paper_key, keys, answers, method, resolved_at"
)


def _insert(connection: sqlite3.Connection, rows: Iterable[Sequence[object]]) -> None:
    marks = ", ".join("?" * (_COLUMNS.count(",") + 1))
    connection.executemany(
        f"INSERT INTO resolutions ({_COLUMNS}) VALUES ({marks})",  # noqa: S608
        rows,
    )


def _row(shown: Shown) -> tuple[object, ...]:
    each, record = shown
    weights = {part.part: part.weight for part in each.evidence}
    return (
        each.band,
        each.score,
        str(each.keys[0]),
        record.title,
        "; ".join(author.name for author in record.authors) or None,
        record.year,
        record.venue or record.journal_ref or record.comment,
        record.abstract,
        *(weights.get(part) for part in _PARTS),
        msgspec.json.encode(each.evidence).decode(),
        str(each.runner_up) if each.runner_up else None,
        each.runner_up_score,
        each.reason,
        int(each.decided),
        str(each.paper),
        msgspec.json.encode(each.keys).decode(),
        msgspec.json.encode(each.answers).decode(),
    )


Kept = tuple[list[tuple[object, ...]], list[tuple[object, ...]]]
"""Rows of resolutions and of unresolved, which name their papers by key."""


def keep_resolutions(connection: sqlite3.Connection) -> Kept:
    """Return all that was found, to be stored again after everything else was made again."""
    return (
        connection.execute(f"SELECT {_COLUMNS} FROM resolutions ORDER BY rowid").fetchall(),  # noqa: S608
        connection.execute(
            "SELECT paper, reason, resolved_at, paper_key FROM unresolved ORDER BY paper_key"
        ).fetchall(),
    )


def restore_resolutions(connection: sqlite3.Connection, kept: Kept) -> set[int]:
    """Store again what was found; return the papers that were resolved."""
    resolutions, unresolved = kept
    names = _COLUMNS.split(", ")
    band, paper_key, keys = (names.index(name) for name in ("band", "paper_key", "keys"))
    located = locate_all(
        connection,
        [
            (read_key(str(row[paper_key])), *msgspec.json.decode(str(row[keys]), type=list[Key]))
            for row in resolutions
            if row[band] == "accepted"
        ],
    )
    _insert(
        connection,
        [(find(connection, read_key(str(row[paper_key]))), *row[1:]) for row in resolutions],
    )
    connection.executemany(
        "INSERT INTO unresolved (paper, reason, resolved_at, paper_key) VALUES (?, ?, ?, ?)",
        [(find(connection, read_key(str(row[-1]))), *row[1:]) for row in unresolved],
    )
    return {each.paper for each in located}


def read_key(text: str) -> Key:
    """Return the key that `str` wrote."""
    scheme, _, value = text.partition(":")
    return Key(scheme, value)
