"""Reads who wrote which of the chosen papers, as columns for networks."""

import sqlite3
from typing import NamedTuple

from .integers import Integers, read_integers

# A paper may name one author twice; the first place counts.
_AUTHORSHIPS = """
SELECT authorships.paper, authorships.author, min(authorships.position)
FROM temp.chosen AS chosen CROSS JOIN authorships ON authorships.paper = chosen.paper
GROUP BY authorships.paper, authorships.author
ORDER BY authorships.paper, authorships.author
"""
_AUTHORS = """
SELECT authors.id, authors.name, authors.s2_author_id FROM authors
WHERE authors.id IN (
    SELECT authorships.author
    FROM temp.chosen AS chosen CROSS JOIN authorships ON authorships.paper = chosen.paper
)
ORDER BY authors.id
"""


class AuthorshipColumns(NamedTuple):
    """Who wrote what, each pair once, ordered by paper and author."""

    paper: Integers
    author: Integers
    position: Integers


class Author(NamedTuple):
    """An author; without an id where a name is all that is known."""

    id: int
    name: str
    s2_author_id: str | None


def authorships(connection: sqlite3.Connection) -> AuthorshipColumns:
    """Read who wrote the chosen papers."""
    return AuthorshipColumns._make(read_integers(connection, _AUTHORSHIPS, 3))


def authors(connection: sqlite3.Connection) -> list[Author]:
    """Read the authors of the chosen papers, ordered by number."""
    return [Author._make(row) for row in connection.execute(_AUTHORS)]
