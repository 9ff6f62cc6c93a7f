"""Reads what a report tells beyond the networks: citations around the listed papers, years."""

import sqlite3
from itertools import chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .addresses import on_the_web

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Booleans = NDArray[np.bool_]

_CHOSEN = """
WITH chosen AS MATERIALIZED (
    SELECT DISTINCT listed.paper FROM listed
    JOIN collections ON collections.id = listed.collection
    WHERE ?1 IS NULL OR collections.name = ?1
),
around AS MATERIALIZED (
    SELECT paper FROM chosen
    UNION
    SELECT citations.cited FROM chosen CROSS JOIN citations ON citations.citing = chosen.paper
)
"""

# Everybody who cites a listed paper or one of its references; and these references.
_LINKS = f"""{_CHOSEN}
SELECT citations.citing, citations.cited
FROM around CROSS JOIN citations ON citations.cited = around.paper
ORDER BY citations.citing, citations.cited
"""  # noqa: S608 - made of constants

_YEARS = f"""{_CHOSEN}
SELECT papers.id, papers.year FROM papers
WHERE papers.id IN (SELECT paper FROM around)
   OR papers.id IN (
        SELECT citations.citing FROM around
        CROSS JOIN citations ON citations.cited = around.paper
   )
ORDER BY papers.id
"""  # noqa: S608 - made of constants

# A list lacks little if a tenth of the source's own count, or three entries, are missing:
# counts and lists of the source differ by as much. It covers the years before it was fetched.
_WHOLE = f"""{_CHOSEN}
SELECT fetches.paper, fetches.part = 'citations',
       max(CAST(substr(fetches.at, 1, 4) AS INTEGER)) - 1
FROM around CROSS JOIN fetches ON fetches.paper = around.paper
WHERE fetches.part IN ('references', 'citations') AND fetches.state = 'found'
  AND (
    fetches.expected IS NULL
    OR fetches.received + ifnull(fetches.unlinked, 0) >= fetches.expected * 0.9
    OR fetches.received + ifnull(fetches.unlinked, 0) >= fetches.expected - 3
  )
GROUP BY fetches.paper, fetches.part
"""  # noqa: S608 - made of constants

_CITED_YEARS = f"""{_CHOSEN}
SELECT papers.year, count(*)
FROM chosen
CROSS JOIN citations ON citations.citing = chosen.paper
JOIN papers ON papers.id = citations.cited
GROUP BY papers.year
ORDER BY papers.year
"""  # noqa: S608 - made of constants


_AUTHORS = "SELECT author FROM authorships WHERE paper = ?"


class Surroundings(NamedTuple):
    """The listed papers, what they cite, and all that is known to cite any of these.

    `paper` has the numbers, ascending; the next three hold one value each.
    """

    paper: Integers
    year: Floats
    """Not a number where unknown."""
    references_whole: Booleans
    """Whether all its references were received; asked of listed papers only."""
    cited_until: Integers
    """The last year of which all that cite it were received; 0 where some are missing."""
    citing: Integers
    cited: Integers


class Service(NamedTuple):
    """Where data comes from, and on what terms."""

    title: str
    url: str | None
    licence: str | None
    attribution: str | None


def surroundings(connection: sqlite3.Connection, collection: str | None = None) -> Surroundings:
    """Read the citations to the listed papers and to what these cite."""
    links = _numbers(connection.execute(_LINKS, (collection,)), 2)
    papers = connection.execute(_YEARS, (collection,)).fetchall()
    number = np.array([paper for paper, _ in papers], dtype=np.int64)
    year = np.array([np.nan if year is None else year for _, year in papers], dtype=np.float64)
    whole, is_citations, last_year = _numbers(connection.execute(_WHOLE, (collection,)), 3).T
    of_citations = is_citations == 1
    until = np.zeros(len(number), np.int64)
    until[np.searchsorted(number, whole[of_citations])] = last_year[of_citations]
    return Surroundings(
        number,
        year,
        np.isin(number, whole[~of_citations]),
        until,
        np.searchsorted(number, links[:, 0]),
        np.searchsorted(number, links[:, 1]),
    )


def cited_years(
    connection: sqlite3.Connection, collection: str | None = None
) -> dict[int | None, int]:
    """Count the citations by listed papers by the year of what is cited, None where unknown."""
    return dict(connection.execute(_CITED_YEARS, (collection,)).fetchall())


def share_author(connection: sqlite3.Connection, one: int, other: int) -> bool | None:
    """Return whether two papers have an author in common; None where either's are unknown."""
    authors = [
        {author for (author,) in connection.execute(_AUTHORS, (paper,))} for paper in (one, other)
    ]
    return not authors[0].isdisjoint(authors[1]) if all(authors) else None


def services(connection: sqlite3.Connection) -> list[Service]:
    """Return the services behind the data, the most trusted first."""
    rows = connection.execute(
        "SELECT title, url, licence, attribution FROM sources WHERE url IS NOT NULL "
        "ORDER BY rank, name"
    )
    return [Service(title, on_the_web(url), *terms) for title, url, *terms in rows]


def _numbers(rows: sqlite3.Cursor, width: int) -> Integers:
    return np.fromiter(chain.from_iterable(rows), np.int64).reshape(-1, width)
