"""Reads what networks are made of, as columns: the listed papers and the links among them.

Every function takes the name of a collection, or None for all. The order of rows is
fixed (paper; citing, cited), so the same database gives the same columns.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
Text = list[str | None]
Counts = list[int | None]

_CHOSEN = """
WITH chosen AS MATERIALIZED (
    SELECT DISTINCT listed.paper FROM listed
    JOIN collections ON collections.id = listed.collection
    WHERE ?1 IS NULL OR collections.name = ?1
)
"""

# One row a paper: the decision of the first collection, by name, that has one.
_PAPERS = """
WITH ranked AS (
    SELECT listed.paper, listed.decision, row_number() OVER (
        PARTITION BY listed.paper
        ORDER BY listed.decision IS NULL, collections.name, listed.line, listed.key
    ) AS place
    FROM listed JOIN collections ON collections.id = listed.collection
    WHERE ?1 IS NULL OR collections.name = ?1
)
SELECT papers.id, papers.title, papers.arxiv_id, papers.openreview_id, ranked.decision,
       papers.year, papers.published, papers.primary_category,
       papers.citation_count, papers.influential_citation_count, papers.reference_count
FROM ranked JOIN papers ON papers.id = ranked.paper
WHERE ranked.place = 1
ORDER BY papers.id
"""

# CROSS JOIN keeps the order of the loops: from each paper along the authorships' own key.
_AUTHORS = f"""{_CHOSEN}
SELECT authorships.paper, authorships.name
FROM chosen CROSS JOIN authorships ON authorships.paper = chosen.paper
ORDER BY authorships.paper, authorships.position
"""  # noqa: S608 - made of constants

# The + keeps SQLite from trying every pair of papers in the index: it walks each citing
# paper's links instead and looks the other end up among the chosen.
_LINKS = f"""{_CHOSEN}
SELECT citing, cited,
       4 * ifnull(is_influential + 1, 0) + 2 * seen_in_references + seen_in_citations
FROM citations
WHERE citing IN (SELECT paper FROM chosen) AND +cited IN (SELECT paper FROM chosen)
ORDER BY citing, cited
"""  # noqa: S608 - made of constants

_COVERAGE = f"""{_CHOSEN}
SELECT EXISTS (
           SELECT 1 FROM identifiers JOIN source_schemes USING (scheme)
           WHERE identifiers.paper = chosen.paper
       ) AS identified,
       record.state, links.state,
       ifnull(links.state = 'found' AND links.received + ifnull(links.unlinked, 0) = 0, 0)
FROM chosen
LEFT JOIN fetches AS record
    ON record.paper = chosen.paper AND record.source = 's2' AND record.part = 'record'
LEFT JOIN fetches AS links
    ON links.paper = chosen.paper AND links.source = 's2' AND links.part = 'references'
ORDER BY chosen.paper
"""  # noqa: S608 - made of constants


class PaperColumns(NamedTuple):
    """The listed papers, one a row, ordered by id. Authors are joined by "; "."""

    id: Integers
    title: Text
    arxiv_id: Text
    openreview_id: Text
    decision: Text
    year: Counts
    published: Text
    primary_category: Text
    citation_count: Counts
    influential_citation_count: Counts
    reference_count: Counts
    authors: Text


class LinkColumns(NamedTuple):
    """Citations of which both ends are listed, ordered by citing and cited paper."""

    citing: Integers
    cited: Integers
    is_influential: NDArray[np.int8]
    """1 yes, 0 no, -1 where the source did not say."""
    seen_in_references: NDArray[np.bool_]
    seen_in_citations: NDArray[np.bool_]


class Coverage(NamedTuple):
    """What became of the questions to Semantic Scholar about one listed paper."""

    identified: bool
    record: str | None
    references: str | None
    without_references: bool
    """The references were received, and there are none."""


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


def papers(connection: sqlite3.Connection, collection: str | None = None) -> PaperColumns:
    """Read the listed papers."""
    rows = connection.execute(_PAPERS, (collection,)).fetchall()
    columns = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(11)]
    authors = _authors(connection, collection)
    written_by = [authors.get(paper) for paper in columns[0]]
    ids = np.array(columns[0], dtype=np.int64)
    return PaperColumns._make((ids, *columns[1:], written_by))


def _authors(connection: sqlite3.Connection, collection: str | None) -> dict[int, str]:
    rows = connection.execute(_AUTHORS, (collection,))
    return {
        paper: "; ".join(name for _, name in names) for paper, names in groupby(rows, itemgetter(0))
    }


def links_among_listed(
    connection: sqlite3.Connection, collection: str | None = None
) -> LinkColumns:
    """Read the citations between listed papers; links to papers outside are not touched."""
    # Three plain integers a row: half the time of five values in a record.
    rows = connection.execute(_LINKS, (collection,))
    numbers = np.fromiter(chain.from_iterable(rows), np.int64).reshape(-1, 3)
    citing, cited, shown = (np.ascontiguousarray(column) for column in numbers.T)
    return LinkColumns(
        citing, cited, (shown // 4 - 1).astype(np.int8), shown & 2 != 0, shown & 1 != 0
    )


def coverage(connection: sqlite3.Connection, collection: str | None = None) -> list[Coverage]:
    """Read what Semantic Scholar was asked and answered of each listed paper, in their order."""
    return [
        Coverage(bool(identified), record, references, bool(none))
        for identified, record, references, none in connection.execute(_COVERAGE, (collection,))
    ]


def last_answer(connection: sqlite3.Connection) -> str | None:
    """Return when the newest answer came (UTC, ISO 8601), or None before the first."""
    (at,) = connection.execute("SELECT max(answered_at) FROM answers").fetchone()
    return None if at is None else str(at)
