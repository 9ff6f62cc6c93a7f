"""DuckDB: one machine, nothing to install, and memory that is kept to by spilling to disk."""

import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

import duckdb

from .engine import Group
from .errors import EngineError, ShardError, first_line
from .parquet_files import quoted
from .schema import Columns, Type

# DuckDB keeps to its limit in what it stores; unpacking, parsing and Python come on top.
_BESIDE, _LIMIT_SHARE = 150 * 10**6, 0.75
_PER_THREAD = 200 * 10**6
_NO_SPACE = "No space left"
_WAKING = 0.2
"""Seconds."""


class DuckDB:
    """The default engine."""

    name = "duckdb"

    def __init__(self, memory: int, folder: Path) -> None:
        limit = int((memory - _BESIDE) * _LIMIT_SHARE)
        threads = max(1, min(os.cpu_count() or 1, memory // _PER_THREAD))
        self.version = duckdb.__version__
        self._shards: dict[str, None] = {}
        self._thread = ThreadPoolExecutor(1)
        self._connection = duckdb.connect(
            config={
                "memory_limit": f"{limit}B",
                "threads": threads,
                "temp_directory": str(folder / "spilled"),
                "preserve_insertion_order": False,
            }
        )
        # Counted for `share`, and shown by nobody.
        for setting in ("enable_progress_bar = true", "enable_progress_bar_print = false"):
            self._connection.execute(f"SET {setting}")

    def read(self, table: str, groups: Sequence[Group], columns: Columns) -> list[str]:
        """Make JSON shards known as a table, and return which files they are."""
        declared = ", ".join(
            f"{name}: '{'double' if type_ == _WHOLE else _spelled(type_)}'"
            for name, type_ in columns.items()
        )
        chosen = ", ".join(
            _whole(name) if type_ == _WHOLE else name for name, type_ in columns.items()
        )
        parts = [
            f"SELECT {chosen}, {group.step} AS step, filename AS shard FROM read_json("  # noqa: S608
            f"[{', '.join(map(quoted, group.paths))}], columns = {{{declared}}}, "
            "format = 'newline_delimited', compression = 'gzip', filename = true)"
            for group in groups
        ]
        paths = [path for group in groups for path in group.paths]
        self._shards |= dict.fromkeys(paths)
        self.view(table, " UNION ALL ".join(parts))
        return paths

    def view(self, table: str, query: str) -> None:
        """Give a question a name."""
        self.ask(f"CREATE OR REPLACE VIEW {table} AS {query}")

    def put(self, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> None:
        """Make rows known as a table."""
        # Lists are handed over at once; row by row takes a thousand times as long.
        lists = [list(values) for values in zip(*rows, strict=True)] or [[] for _ in columns]
        parts = [f"unnest(?::{type_}[]) AS {name}" for name, type_ in columns.items()]
        query = f"CREATE OR REPLACE TABLE {table} AS SELECT {', '.join(parts)}"
        self._execute(query, lists)

    def write(self, table: str, query: str, folder: Path) -> int:
        """Write what a question gives as one Parquet file in a folder; return its rows."""
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "part-00000.parquet"
        ((count,),) = self.ask(f"COPY ({query}) TO {quoted(str(file))} (FORMAT parquet)")
        self.view(table, f"SELECT * FROM read_parquet({quoted(str(file))})")  # noqa: S608
        return int(count)

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """Return what a question gives."""
        return self._execute(query)

    def _execute(self, query: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        try:
            rows: list[tuple[Any, ...]] = self._run(query, values)
        except duckdb.OutOfMemoryException as error:
            raise EngineError(
                "The memory that was allowed does not suffice, or the disk takes no more of what "
                f"overflows; give more with --memory. DuckDB says: {first_line(error)}"
            ) from error
        except duckdb.Error as error:
            if _NO_SPACE in str(error):
                raise EngineError(
                    f"The disk takes no more; free some space or name another --out. "
                    f"DuckDB says: {first_line(error)}"
                ) from error
            # The same kinds of errors come of a shard, of a full disk and of what lies there.
            if (shard := self._find_broken(error)) is not None:
                where = "" if shard in str(error) else f" (in {shard})"
                raise ShardError(f"A shard cannot be read: {first_line(error)}{where}") from error
            raise EngineError(f"DuckDB gave up: {first_line(error)}") from error
        return rows

    def _run(self, query: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Run a question in a thread of its own: within DuckDB not every Ctrl-C is noticed."""
        answer = self._thread.submit(lambda: self._connection.execute(query, values).fetchall())
        try:
            # A signal may reach any thread, and Python acts on it when this one wakes up.
            while not wait([answer], timeout=_WAKING).done:
                continue
        except KeyboardInterrupt:
            self._connection.interrupt()
            while not wait([answer], timeout=_WAKING).done:
                self._connection.interrupt()  # again, where it had not begun
            raise
        return answer.result()

    def _find_broken(self, error: duckdb.Error) -> str | None:
        """Return the shard that an error is about; where it names none, each is read by itself."""
        told = str(error)
        if named := next((path for path in self._shards if path in told), None):
            return named
        may_be_one = isinstance(error, duckdb.IOException | duckdb.InvalidInputException)
        if not may_be_one or "Could not write" in told:
            return None
        return next(filter(self._is_broken, self._shards), None)

    def _is_broken(self, shard: str) -> bool:
        try:
            self._run(
                f"SELECT count(line) FROM read_json([{quoted(shard)}], "  # noqa: S608
                "columns = {line: 'JSON'}, format = 'newline_delimited', compression = 'gzip')",
                (),
            )
        except duckdb.Error:
            return True
        return False

    def share(self) -> float | None:
        """Return how much of the question in hand is done."""
        try:
            done = self._connection.query_progress() / 100
        except duckdb.Error:
            return None
        return done if done >= 0 else None

    def close(self) -> None:
        """Close the connection."""
        self._thread.shutdown()
        self._connection.close()


_WHOLE = "bigint"
_LARGEST = 2**53 - 1
"""Up to here a double holds every whole number."""


def _whole(name: str) -> str:
    """Return what reads a column of whole numbers, and ends the work where one is not whole.

    DuckDB takes 8.7 for 9 where a column is declared to hold whole numbers. Read as doubles and
    looked at it costs nothing; as JSON, where "9" and true for a number would be seen too, it
    costs a tenth of all reading.
    """
    told = f"concat('in file \"', filename, '\": {name} is ', {name}, ', no whole number')"
    return (
        f"CASE WHEN {name} <> floor({name}) OR abs({name}) > {_LARGEST} THEN error({told}) "
        f"ELSE cast({name} AS bigint) END AS {name}"
    )


def _spelled(type_: Type) -> str:
    """Return a type as DuckDB writes it."""
    if isinstance(type_, str):
        return type_
    if isinstance(type_, tuple):
        return f"{_spelled(type_[0])}[]"
    return f"STRUCT({', '.join(f'{name} {_spelled(each)}' for name, each in type_.items())})"
