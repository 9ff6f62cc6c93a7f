"""A consistent copy of a database to serve, since a file that is being written is not one."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType

from . import site
from .database import explained, open_database, open_readonly, quoted
from .network_tables import Makers, keep_tables
from .wording import legible

_TABLE_NAMES = "SELECT name FROM sqlite_schema WHERE type = 'table'"
_FOREIGN_KEYS = """
SELECT DISTINCT tables.name, pointer."from"
FROM sqlite_schema AS tables JOIN pragma_foreign_key_list(tables.name) AS pointer
WHERE tables.type = 'table'
"""
_LEADING_COLUMNS = """
SELECT tables.name, part.name
FROM sqlite_schema AS tables
JOIN pragma_index_list(tables.name) AS existing
JOIN pragma_index_info(existing.name) AS part
WHERE tables.type = 'table' AND part.seqno = 0 AND NOT existing.partial
"""

_UNFIT = re.compile(r"[^\w .+-]+")


@contextmanager
def snapshot(original: Path, makers: Makers = MappingProxyType({})) -> Iterator[Path]:
    """Copy the database as it is now, brought up to date and indexed for the pages.

    `makers` make the tables of network_tables.py. The original is only read, and may be
    written to meanwhile. The copy is called like it and is gone afterwards. Raises DatabaseError.
    """
    with consistent_copy(original) as copy:
        with closing(open_database(copy)) as connection, explained(copy):
            # A file served as immutable must not have its latest pages in a log beside it.
            connection.execute("PRAGMA journal_mode = DELETE")
        keep_tables(copy, makers)
        with closing(sqlite3.connect(copy)) as connection, explained(copy):
            _index(connection)
        yield copy


@contextmanager
def consistent_copy(original: Path) -> Iterator[Path]:
    """Copy the database as it is at this moment; the copy is gone afterwards."""
    with TemporaryDirectory(prefix="citeweave-", ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / _name(original)
        # Not VACUUM INTO: over a read-only connection SQLite 3.40 trips on the generated
        # columns of citations. A backup in one step is as consistent.
        with (
            explained(copy),
            closing(open_readonly(original)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
            # What is passed on is one file, without a log beside it.
            target.execute("PRAGMA journal_mode = DELETE")
        yield copy


def _name(original: Path) -> str:
    """Return what the copy is called: like the original, where that can stand in an address.

    With its suffix it is called like no page that is published beside it.
    """
    stem = _UNFIT.sub("_", legible(original.stem)).strip("._ ")
    return f"{stem[:60] or 'database'}.db"


def _index(connection: sqlite3.Connection) -> None:
    """Index what the pages follow, group or order by; fetching is quicker without these."""
    known = set(connection.execute(_LEADING_COLUMNS))
    tables = {name for (name,) in connection.execute(_TABLE_NAMES)}
    wanted = {*connection.execute(_FOREIGN_KEYS), *site.browsed_columns()}
    for table, column in sorted(wanted - known):
        if table in tables:
            name, of, by = map(quoted, (f"browse_{table}_{column}", table, column))
            connection.execute(f"CREATE INDEX {name} ON {of}({by})")
    connection.commit()
