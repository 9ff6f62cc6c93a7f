"""Reads citations as columns for networks: among the chosen papers, from them, or to them."""

import sqlite3
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .integers import Integers, read_integers

# From each chosen paper along the key of citations, or along its index on the cited paper.
_FROM = "temp.chosen AS near CROSS JOIN citations ON citations.citing = near.paper"
_TO = "temp.chosen AS near CROSS JOIN citations ON citations.cited = near.paper"
_NOT_FROM_CHOSEN = "+citations.citing NOT IN (SELECT paper FROM temp.chosen)"
_LINK = (
    "citing, cited, 4 * ifnull(is_influential + 1, 0) + 2 * seen_in_references + seen_in_citations"
)
# How many sources show a link, in either paper's list. Two lists of one source are one
# source: it makes both from the same records. So are an API and the dumps of one home.
_SOURCES = """(
    SELECT count(DISTINCT ifnull(url, name)) FROM sources WHERE EXISTS (
        SELECT 1 FROM sightings WHERE paper = citations.citing AND direction = 'references'
        AND source = sources.name AND other = citations.cited
    ) OR EXISTS (
        SELECT 1 FROM sightings WHERE paper = citations.cited AND direction = 'citations'
        AND source = sources.name AND other = citations.citing
    )
) >= :min_sources"""
_NO_COMMON_AUTHOR = """NOT EXISTS (
    SELECT 1 FROM authorships AS here JOIN authorships AS there ON there.author = here.author
    WHERE here.paper = citations.citing AND there.paper = citations.cited
)"""


class Keep(NamedTuple):
    """Which links count: shown by so many sources, and whether with self-citations.

    A self-citation is a link between papers that have an author in common, as far as the
    authors of both are known.
    """

    min_sources: int = 1
    without_self_citations: bool = False

    def conditions(self) -> list[str]:
        """Return what a link must fulfil, as SQL; empty where every one counts."""
        sources = [_SOURCES] if self.min_sources > 1 else []
        return sources + ([_NO_COMMON_AUTHOR] if self.without_self_citations else [])


class Pairs(NamedTuple):
    """Citations, ordered by the end that is chosen, then the other."""

    citing: Integers
    cited: Integers


class LinkColumns(NamedTuple):
    """Citations with what is known of each, ordered by citing and cited paper."""

    citing: Integers
    cited: Integers
    is_influential: NDArray[np.int8]
    """1 yes, 0 no, -1 where the source did not say."""
    seen_in_references: NDArray[np.bool_]
    seen_in_citations: NDArray[np.bool_]


def links_among(connection: sqlite3.Connection, keep: Keep) -> LinkColumns:
    """Read the citations of which both ends are chosen; those of other papers are not touched."""
    links = _links(_read(connection, links_from(keep), 3, keep))
    # Faster than asking SQLite for each link whether its other end is chosen.
    (chosen,) = read_integers(connection, "SELECT paper FROM temp.chosen ORDER BY paper", 1)
    inside = _among(links.cited, chosen)
    return LinkColumns._make(column[inside] for column in links)


def links_from(keep: Keep) -> str:
    """Return the query for the links from the chosen papers."""
    return _query(_LINK, _FROM, keep.conditions(), "near.paper, cited")


def links_around(connection: sqlite3.Connection, keep: Keep) -> LinkColumns:
    """Read the citations of which at least one end is chosen."""
    others_to = _query(_LINK, _TO, [_NOT_FROM_CHOSEN, *keep.conditions()], "near.paper, citing")
    parts = [_read(connection, query, 3, keep) for query in (links_from(keep), others_to)]
    columns = [np.concatenate(both) for both in zip(*parts, strict=True)]
    order = np.lexsort((columns[1], columns[0]))
    return _links(tuple(column[order] for column in columns))


def references(connection: sqlite3.Connection, keep: Keep) -> Pairs:
    """Read the citations from the chosen papers to any."""
    query = _query("citing, cited", _FROM, keep.conditions(), "near.paper, cited")
    return Pairs._make(_read(connection, query, 2, keep))


def citations(connection: sqlite3.Connection, keep: Keep) -> Pairs:
    """Read the citations from any paper to the chosen ones."""
    query = _query("citing, cited", _TO, keep.conditions(), "near.paper, citing")
    return Pairs._make(_read(connection, query, 2, keep))


def count_sources(connection: sqlite3.Connection) -> int:
    """Count the sources that show any link."""
    (count,) = connection.execute(
        "SELECT count(DISTINCT ifnull(url, name)) FROM sources WHERE EXISTS ("
        "SELECT 1 FROM fetches WHERE source = sources.name "
        "AND part IN ('references', 'citations') AND received > 0)"
    ).fetchone()
    return int(count)


def _among(papers: Integers, chosen: Integers) -> NDArray[np.bool_]:
    """Return which papers are chosen; `chosen` must be sorted."""
    if not len(chosen):
        return np.zeros(len(papers), bool)
    place = np.minimum(np.searchsorted(chosen, papers), len(chosen) - 1)
    return np.asarray(chosen[place] == papers)


def _query(what: str, tables: str, conditions: list[str], order: str) -> str:
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    return f"SELECT {what} FROM {tables} {where} ORDER BY {order}"  # noqa: S608 - constants


def _read(
    connection: sqlite3.Connection, query: str, width: int, keep: Keep
) -> tuple[Integers, ...]:
    parameters = {"min_sources": keep.min_sources} if keep.min_sources > 1 else {}
    return read_integers(connection, query, width, parameters)


def _links(columns: tuple[Integers, ...]) -> LinkColumns:
    citing, cited, shown = columns
    return LinkColumns(
        citing, cited, (shown // 4 - 1).astype(np.int8), shown & 2 != 0, shown & 1 != 0
    )
