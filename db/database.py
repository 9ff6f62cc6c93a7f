"""Opening the SQLite file: checks, pragmas, migrations."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from .errors import DatabaseBusy, DatabaseError, NewerSchema, NoDatabase, NotADatabase
from .migrations import STEPS, applied_steps, migrate

_BUSY_SECONDS = 10
_WRITING = (
    "PRAGMA journal_mode = WAL",
    # FULL costs one sync a transaction, that is one an answer, and a power cut loses none.
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cache_size = -65536",
    # Answers touch the same pages again and again; copied over at every thousand pages,
    # each would be written many times.
    "PRAGMA wal_autocheckpoint = 20000",
)


def open_database(path: Path, *, create: bool = False) -> sqlite3.Connection:
    """Open the database, bring its schema up to date, and return it.

    Raises NoDatabase, NotADatabase, NewerSchema or DatabaseBusy.
    """
    is_new = not path.exists()
    if is_new and not create:
        raise _no_database(path)
    with explained(path):
        connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, check_same_thread=False)
        try:
            _refuse_foreign(connection, path)
            for pragma in _WRITING:
                connection.execute(pragma)
            migrate(connection)
        except BaseException:
            connection.close()
            if is_new:
                # Half a schema would be taken for somebody else's.
                path.unlink(missing_ok=True)
            raise
    return connection


@contextmanager
def atomic(connection: sqlite3.Connection) -> Iterator[None]:
    """Make one transaction of a block, or a part of the one that is open; undo it if it fails."""
    begin, end, undo = (
        ("SAVEPOINT part", "RELEASE part", "ROLLBACK TO part")
        if connection.in_transaction
        else ("BEGIN", "COMMIT", "ROLLBACK")
    )
    connection.execute(begin)
    try:
        yield
        connection.execute(end)
    except BaseException:
        # Some errors, a full disk's for one, have undone it already.
        if connection.in_transaction:
            connection.execute(undo)
        raise


def identify(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from another of the same name; None where there is no file."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def quoted(name: str) -> str:
    """Return a name as SQL has it; tables that users add have names of any kind."""
    return '"{}"'.format(name.replace('"', '""'))


def memory_database() -> sqlite3.Connection:
    """Return an empty database that is nowhere but in memory."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    migrate(connection)
    return connection


def open_readonly(path: Path) -> sqlite3.Connection:
    """Open an existing database for reading only; one of an earlier schema is brought up to date.

    Raises NoDatabase, NotADatabase, NewerSchema, or DatabaseError where it cannot be written.
    """
    if not path.exists():
        raise _no_database(path)
    if _is_earlier(path):
        open_database(path).close()
    with explained(path):
        connection = sqlite3.connect(
            f"{path.absolute().as_uri()}?{_reading(path)}",
            uri=True,
            timeout=_BUSY_SECONDS,
            check_same_thread=False,
        )
        try:
            if not _refuse_foreign(connection, path):
                raise NotADatabase(f"{path} is an SQLite file, but not one of citeweave's.")
        except BaseException:
            connection.close()
            raise
    return connection


def _is_earlier(path: Path) -> bool:
    """Return whether a file holds an earlier schema of ours."""
    with explained(path):
        address = f"{path.absolute().as_uri()}?{_reading(path)}"
        with closing(sqlite3.connect(address, uri=True, timeout=_BUSY_SECONDS)) as connection:
            taken = applied_steps(connection)
    return bool(taken) and not taken.issuperset(STEPS)


def _reading(path: Path) -> str:
    """Return how to open a file for reading: also where not even a lock can be put beside it."""
    log = path.with_name(f"{path.name}-wal")
    is_still = not log.exists() and not os.access(path.parent, os.W_OK)
    return "mode=ro&immutable=1" if is_still else "mode=ro"


def _refuse_foreign(connection: sqlite3.Connection, path: Path) -> bool:
    """Return whether the file holds our schema; raise where it holds another or a later one."""
    tables = {
        name
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type <> 'index'")
    }
    # A process that was killed at once leaves a file in which no step is taken yet.
    if tables <= {"_sqlite_migrations"}:
        return False
    if "_sqlite_migrations" not in tables or "fetches" not in tables:
        raise NotADatabase(f"{path} is an SQLite file, but not one of citeweave's.")
    if unknown := applied_steps(connection).difference(STEPS):
        raise NewerSchema(
            f"{path} was made by a newer citeweave (schema step {max(unknown)}). "
            "Upgrade with: pip install -U citeweave"
        )
    return True


def _no_database(path: Path) -> NoDatabase:
    return NoDatabase(
        f"There is no database at {path}. Make one with: citeweave enrich LIST --db {path}"
    )


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into sentences."""
    try:
        yield
    except sqlite3.OperationalError as error:
        text = str(error)
        if "locked" in text or "busy" in text:
            raise DatabaseBusy(
                f"{path} is being written by another process; try again when that has ended."
            ) from error
        if "disk is full" in text or "disk I/O" in text:  # the latter also beyond a quota
            raise DatabaseError(
                f"The disk that holds {path} takes no more ({text}). All answers received before "
                "are stored; make room and run the same command again."
            ) from error
        if "readonly" in text or "unable to open" in text:
            raise DatabaseError(
                f"{path} cannot be written ({text}). Check the folder's rights, "
                "or name another file with --db."
            ) from error
        raise DatabaseError(f"{path}: {text}") from error
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.IntegrityError):
            raise
        raise NotADatabase(f"{path} is not an SQLite database, or is damaged: {error}") from error
