"""The listed papers that a network is made of: the table `chosen` of one connection.

What reads papers, links and authors for a network reads them of the chosen papers, so
`choose` comes first. The table is temporary; the file is not written to.
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_TABLE = "CREATE TEMP TABLE chosen (paper INTEGER PRIMARY KEY, decision TEXT)"
# One row a paper: the decision of the first collection, by name, that has one.
_RANKED = """
WITH ranked AS (
    SELECT listed.paper, listed.decision, row_number() OVER (
        PARTITION BY listed.paper
        ORDER BY listed.decision IS NULL, collections.name, listed.line, listed.key
    ) AS place
    FROM listed JOIN collections ON collections.id = listed.collection
    WHERE :collections IS NULL OR collections.name IN (SELECT value FROM json_each(:collections))
), decided AS (
    SELECT paper, decision FROM ranked
    WHERE place = 1
      AND (:decisions IS NULL OR decision IN (SELECT value FROM json_each(:decisions)))
)
"""
_CHOOSE = f"""
INSERT INTO temp.chosen {_RANKED}
SELECT paper, decision FROM decided CROSS JOIN papers ON papers.id = decided.paper
WHERE (:first IS NULL OR papers.year >= :first) AND (:last IS NULL OR papers.year <= :last)
ORDER BY paper
"""  # noqa: S608 - made of constants
_COUNT = f"""{_RANKED}
SELECT (SELECT count(*) FROM ranked WHERE place = 1), count(*),
       count(*) FILTER (WHERE papers.year IS NULL)
FROM decided CROSS JOIN papers ON papers.id = decided.paper
"""  # noqa: S608 - made of constants


class Choice(NamedTuple):
    """Which listed papers to choose; nothing narrows by default. Both years are included."""

    collections: Sequence[str] = ()
    decisions: Sequence[str] = ()
    first_year: int | None = None
    last_year: int | None = None

    def parameters(self) -> dict[str, str | int | None]:
        """Return the values for the statements of this file."""
        return {
            "collections": json.dumps(self.collections) if self.collections else None,
            "decisions": json.dumps(self.decisions) if self.decisions else None,
            "first": self.first_year,
            "last": self.last_year,
        }


class Listed(NamedTuple):
    """How many papers the collections list, how many have the decision, and of which no year."""

    papers: int
    decided: int
    without_year: int


def choose(connection: sqlite3.Connection, choice: Choice = Choice()) -> None:  # noqa: B008
    """Make the table `chosen`, ordered by paper. A paper of unknown year is in no range of years.

    A paper's decision is that of the first of the collections, by name, that has one.
    """
    connection.execute("DROP TABLE IF EXISTS temp.chosen")
    connection.execute(_TABLE)
    connection.execute(_CHOOSE, choice.parameters())


def leave_out(connection: sqlite3.Connection, papers: Iterable[int]) -> None:
    """Choose these papers no longer."""
    connection.executemany("DELETE FROM temp.chosen WHERE paper = ?", ((each,) for each in papers))


def count_listed(connection: sqlite3.Connection, choice: Choice) -> Listed:
    """Count what the choice was made from."""
    return Listed._make(connection.execute(_COUNT, choice.parameters()).fetchone())


def decisions(connection: sqlite3.Connection) -> list[str]:
    """Return all decisions of all collections, sorted."""
    rows = connection.execute(
        "SELECT DISTINCT decision FROM listed WHERE decision IS NOT NULL ORDER BY decision"
    )
    return [decision for (decision,) in rows]
