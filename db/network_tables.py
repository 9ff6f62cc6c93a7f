"""What networks say of papers, as tables that questions and pages can join.

They are made from a network, not from answers, so no database keeps them: whoever asks has
them made for the connection or the copy that is asked.
"""

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from pathlib import Path

from .database import atomic, explained

Rows = Iterable[tuple[object, ...]]
Makers = Mapping[str, Callable[[Path], Rows]]
"""By a table's name what makes its rows from a database."""

STRONGEST = 100
"""A tie is kept where it is among so many of either paper, by how much they share; where pairs
are too many to draw, among those that a network of them keeps (graph/ties.py)."""

_PAPER = "INTEGER NOT NULL REFERENCES papers(id)"
_TABLES = {
    "communities": "(paper INTEGER PRIMARY KEY REFERENCES papers(id), "
    "community INTEGER NOT NULL, name TEXT NOT NULL)",
    "ties": f"(kind TEXT NOT NULL, paper {_PAPER}, other {_PAPER}, shared INTEGER NOT NULL, "
    "cosine REAL NOT NULL, PRIMARY KEY (kind, paper, other)) WITHOUT ROWID",
}
_INDEXES = {
    "communities": ("communities_community ON communities(community, paper)",),
    "ties": (
        "ties_strongest ON ties(kind, shared DESC)",
        "ties_likest ON ties(kind, cosine DESC, shared DESC, paper, other)",
    ),
}
_COLUMNS = {"communities": 3, "ties": 5}


def there_are(connection: sqlite3.Connection) -> set[str]:
    """Return which of the tables this connection sees."""
    rows = connection.execute(
        "SELECT name FROM sqlite_temp_schema UNION SELECT name FROM sqlite_schema"
    )
    return {name for (name,) in rows} & _TABLES.keys()


def put_table(connection: sqlite3.Connection, name: str, rows: Rows) -> None:
    """Make one of the tables for this connection alone."""
    _make(connection, "temp.", name, rows)


def keep_tables(copy: Path, makers: Makers) -> None:
    """Make the tables in a file, which must be a copy. Raises DatabaseError."""
    made = {name: list(make(copy)) for name, make in makers.items()}
    with explained(copy), closing(sqlite3.connect(copy)) as connection, atomic(connection):
        for name, rows in made.items():
            _make(connection, "", name, rows)


def _make(connection: sqlite3.Connection, schema: str, name: str, rows: Rows) -> None:
    blanks = ", ".join("?" * _COLUMNS[name])
    connection.execute(f"CREATE TABLE {schema}{name} {_TABLES[name]}")
    connection.executemany(f"INSERT INTO {schema}{name} VALUES ({blanks})", rows)  # noqa: S608
    for index in _INDEXES[name]:
        connection.execute(f"CREATE INDEX {schema}{index}")
