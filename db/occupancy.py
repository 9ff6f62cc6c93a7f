"""One writer at a time: a lock that says who holds it, and that a dead process frees.

SQLite alone would let two runs take turns, each fetching what the other is about to store.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

import filelock
import platformdirs

from .errors import DatabaseBusy


@contextmanager
def occupied(path: Path, *, folder: Path | None = None) -> Iterator[None]:
    """Hold the database for writing while inside; raises DatabaseBusy, naming the holder.

    Where the user's cache folder cannot be written there is no lock, only SQLite's own.
    """
    folder = folder or Path(platformdirs.user_cache_dir("citeweave")) / "databases"
    name = hashlib.sha256(os.fsencode(path.resolve())).hexdigest()[:24]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = filelock.FileLock(folder / f"{name}.lock", timeout=0)
        lock.acquire()
    except filelock.Timeout as error:
        raise DatabaseBusy(
            f"{path} is being written by {_holder(folder / name)}; try again when that has ended."
        ) from error
    except OSError:
        yield
        return
    try:
        with suppress(OSError):
            since = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
            (folder / name).write_text(f"process {os.getpid()}, since {since}", "utf-8")
        yield
    finally:
        lock.release()


def _holder(note: Path) -> str:
    try:
        return f"another citeweave ({note.read_text('utf-8')})"
    except (OSError, ValueError):
        return "another citeweave"
