"""What SQL on a connection may say beyond SQLite's own functions."""

import sqlite3

from . import lookup, paths, titles


def register(connection: sqlite3.Connection) -> None:
    """Add `paper_of(text)`, `title_likeness(one, other)` and `citation_path(first, last)`."""
    for functions in (lookup, paths, titles):
        functions.register(connection)
