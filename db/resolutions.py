"""What was found for the papers that are sought, and what a person decided of it."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from .errors import DatabaseError
from .rows import Key, Record, Resolution
from .sought import Overruled, digest_lists, load_taken
from .union import find, locate_all

NOT_YET = "not found so far; not every search has been answered yet"
"""Why a paper is not found that is still looked for."""


class Shown(NamedTuple):
    """A resolution with what the services say of its candidate, to be looked at."""

    resolution: Resolution
    record: Record


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
    if is_accepted and (owner := load_taken(connection).get(candidate)):
        raise DatabaseError(f"{candidate} is '{owner}' of a list, and no second paper's.")
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


Ids = dict[Key, tuple[Key, ...]]
"""The identifiers that were found for papers, the strongest first, by the papers' keys."""


def load_accepted(connection: sqlite3.Connection) -> Ids:
    """Return what is accepted."""
    rows = connection.execute(
        "SELECT paper_key, keys FROM resolutions WHERE band = 'accepted' ORDER BY paper_key"
    )
    return {
        read_key(paper): msgspec.json.decode(keys, type=tuple[Key, ...]) for paper, keys in rows
    }


def is_withdrawn(before: Ids, after: Ids) -> bool:
    """Return whether a paper was given an identifier that it is no longer given."""
    return any(set(keys) - set(after.get(paper, ())) for paper, keys in before.items())


def save_resolutions(
    connection: sqlite3.Connection,
    found: Sequence[Shown],
    unfound: Mapping[Key, str],
    *,
    method: str,
    at: str,
) -> None:
    """Store what was found in place of all that was found before.

    What is as it was keeps its time. The papers' identifiers are not touched.
    """
    rows = []
    places: dict[Key, int] = {}
    for each in found:
        key = each.resolution.paper
        place = places[key] = places.get(key, 0) + 1
        rows.append((find(connection, key), place, *_row(each)))
    _replace(connection, "resolutions", _COLUMNS, rows, (method, at))
    missing = [(find(connection, key), reason, str(key)) for key, reason in unfound.items()]
    _replace(connection, "unresolved", _UNRESOLVED, missing, (at,))


def _replace(
    connection: sqlite3.Connection,
    table: str,
    columns: tuple[str, ...],
    rows: Sequence[tuple[object, ...]],
    stamp: tuple[object, ...],
) -> None:
    """Write the rows in place of a table's; the last columns are a new row's stamp."""
    names = ", ".join(columns)
    known = {
        row[: -len(stamp)]: row[-len(stamp) :]
        for row in connection.execute(f"SELECT {names} FROM {table}")  # noqa: S608
    }
    connection.execute(f"DELETE FROM {table}")  # noqa: S608
    _insert(connection, table, columns, [(*row, *known.get(row, stamp)) for row in rows])


_PARTS = ("title", "abstract", "authors", "year", "venue")
_COLUMNS = (
    "paper", "place", "band", "score", "candidate", "candidate_title", "candidate_authors",
    "candidate_year", "candidate_venue", "candidate_abstract", "title_score", "abstract_score",
    "authors_score", "year_score", "venue_score", "evidence", "runner_up", "runner_up_score",
    "reason", "is_decided", "paper_key", "keys", "answers", "method", "resolved_at",
)  # fmt: skip
_UNRESOLVED = ("paper", "reason", "paper_key", "resolved_at")


def _insert(
    connection: sqlite3.Connection,
    table: str,
    columns: tuple[str, ...],
    rows: Iterable[Sequence[object]],
) -> None:
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    connection.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)  # noqa: S608


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
    resolutions, unresolved = (
        connection.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY rowid").fetchall()  # noqa: S608
        for table, columns in (("resolutions", _COLUMNS), ("unresolved", _UNRESOLVED))
    )
    return resolutions, unresolved


def restore_resolutions(connection: sqlite3.Connection, kept: Kept) -> None:
    """Store again what was found."""
    for table, columns, rows in zip(
        ("resolutions", "unresolved"), (_COLUMNS, _UNRESOLVED), kept, strict=True
    ):
        key = columns.index("paper_key")
        placed = [(find(connection, read_key(str(row[key]))), *row[1:]) for row in rows]
        # Of a line that is about to have another key there is no paper yet; it is judged again.
        _insert(connection, table, columns, [row for row in placed if row[0] is not None])


def give_ids(connection: sqlite3.Connection) -> set[int]:
    """Give the papers the identifiers that were found for them; return their numbers."""
    given = load_accepted(connection)
    located = locate_all(connection, [(paper, *keys) for paper, keys in given.items()])
    return {each.paper for each in located}


def forget_overruled(
    connection: sqlite3.Connection, overruled: Overruled, collection: str, file: str
) -> bool:
    """Drop what was found for papers that a list names now; return whether ids were given.

    Lines that have a new key leave the old one.
    """
    had = load_accepted(connection)
    renamed = {read_key(old) for old, _ in overruled.lines}
    for table in ("resolutions", "unresolved"):
        connection.executemany(
            f"DELETE FROM {table} WHERE paper_key = ?",  # noqa: S608
            [(key,) for key in overruled.found],
        )
    for table in ("resolutions", "unresolved", "decisions"):
        connection.executemany(
            f"UPDATE OR REPLACE {table} SET paper_key = ? WHERE paper_key = ?",  # noqa: S608
            [(new, old) for old, new in overruled.lines if old.startswith("text:")],
        )
    connection.executemany(
        "DELETE FROM listed WHERE key = ? AND file = ? "
        "AND collection = (SELECT id FROM collections WHERE name = ?)",
        [(old, file, collection) for old, _ in overruled.lines],
    )
    return bool(had.keys() - load_accepted(connection).keys() - renamed)


class Judged(NamedTuple):
    """What was known when the papers were last judged: a hash of the lists, the last answer."""

    lists: str
    last_answer: int
    method: str


def load_judged(connection: sqlite3.Connection) -> Judged | None:
    """Return what was known at the last judgement; None before the first."""
    row = connection.execute("SELECT lists, last_answer, method FROM judgements").fetchone()
    return Judged(*row) if row else None


def save_judged(connection: sqlite3.Connection, method: str, at: str) -> None:
    """Note that the papers were judged by all that is known now."""
    connection.execute(
        "INSERT OR REPLACE INTO judgements (id, lists, last_answer, method, judged_at) "
        "VALUES (1, ?, (SELECT coalesce(max(id), 0) FROM answers), ?, ?)",
        (digest_lists(connection), method, at),
    )


def has_answers_since(
    connection: sqlite3.Connection, source: str, part: str, judged: Judged | None
) -> bool:
    """Return whether a part of a source has answered since a judgement."""
    (found,) = connection.execute(
        "SELECT EXISTS (SELECT 1 FROM answers WHERE source = ? AND part = ? AND id > ?)",
        (source, part, judged.last_answer if judged else 0),
    ).fetchone()
    return bool(found)


def read_key(text: str) -> Key:
    """Return the key that `str` wrote."""
    scheme, _, value = text.partition(":")
    return Key(scheme, value)
