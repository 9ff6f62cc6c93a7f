"""Authors as nodes: their names and columns."""

import sqlite3
from typing import NamedTuple

import numpy as np

from db import authorship_rows
from db.authorship_rows import Author
from db.network_rows import PaperColumns
from db.wording import counted

from .dates import Appearance
from .names import distinct
from .network import Booleans, Column, Integers


class Writing(NamedTuple):
    """Who wrote which of the chosen papers; papers and authors by their places."""

    authors: list[Author]
    paper: Integers
    author: Integers
    position: Integers

    @property
    def numbers(self) -> Integers:
        """The authors' numbers in the database, ascending."""
        return np.array([author.id for author in self.authors], dtype=np.int64)


def read_writing(connection: sqlite3.Connection, papers: PaperColumns) -> Writing:
    """Read who wrote the papers."""
    authors = authorship_rows.authors(connection)
    paper, author, position = authorship_rows.authorships(connection)
    numbers = np.array([each.id for each in authors], dtype=np.int64)
    return Writing(
        authors,
        np.searchsorted(papers.id, paper),
        np.searchsorted(numbers, author),
        position,
    )


def author_keys(authors: list[Author]) -> tuple[str, ...]:
    """Name each author by the author id of Semantic Scholar, else by name."""
    return distinct(author.s2_author_id or author.name for author in authors)


def author_columns(writing: Writing, appeared: Appearance) -> tuple[Column, ...]:
    """Return what is known of the authors, `label` being the name."""
    authors = writing.authors
    names = [author.name for author in authors]
    day, known = _first_days(writing, appeared)
    return (
        Column.of("label", "string", names, "Name, as the best source writes it"),
        Column.of(
            "s2_author_id",
            "string",
            [author.s2_author_id for author in authors],
            "Semantic Scholar's author id; without one, all who bear the name are one author",
        ),
        Column.of(
            "paper_count",
            "long",
            np.bincount(writing.author, minlength=len(authors)).astype(np.int64),
            "How many of the listed papers the author wrote",
        ),
        Column("published", "string", day, known, "When the first of these papers appeared"),
    )


def without_authors(papers: PaperColumns) -> tuple[str, ...]:
    """Say of how many papers no author is known."""
    unknown = papers.authors.count(None)
    if not unknown:
        return ()
    total = counted(len(papers.id), "listed paper")
    return (f"No author known (citeweave enrich asks for them): {unknown:,} of {total}.",)


def _first_days(writing: Writing, appeared: Appearance) -> tuple[Integers, Booleans]:
    """Return of each author the day of the first paper of known date, and where there is one."""
    texts, known = appeared.texts()
    first = np.full(len(writing.authors), -1, dtype=np.int64)
    latest_first = np.argsort(-appeared.latest[writing.paper].astype(np.int64), kind="stable")
    dated = latest_first[known[writing.paper[latest_first]]]
    # The last of several assignments to one author counts: that of the earliest paper.
    first[writing.author[dated]] = writing.paper[dated]
    return np.append(texts, "")[first], first >= 0
