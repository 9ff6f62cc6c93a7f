"""The shortest way from one paper to another along citations."""

import json
import sqlite3
from functools import partial

# Of several papers that cite one for the first time, the one of the smallest number counts.
_CITED = """
SELECT citations.cited, min(citations.citing)
FROM json_each(?) AS here CROSS JOIN citations ON citations.citing = here.value
GROUP BY citations.cited ORDER BY citations.cited
"""


def register(connection: sqlite3.Connection) -> None:
    """Let SQL on this connection say `citation_path(first, last)`, a JSON array of papers."""
    connection.create_function("citation_path", 2, partial(_as_json, connection))


def _as_json(connection: sqlite3.Connection, first: object, last: object) -> str | None:
    if not isinstance(first, int) or not isinstance(last, int):
        return None
    path = citation_path(connection, first, last)
    return json.dumps(path) if path else None


def citation_path(connection: sqlite3.Connection, first: int, last: int) -> list[int]:
    """Return the papers from the first, each citing the next, to the last; none if no way leads.

    Breadth first, so none is shorter; of several as short the same one always.
    """
    reached: dict[int, int | None] = {first: None}
    here = [first]
    while here and last not in reached:
        found = connection.execute(_CITED, (json.dumps(here),)).fetchall()
        here = [cited for cited, _ in found if cited not in reached]
        reached |= {cited: citing for cited, citing in found if cited not in reached}
    if last not in reached:
        return []
    path, step = [], last
    while step is not None:
        path.append(step)
        step = reached[step]  # type: ignore[assignment]
    return path[::-1]
