"""Rows of whole numbers as arrays: what networks of millions of links are read through."""

import sqlite3
from collections.abc import Iterable
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]


def read_integers(
    connection: sqlite3.Connection, sql: str, width: int, parameters: Any = ()
) -> tuple[Integers, ...]:
    """Return the columns of a query for `width` integers a row, none of them missing.

    SQLite writes each column as one text, which numpy reads three times faster than Python
    makes a row a link.
    """
    names = [f"c{number}" for number in range(width)]
    arrays = ", ".join(f"json_group_array({name})" for name in names)
    query = f"WITH asked({', '.join(names)}) AS ({sql}) SELECT {arrays} FROM asked"  # noqa: S608
    try:
        texts = connection.execute(query, parameters).fetchone()
    except sqlite3.DataError:  # a text of more than a billion characters
        return _by_rows(connection, sql, width, parameters)
    return tuple(_parsed(text) for text in texts)


def _parsed(text: str) -> Integers:
    if text == "[]":
        return np.empty(0, np.int64)
    return np.fromstring(text[1:-1], np.int64, sep=",")


def _by_rows(
    connection: sqlite3.Connection, sql: str, width: int, parameters: Any
) -> tuple[Integers, ...]:
    rows = connection.execute(sql, parameters)
    numbers = np.fromiter(chain.from_iterable(rows), np.int64).reshape(-1, width)
    return tuple(np.ascontiguousarray(column) for column in numbers.T)


def name_papers(connection: sqlite3.Connection, papers: Integers) -> None:
    """Make the temporary table `named` of these numbers, for a query to walk along."""
    connection.execute("DROP TABLE IF EXISTS temp.named")
    connection.execute("CREATE TEMP TABLE named (paper INTEGER PRIMARY KEY)")
    connection.executemany("INSERT INTO temp.named VALUES (?)", _rows(papers))


def _rows(numbers: Integers) -> Iterable[tuple[int]]:
    return zip(numbers.tolist())
