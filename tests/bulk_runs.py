"""Running `citeweave bulk` in tests, and looking at what it made."""

import sqlite3
from contextlib import closing
from pathlib import Path

import duckdb
from shards import Made, arxiv_id, citation_row, write_shard

from enrich.cli import citeweave, run

LISTED = [1, 2, 4, 5, 7, 8, 9, 11, 13, 20, 21, 33, 35, 47, 60, 61, 99, 101]
"""Corpus ids; the odd ones have an arXiv id."""


def write_list(path: Path) -> Path:
    """Name each paper by another kind of identifier, and one that no release has."""
    rows = ["title,arxiv_id,doi,corpus_id"]
    for number in LISTED:
        ids = (
            f"{arxiv_id(number)},,"
            if number % 2
            else f",10.1234/made.{number},"
            if number % 4
            else f",,{number}"
        )
        rows.append(f"Paper {number},{ids}")
    path.write_text("\n".join([*rows, "Nowhere,2301.99999,,"]) + "\n")
    return path


def bulk(*arguments: object) -> int:
    code = run(lambda: citeweave(["bulk", *map(str, arguments)], standalone_mode=False))
    assert code is not None
    return code


def make(made: Made, out: Path, *more: object) -> Path:
    assert bulk("--citations", made.citations, "--papers", made.papers, "--out", out, *more) == 0
    return out


def rows(out: Path, table: str, columns: str = "*") -> list[tuple]:
    return duckdb.execute(f"SELECT {columns} FROM read_parquet('{out}/{table}/*')").fetchall()


def contents(path: Path, *queries: str) -> list[list[tuple]]:
    with closing(sqlite3.connect(path)) as connection:
        return [connection.execute(query).fetchall() for query in queries]


def shards_with(folder: Path, name: str, body: bytes) -> str:
    """Return a pattern for a good shard and a wrong one."""
    good = [citation_row(n, n, n + 1) for n in range(2000)]
    write_shard(folder / "0_good.gz", good)
    (folder / name).write_bytes(body)
    return str(folder / "*")
