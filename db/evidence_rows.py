"""Reads what lies behind an edge of a network: papers by name, and who showed a link."""

import sqlite3
from typing import NamedTuple

from .integers import Integers, name_papers

_PAPERS = """
SELECT papers.id, papers.title, papers.year, papers.published, papers.arxiv_id, papers.doi,
       papers.openreview_id, papers.s2_paper_id
FROM temp.named AS named CROSS JOIN papers ON papers.id = named.paper
ORDER BY named.paper
"""
_SIGHTINGS = """
SELECT sources.title, sightings.direction,
       coalesce(papers.arxiv_id, papers.doi, papers.openreview_id, papers.s2_paper_id, papers.id),
       answers.answered_at, answers.id
FROM sightings
JOIN papers ON papers.id = sightings.paper
JOIN sources ON sources.name = sightings.source
JOIN answers ON answers.id = sightings.answer
WHERE (sightings.paper = :citing AND direction = 'references' AND other = :cited)
   OR (sightings.paper = :cited AND direction = 'citations' AND other = :citing)
ORDER BY sources.rank, sources.name, direction DESC
"""
_AUTHORS_NAMED = """
SELECT DISTINCT authors.id FROM authors
JOIN authorships ON authorships.author = authors.id
WHERE authorships.paper IN (SELECT paper FROM temp.chosen)
  AND (authors.s2_author_id = :text OR authors.name = :text COLLATE NOCASE)
ORDER BY authors.id
"""


class NamedPaper(NamedTuple):
    """A paper as people are told of it."""

    number: int
    title: str | None
    year: int | None
    published: str | None
    arxiv_id: str | None
    doi: str | None
    openreview_id: str | None
    s2_paper_id: str | None

    @property
    def name(self) -> str:
        """Its best known identifier, as commands take it."""
        known = self.arxiv_id or self.doi or self.openreview_id or self.s2_paper_id
        return known or str(self.number)


class Sighting(NamedTuple):
    """A list of a source in which a link was seen, in which answer and when (UTC)."""

    source: str
    direction: str
    """references or citations"""
    paper: str
    """The identifier of the paper whose list it is."""
    answered_at: str
    answer: int


def named_papers(connection: sqlite3.Connection, ids: Integers) -> list[NamedPaper]:
    """Read the papers of these numbers; `ids` must be sorted and without repeats."""
    name_papers(connection, ids)
    return [NamedPaper._make(row) for row in connection.execute(_PAPERS)]


def is_chosen(connection: sqlite3.Connection, paper: int) -> bool:
    """Return whether a paper is among the chosen ones."""
    found = connection.execute("SELECT 1 FROM temp.chosen WHERE paper = ?", (paper,))
    return found.fetchone() is not None


def sightings(connection: sqlite3.Connection, citing: int, cited: int) -> list[Sighting]:
    """Return where the citation was seen: in which lists, and when last."""
    rows = connection.execute(_SIGHTINGS, {"citing": citing, "cited": cited})
    return [Sighting._make(row) for row in rows]


def authors_named(connection: sqlite3.Connection, text: str) -> list[int]:
    """Return the authors of chosen papers that have this Semantic Scholar id or name."""
    return [number for (number,) in connection.execute(_AUTHORS_NAMED, {"text": text})]
