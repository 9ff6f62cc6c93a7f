"""Reads papers as columns for networks: the chosen ones (see chosen.py), or any others.

The order of rows is fixed (by paper), so the same database gives the same columns.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from .integers import Integers, name_papers

Text = list[str | None]
Counts = list[int | None]

# CROSS JOIN keeps the order of the loops: from each paper along the other tables' own keys.
_PAPERS = """
SELECT papers.id, papers.title, papers.arxiv_id, papers.openreview_id, papers.doi, {decision},
       papers.year, papers.published, papers.primary_category,
       papers.citation_count, papers.influential_citation_count, papers.reference_count
FROM {nodes} CROSS JOIN papers ON papers.id = nodes.paper
ORDER BY nodes.paper
"""
_AUTHORS = """
SELECT authorships.paper, authorships.name
FROM {nodes} CROSS JOIN authorships ON authorships.paper = nodes.paper
ORDER BY authorships.paper, authorships.position
"""
_DATES = """
SELECT papers.id, papers.published, papers.year
FROM {nodes} CROSS JOIN papers ON papers.id = nodes.paper
ORDER BY nodes.paper
"""
_TEXTS = """
SELECT papers.title, papers.abstract
FROM temp.chosen AS nodes CROSS JOIN papers ON papers.id = nodes.paper
ORDER BY nodes.paper
"""
_CHOSEN, _NAMED = "temp.chosen AS nodes", "temp.named AS nodes"


class PaperColumns(NamedTuple):
    """Papers, one a row, ordered by id. Authors are joined by "; "."""

    id: Integers
    title: Text
    arxiv_id: Text
    openreview_id: Text
    doi: Text
    decision: Text
    year: Counts
    published: Text
    primary_category: Text
    citation_count: Counts
    influential_citation_count: Counts
    reference_count: Counts
    authors: Text


class DateColumns(NamedTuple):
    """When papers appeared, as far as it is known, ordered by id."""

    id: Integers
    published: Text
    year: Counts


@contextmanager
def one_moment(connection: sqlite3.Connection) -> Iterator[None]:
    """Make everything read inside come from the same state, whoever writes meanwhile."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.rollback()


def collections(connection: sqlite3.Connection) -> list[str]:
    """Return the names of all collections, sorted."""
    return [name for (name,) in connection.execute("SELECT name FROM collections ORDER BY name")]


def papers(connection: sqlite3.Connection) -> PaperColumns:
    """Read the chosen papers."""
    return _papers(connection, _CHOSEN, "nodes.decision")


def papers_numbered(connection: sqlite3.Connection, ids: Integers) -> PaperColumns:
    """Read the papers of these numbers; `ids` must be sorted and without repeats.

    A paper's decision is known where it is chosen.
    """
    name_papers(connection, ids)
    chosen = "(SELECT decision FROM temp.chosen WHERE paper = nodes.paper)"
    return _papers(connection, _NAMED, chosen)


def _papers(connection: sqlite3.Connection, nodes: str, decision: str) -> PaperColumns:
    rows = connection.execute(_PAPERS.format(nodes=nodes, decision=decision)).fetchall()
    columns = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(12)]
    authors = _authors(connection, nodes)
    written_by = [authors.get(paper) for paper in columns[0]]
    ids = np.array(columns[0], dtype=np.int64)
    return PaperColumns._make((ids, *columns[1:], written_by))


def _authors(connection: sqlite3.Connection, nodes: str) -> dict[int, str]:
    rows = connection.execute(_AUTHORS.format(nodes=nodes))
    return {
        paper: "; ".join(name for _, name in names) for paper, names in groupby(rows, itemgetter(0))
    }


def dates_chosen(connection: sqlite3.Connection) -> DateColumns:
    """Read when the chosen papers appeared."""
    return _dates(connection, _CHOSEN)


def dates_numbered(connection: sqlite3.Connection, ids: Integers) -> DateColumns:
    """Read when the papers of these numbers appeared; `ids` must be sorted, without repeats."""
    name_papers(connection, ids)
    return _dates(connection, _NAMED)


def _dates(connection: sqlite3.Connection, nodes: str) -> DateColumns:
    rows = connection.execute(_DATES.format(nodes=nodes)).fetchall()
    ids, published, year = zip(*rows, strict=True) if rows else ((), (), ())
    return DateColumns(np.array(ids, dtype=np.int64), list(published), list(year))


def texts(connection: sqlite3.Connection) -> list[tuple[str | None, str | None]]:
    """Read title and abstract of each chosen paper."""
    return connection.execute(_TEXTS).fetchall()


def last_answer(connection: sqlite3.Connection) -> str | None:
    """Return when the newest answer came (UTC, ISO 8601), or None before the first."""
    (at,) = connection.execute("SELECT max(answered_at) FROM answers").fetchone()
    return None if at is None else str(at)
