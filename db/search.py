"""Whatever is typed is taken as it is meant: words to look for, never syntax; a paper's id
in any spelling.
"""

import sqlite3

from datasette import hookimpl
from datasette.utils import escape_fts

from .functions import register


def words(text: str) -> str:
    """Return text as an FTS5 query. Datasette's own fails where a lone quote is all there is."""
    return str(escape_fts(text)) or '""'


def prepare_connection(conn: sqlite3.Connection) -> None:
    """Take the place of Datasette's function, which is why this hook comes last."""
    conn.create_function("escape_fts", 1, words)
    register(conn)


prepare_connection = hookimpl(prepare_connection, trylast=True)
