"""Apache Spark: on this machine, or where the dumps lie on a cluster. Installed as an extra."""

import math
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

from .engine import Group, is_remote
from .errors import EngineError, ShardError, first_line
from .parquet_files import count_rows
from .schema import Columns, Type

# Bytes of packed shards for one task of a shuffle.
_PER_TASK = 32 * 2**20
_FILE = re.compile(r"(?:file|hdfs|s3a?|gs|abfss?|dbfs):/[^\s,;)\"']+")
_BROKEN = {
    "MALFORMED_RECORD": "a line in it is no JSON record of the kind expected",
    "Unexpected end of input stream": "its compression ends too early",
    "Unexpected end-of-input": "a line in it is cut off",
    "not a gzip file": "it is not gzipped, though its name ends with .gz",
    "incorrect header check": "it is not gzipped, though its name ends with .gz",
    "FAILED_READ_FILE": "it cannot be read",
}


class Spark:
    """The engine for a cluster; `memory` is that of each executor, or of the one process here."""

    name = "spark"

    def __init__(self, master: str | None, memory: int, folder: Path, size: int = 0) -> None:
        try:
            import pyspark  # noqa: PLC0415
            from pyspark.sql import SparkSession  # noqa: PLC0415
        except ImportError as error:
            raise EngineError(
                "The engine spark is not installed. Install it with: "
                "pip install 'citeweave[spark]' (it also needs Java 17 or later)."
            ) from error
        self.version = pyspark.__version__
        master = master or "local[*]"
        builder = SparkSession.builder.appName("citeweave")
        if master.startswith("sc://"):
            builder = builder.remote(master)
        else:
            builder = builder.master(master)
            for name, value in _settings(master, memory, folder).items():
                builder = builder.config(name, value)
        try:
            with _stderr_to(folder / "spark.log"):
                self._session = builder.getOrCreate()
        except Exception as error:
            raise EngineError(
                f"Spark cannot be started at {master} ({first_line(error)}). {_advice(master)}"
            ) from error
        tasks = max(2 * (os.cpu_count() or 1), math.ceil(size / _PER_TASK))
        self._session.conf.set("spark.sql.shuffle.partitions", str(tasks))
        # Or a value of another kind would be null without a word.
        self._session.conf.set("spark.sql.json.enablePartialResults", "false")

    def read(self, table: str, groups: Sequence[Group], columns: Columns) -> list[str]:
        """Make JSON shards known as a table, and return which files they are."""
        files: list[str] = []
        declared = ", ".join(f"{name}: {_spelled(type_)}" for name, type_ in columns.items())
        chosen = ", ".join(f"record.{name}" for name in columns)
        parts = []
        for group in groups:
            lines = f"{table}_{group.step}"
            with _Explained():
                frame = self._session.read.option("lineSep", "\n").text(
                    [_literal(path) for path in group.paths]
                )
                frame.createOrReplaceTempView(lines)
                files += frame.inputFiles()
            records = _RECORDS.format(lines=lines, declared=declared)
            step = f"{group.step} AS step, shard"
            parts.append(f"SELECT {chosen}, {step} FROM ({records}) AS records")  # noqa: S608
        _refuse_passed_over(groups, files)
        self.view(table, " UNION ALL ".join(parts))
        return files

    def view(self, table: str, query: str) -> None:
        """Give a question a name."""
        with _Explained():
            self._session.sql(query).createOrReplaceTempView(table)

    def put(self, table: str, columns: Mapping[str, str], rows: Sequence[Sequence[Any]]) -> None:
        """Make rows known as a table."""
        declared = ", ".join(f"{name} {type_}" for name, type_ in columns.items())
        with _Explained():
            frame = self._session.createDataFrame([tuple(row) for row in rows], declared)
            frame.createOrReplaceTempView(table)

    def write(self, table: str, query: str, folder: Path) -> int:
        """Write what a question gives as Parquet files in a folder, in order of their names.

        Returned is the number of rows.
        """
        with _Explained():
            self._session.sql(query).write.mode("overwrite").parquet(folder.absolute().as_uri())
        _tidy(folder)
        with _Explained():
            self._session.read.parquet(folder.absolute().as_uri()).createOrReplaceTempView(table)
        return count_rows(folder)

    def ask(self, query: str) -> list[tuple[Any, ...]]:
        """Return what a question gives."""
        with _Explained():
            return [tuple(row) for row in self._session.sql(query).collect()]

    def share(self) -> float | None:
        """Return nothing: a session of Spark Connect has no word for it."""
        return None

    def close(self) -> None:
        """Stop the session, and the process that it started."""
        self._session.stop()


# Spark's own reader of JSON takes the first record of a line and passes over the rest; as a list
# of records a line is read to its end. What is no such list is null.
_RECORDS = r"""
SELECT shard, CASE WHEN size(found) = 1 AND value RLIKE '^\\s*([{{]|null)' THEN found[0]
                   ELSE raise_error(concat('MALFORMED_RECORD ', shard, ' ')) END AS record
FROM (
    SELECT value, shard,
           from_json(concat('[', value, ']'), 'array<struct<{declared}>>',
                     map('allowSingleQuotes', 'false', 'allowNonNumericNumbers', 'false')) AS found
    FROM (SELECT value, input_file_name() AS shard FROM {lines}) AS lines
    WHERE value RLIKE '\\S'
) AS parsed
"""


def _literal(path: str) -> str:
    """Return a path of this machine so that Spark takes no sign in it for a pattern."""
    return path if is_remote(path) else re.sub(r"([\\\[\]{}*?])", r"\\\1", path)


def _refuse_passed_over(groups: Sequence[Group], files: Sequence[str]) -> None:
    """Raise ShardError where Spark leaves out a file of this machine without a word."""
    read = {PurePosixPath(unquote(file)).name for file in files}
    for path in (path for group in groups for path in group.paths):
        if not is_remote(path) and Path(path).name not in read:
            raise ShardError(
                f"Spark passes over the shard {path}, since its name begins with _ or a dot; "
                "rename it."
            )


class _Explained:
    """Turns Spark's errors into sentences."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None or not isinstance(error, Exception):
            return
        text = str(error)
        named = _FILE.search(text)
        for sign, meaning in _BROKEN.items():
            if sign in text and named:
                shard = named.group().rstrip(".")
                raise ShardError(f"The shard {shard} cannot be used: {meaning}.") from None
        if "PATH_NOT_FOUND" in text:
            raise ShardError(f"Spark finds no such shards: {first_line(error)}") from None
        raise EngineError(f"Spark gave up: {first_line(error)}") from error


@contextmanager
def _stderr_to(path: Path) -> Iterator[None]:
    """Let the process that is started inside write its log to a file, from now to its end.

    Spark tells there of every task that fails, with traces; what it means is told by us.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    sys.stderr.flush()
    kept = os.dup(2)
    try:
        with path.open("ab") as log:
            os.dup2(log.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def _settings(master: str, memory: int, folder: Path) -> dict[str, str]:
    """Return what has to be set before Spark starts."""
    amount = f"{memory // 2**20}m"
    settings = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.session.timeZone": "UTC",
        "spark.driver.memory": amount,
        "spark.executor.memory": amount,
    }
    if master.startswith("local"):
        here = {"spark.local.dir": str((folder / "spilled").absolute())}
        settings |= here | {
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
        }
    if match := re.fullmatch(r"local-cluster\[\d+,\s*\d+,\s*(\d+)\]", master):
        # An executor that asks for more than its worker has never starts.
        settings["spark.executor.memory"] = f"{min(memory // 2**20, int(match[1]) * 2 // 3)}m"
    return settings


def _tidy(folder: Path) -> None:
    """Name the files by their numbers alone, so that the same tables have the same names."""
    files = sorted(folder.glob("part-*.parquet"))
    if not files:
        raise EngineError(
            f"Spark's executors wrote nothing that is seen at {folder}: the folder has to be one "
            "that all machines of the cluster share with this one (--out)."
        )
    for number, file in enumerate(files):
        file.rename(folder / f"part-{number:05}.parquet")
    for pattern in (".*.crc", "_SUCCESS"):
        for file in folder.glob(pattern):
            with suppress(OSError):
                file.unlink()


def _spelled(type_: Type) -> str:
    """Return a type as Spark writes it."""
    if isinstance(type_, str):
        return type_
    if isinstance(type_, tuple):
        return f"array<{_spelled(type_[0])}>"
    return f"struct<{', '.join(f'{name}: {_spelled(each)}' for name, each in type_.items())}>"


def _advice(master: str) -> str:
    """Return what to look at where Spark does not start."""
    java = "It needs Java 17 or later; is JAVA_HOME right?"
    if master.startswith("sc://"):
        return "Does that server speak with this version of pyspark?"
    if "://" in master:
        return f"Is a master there, of pyspark's own version? {java}"
    return java
