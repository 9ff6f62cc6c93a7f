"""What a database holds, apart from when and by which answer it came to hold it."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

_OF_RUNS = {"answers", "runs", "run_services", "judgements"}
# The numbers of the answers that show a candidate.
_ANSWERS = {("resolutions", "answers"), ("listed", "words_changed_after")}
_SHOWN = 3

Content = dict[str, Counter[tuple[object, ...]]]
"""Rows by table, with how often each is there."""


def content(database: Path) -> Content:
    """Return all that was derived from lists and answers: no times, no numbers of answers."""
    with closing(sqlite3.connect(database)) as connection:
        return {
            table: Counter(connection.execute(f"SELECT {', '.join(columns)} FROM {table}"))
            for table, columns in _derived(connection)
        }


def differences(one: Content, other: Content) -> list[str]:
    """Return where two contents differ, a few rows of each table; empty where they do not."""
    told = []
    for table in sorted(one.keys() | other.keys()):
        for sign, missing in (("-", one[table] - other[table]), ("+", other[table] - one[table])):
            if missing:
                rows = "; ".join(map(str, list(missing)[:_SHOWN]))
                told.append(f"{sign} {table} {missing.total()} rows, as {rows}")
    return told


def faults(database: Path) -> list[str]:
    """Return what SQLite finds wrong with a file; empty where it is sound."""
    with closing(sqlite3.connect(database)) as connection:
        integrity = [text for (text,) in connection.execute("PRAGMA integrity_check")]
        dangling = [str(row) for row in connection.execute("PRAGMA foreign_key_check")]
    return [text for text in integrity if text != "ok"] + dangling


def _derived(connection: sqlite3.Connection) -> Iterator[tuple[str, list[str]]]:
    tables = [
        name
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if "_fts" not in name and "sqlite" not in name and name not in _OF_RUNS
    ]
    for table in tables:
        to_runs = {
            row[3]
            for row in connection.execute(f"PRAGMA foreign_key_list({table})")
            if row[2] in _OF_RUNS
        }
        columns = [row[1] for row in connection.execute(f"PRAGMA table_xinfo({table})")]
        yield (
            table,
            [
                c
                for c in columns
                if c not in to_runs
                and (table, c) not in _ANSWERS
                and c != "at"
                and not c.endswith("_at")
            ],
        )
