"""What SQL on a connection may say beyond SQLite's own functions."""

import sqlite3

from . import file_names, lookup, paths, titles


def register(connection: sqlite3.Connection) -> None:
    """Add `paper_of(text)`, `title_likeness(one, other)`, `citation_path(first, last)` and
    `file_name(path)`.
    """
    for functions in (file_names, lookup, paths, titles):
        functions.register(connection)
