"""What lies behind an edge: the papers that make it, or the answers that show it."""

import sqlite3
from dataclasses import dataclass

import numpy as np

from db.evidence_rows import NamedPaper, Sighting, is_chosen, named_papers
from db.lookup import find_paper

from .errors import GraphError
from .network import Integers


@dataclass(frozen=True)
class Explanation:
    """Why there is an edge between two nodes, or that there is none."""

    kind: str
    first: str
    second: str
    summary: str
    papers: tuple[NamedPaper, ...] = ()
    """The papers behind the edge, the newest first."""
    sightings: tuple[Sighting, ...] = ()
    """Where a citation was seen."""


def chosen_paper(connection: sqlite3.Connection, text: str) -> int:
    """Return the number of the paper that a text names; raises GraphError."""
    paper = find_paper(connection, text)
    if paper is None:
        raise GraphError(
            f"The database has no paper '{text}'; name it by its arXiv id, DOI, OpenReview id or "
            "Semantic Scholar id."
        )
    if not is_chosen(connection, paper):
        raise GraphError(f"{paper_name(connection, paper)} is not among the papers chosen.")
    return paper


def two_papers(connection: sqlite3.Connection, first: str, second: str) -> tuple[int, int]:
    """Return the numbers of the two papers that texts name; raises GraphError."""
    one, other = chosen_paper(connection, first), chosen_paper(connection, second)
    refuse_same(one, other, first, second)
    return one, other


def refuse_same(one: int, other: int, first: str, second: str) -> None:
    """Raise GraphError where two texts name the same node."""
    if one == other:
        raise GraphError(f"'{first}' and '{second}' name the same, and an edge has two ends.")


def paper_name(connection: sqlite3.Connection, paper: int) -> str:
    """Return a paper's identifier and title for people."""
    (named,) = named_papers(connection, np.array([paper]))
    return f"{named.name} ({named.title})" if named.title else named.name


def papers_behind(connection: sqlite3.Connection, papers: Integers) -> tuple[NamedPaper, ...]:
    """Return papers by name, the newest first; `papers` must be sorted, without repeats."""
    named = named_papers(connection, papers)
    return tuple(
        sorted(named, key=lambda paper: paper.published or str(paper.year or ""), reverse=True)
    )
