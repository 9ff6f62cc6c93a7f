"""What an engine has to do: read shards, answer SQL, write tables as Parquet."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from .errors import BulkError, EngineError
from .schema import Columns

ENGINES = ("duckdb", "spark")
REACHING = ("spark",)
"""Those that read shards at addresses, as s3a://bucket/citations/*.gz is one."""


class Group(NamedTuple):
    """Shards that are read as one, and the step of the release's history they belong to."""

    step: int
    paths: tuple[str, ...]


def is_remote(pattern: str) -> bool:
    """Return whether a pattern names files elsewhere, as s3://bucket/citations/*.gz does."""
    return "://" in pattern


class Engine(Protocol):
    """One engine at work in one folder. Raises ShardError and EngineError."""

    name: str
    version: str

    def read(self, table: str, groups: Sequence[Group], columns: Columns) -> list[str]:
        """Make JSON shards known as a table: the columns, `step` and `shard`.

        Returned are the paths or addresses of all files that are read.
        """
        ...

    def view(self, table: str, query: str) -> None:
        """Give a question a name, without answering it yet."""
        ...

    def put(self, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> None:
        """Make rows known as a table."""
        ...

    def write(self, table: str, query: str, folder: Path) -> int:
        """Write what a question gives as Parquet into a folder, and make it known as a table.

        Returned is the number of its rows.
        """
        ...

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """Return what a question gives; meant for few rows."""
        ...

    def share(self) -> float | None:
        """Return how much of the question in hand is done, 0 to 1; None if that is not known.

        It may be called from another thread.
        """
        ...

    def close(self) -> None:
        """Let go of everything."""
        ...


def open_engine(
    name: str, memory: int, folder: Path, *, master: str | None = None, size: int = 0
) -> Engine:
    """Start an engine that may use so many bytes of memory, and a folder for what overflows.

    `master` is where Spark runs, by default on this machine; `size` is about how many bytes
    of shards are to be read, by which Spark cuts its work. Raises EngineError.
    """
    if name == "duckdb":
        from .duckdb_engine import DuckDB  # noqa: PLC0415  either engine is slow to import

        return DuckDB(memory, folder)
    if name == "spark":
        from .spark_engine import Spark  # noqa: PLC0415

        return Spark(master, memory, folder, size)
    raise EngineError(f"There is no engine '{name}'; there is: {', '.join(ENGINES)}.")


def read_memory(text: str) -> int:
    """Return the bytes that 4GB, 600MB or 0.5GB mean. Raises BulkError."""
    units = {"kb": 10**3, "mb": 10**6, "gb": 10**9, "tb": 10**12}
    number, unit = text.strip()[:-2], text.strip()[-2:].lower()
    try:
        found = int(float(number) * units[unit])
    except (KeyError, ValueError, OverflowError):
        raise BulkError(f"'{text}' is no amount of memory; write it as 4GB or 600MB.") from None
    if found < _LEAST_MEMORY:
        raise BulkError(f"{text} of memory is too little to work with; give it 400MB at least.")
    return found


_LEAST_MEMORY = 400 * 10**6
