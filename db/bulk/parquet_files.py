"""Parquet files of a folder as DuckDB reads them, and how many rows they have."""

import glob
from pathlib import Path

import duckdb


def quoted(text: str) -> str:
    """Return a text as SQL writes it."""
    return "'" + text.replace("'", "''") + "'"


def files_of(folder: Path) -> str:
    """Return as SQL a pattern of all Parquet files in a folder, whatever that is called."""
    return quoted(f"{glob.escape(str(folder))}/*.parquet")


def count_rows(folder: Path) -> int:
    """Return the rows of all Parquet files in a folder, which stand at the end of each."""
    query = f"SELECT coalesce(sum(num_rows), 0) FROM parquet_file_metadata({files_of(folder)})"  # noqa: S608
    ((count,),) = duckdb.execute(query).fetchall()
    return int(count)
