"""DuckDB: one machine, nothing to install, and memory that is kept to by spilling to disk."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import duckdb

from .engine import Group
from .errors import EngineError, ShardError
from .schema import Columns, Type

# DuckDB keeps to its limit in what it stores; unpacking, parsing and Python come on top.
_BESIDE, _LIMIT_SHARE = 150 * 10**6, 0.75
_PER_THREAD = 200 * 10**6


class DuckDB:
    """The default engine."""

    name = "duckdb"

    def __init__(self, memory: int, folder: Path) -> None:
        limit = int((memory - _BESIDE) * _LIMIT_SHARE)
        threads = max(1, min(os.cpu_count() or 1, memory // _PER_THREAD))
        self.version = duckdb.__version__
        self._shards: list[str] = []
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
            f"[{', '.join(map(_quoted, group.paths))}], columns = {{{declared}}}, "
            "format = 'newline_delimited', compression = 'gzip', filename = true)"
            for group in groups
        ]
        self.view(table, " UNION ALL ".join(parts))
        paths = [path for group in groups for path in group.paths]
        self._shards += paths
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
        self._connection.execute(query, lists)

    def write(self, table: str, query: str, folder: Path) -> int:
        """Write what a question gives as one Parquet file in a folder; return its rows."""
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "part-00000.parquet"
        ((count,),) = self.ask(f"COPY ({query}) TO {_quoted(str(file))} (FORMAT parquet)")
        self.view(table, f"SELECT * FROM read_parquet({_quoted(str(file))})")  # noqa: S608
        return int(count)

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """Return what a question gives."""
        try:
            rows: list[tuple[Any, ...]] = self._connection.execute(query).fetchall()
        except duckdb.InterruptException:
            raise KeyboardInterrupt from None
        except RuntimeError as error:
            # So it tells of Ctrl-C where Python has noticed that first.
            if "interrupted" in str(error):
                raise KeyboardInterrupt from None
            raise
        except duckdb.OutOfMemoryException as error:
            raise EngineError(
                "The memory that was allowed does not suffice, or the disk takes no more of what "
                f"overflows; give more with --memory. DuckDB says: {_first_line(error)}"
            ) from error
        except (duckdb.IOException, duckdb.InvalidInputException) as error:
            if "No space left" in str(error) or "Could not write" in str(error):
                raise EngineError(f"The disk takes no more: {_first_line(error)}") from error
            where = self._find_broken(str(error))
            raise ShardError(f"A shard cannot be read: {_first_line(error)}{where}") from error
        except duckdb.Error as error:
            raise EngineError(f"DuckDB gave up: {_first_line(error)}") from error
        return rows

    def share(self) -> float | None:
        """Return how much of the question in hand is done."""
        try:
            done = self._connection.query_progress() / 100
        except duckdb.Error:
            return None
        return done if done >= 0 else None

    def _find_broken(self, told: str) -> str:
        """Return which shard is meant, where an error names none: each is read by itself."""
        if any(path in told for path in self._shards):
            return ""
        for path in self._shards:
            try:
                self._connection.execute(
                    f"SELECT count(line) FROM read_json([{_quoted(path)}], "  # noqa: S608
                    "columns = {line: 'JSON'}, format = 'newline_delimited', compression = 'gzip')"
                )
            except duckdb.Error:
                return f" (in {path})"
        return ""

    def close(self) -> None:
        """Close the connection."""
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


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _first_line(error: Exception) -> str:
    return str(error).split("\n", 1)[0].strip()
