"""What a part of a source still has to be asked about."""

import sqlite3

from .fetches import Part, find_unfetched
from .rows import Want
from .sought import find_sought


def find_wants(
    connection: sqlite3.Connection, source: str, part: Part, cutoff: str | None
) -> list[Want]:
    """Return the papers that a part still has to be asked about, by paper number.

    `cutoff` is a time (UTC, ISO 8601): answers from before it count as out of date.
    """
    if part.search:
        return find_sought(connection, source, part.name, part.search, cutoff)
    return find_unfetched(connection, source, part, cutoff)
