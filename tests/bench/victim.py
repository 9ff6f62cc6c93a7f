"""A fetch in a process of its own that is killed, and the log that it leaves."""

import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path

_LAST_COMMIT = 2.0


class Victim:
    """A `citeweave enrich` in a process of its own."""

    def __init__(self, database: Path, listed: Path, environment: Mapping[str, str]) -> None:
        self.database = database
        self._log = database.with_suffix(".log")
        command = [sys.executable, "-m", "enrich", "enrich", str(listed), "--contexts"]
        with self._log.open("w") as log:
            self._process = subprocess.Popen(
                [*command, "--db", str(database)],
                env=environment,
                cwd=database.parent,
                stdout=log,
                stderr=log,
            )
        self.committed: set[tuple[int, str]] = set()

    def wait(self) -> int:
        """Return the exit code: below zero if it was killed."""
        return self._process.wait(timeout=120)

    def said(self) -> str:
        """Return what it printed."""
        return self._log.read_text()

    def kill(self) -> None:
        """Note what is committed, and kill."""
        self.committed = stored(self.database)
        self._process.kill()

    def kill_after(self, seconds: float) -> None:
        """Kill in so many seconds."""
        timer = threading.Timer(seconds, self.kill)
        timer.daemon = True
        timer.start()

    def kill_in_commit(self, seconds: float) -> None:
        """Kill so many seconds after the next write to the log of the database begins."""
        threading.Thread(target=self._kill_in_commit, args=(seconds,), daemon=True).start()

    def _kill_in_commit(self, seconds: float) -> None:
        self.committed = stored(self.database)
        log = wal(self.database)
        before, until = _written(log), time.monotonic() + _LAST_COMMIT
        while _written(log) == before and time.monotonic() < until:
            time.sleep(0.0001)
        time.sleep(seconds)
        self._process.kill()


def wal(database: Path) -> Path:
    """Return the write-ahead log of a database."""
    return database.with_name(database.name + "-wal")


def _written(log: Path) -> tuple[int, int]:
    try:
        status = log.stat()
    except FileNotFoundError:
        return 0, 0
    return status.st_size, status.st_mtime_ns


def ends_in_commit(log: Path) -> bool:
    """Return whether a log holds frames after its last commit: the writer died in between.

    Format: https://www.sqlite.org/fileformat2.html#walformat
    """
    if not log.exists():
        return False
    data = log.read_bytes()
    size, salts, unfinished = 24 + int.from_bytes(data[8:12]), data[16:24], False
    for start in range(32, len(data), size):
        frame = data[start : start + 24]
        if frame[8:16] != salts:
            break
        unfinished = frame[4:8] == bytes(4)
    return unfinished


def stored(database: Path) -> set[tuple[int, str]]:
    """Return number and hash of every committed answer."""
    # Before the schema is there, nothing is.
    with (
        suppress(sqlite3.OperationalError),
        closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection,
    ):
        return set(connection.execute("SELECT id, sha256 FROM answers"))
    return set()
