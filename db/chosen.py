"""The listed papers that a network is made of: the table `chosen` of one connection.

What reads papers, links and authors for a network reads them of the chosen papers, so
`choose` comes first. The table is temporary; the file is not written to.
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_TABLE = "CREATE TEMP TABLE chosen (paper INTEGER PRIMARY KEY, decision TEXT)"
_LISTED = """
FROM listed JOIN collections ON collections.id = listed.collection
WHERE :collections IS NULL OR collections.name IN (SELECT value FROM json_each(:collections))
"""
# Of each paper the first row stays: the decision of the first collection, by name, that has one.
_CHOOSE_LISTED = f"""
INSERT OR IGNORE INTO temp.chosen SELECT listed.paper, listed.decision {_LISTED}
ORDER BY listed.paper, listed.decision IS NULL, collections.name, listed.line, listed.key
"""
_COUNT_LISTED = f"SELECT count(DISTINCT listed.paper) {_LISTED}"
_LEAVE_OTHER_DECISIONS = """
DELETE FROM temp.chosen
WHERE :decisions IS NOT NULL
  AND coalesce(decision NOT IN (SELECT value FROM json_each(:decisions)), 1)
"""
_LEAVE_OTHER_YEARS = """
DELETE FROM temp.chosen
WHERE coalesce(:first, :last) IS NOT NULL AND paper NOT IN (
    SELECT papers.id FROM temp.chosen CROSS JOIN papers ON papers.id = chosen.paper
    WHERE (:first IS NULL OR papers.year >= :first) AND (:last IS NULL OR papers.year <= :last)
)
"""
_COUNT_UNDATED = """
SELECT count(*) FROM temp.chosen CROSS JOIN papers ON papers.id = chosen.paper
WHERE coalesce(:first, :last) IS NOT NULL AND papers.year IS NULL
"""


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


def choose(connection: sqlite3.Connection, choice: Choice = Choice()) -> int:  # noqa: B008
    """Make the table `chosen`; return how many papers are left out as their year is not known.

    A paper's decision is that of the first of the collections, by name, that has one.
    """
    asked = choice.parameters()
    connection.execute("DROP TABLE IF EXISTS temp.chosen")
    connection.execute(_TABLE)
    connection.execute(_CHOOSE_LISTED, asked)
    connection.execute(_LEAVE_OTHER_DECISIONS, asked)
    (undated,) = connection.execute(_COUNT_UNDATED, asked).fetchone()
    connection.execute(_LEAVE_OTHER_YEARS, asked)
    return int(undated)


def leave_out(connection: sqlite3.Connection, papers: Iterable[int]) -> None:
    """Choose these papers no longer."""
    connection.executemany("DELETE FROM temp.chosen WHERE paper = ?", ((each,) for each in papers))


def any_chosen(connection: sqlite3.Connection) -> bool:
    """Return whether at least one paper is chosen."""
    (found,) = connection.execute("SELECT EXISTS (SELECT 1 FROM temp.chosen)").fetchone()
    return bool(found)


def count_listed(connection: sqlite3.Connection, collections: Sequence[str] = ()) -> int:
    """Count the papers that these collections list; by default all of them."""
    (papers,) = connection.execute(_COUNT_LISTED, Choice(collections).parameters()).fetchone()
    return int(papers)


def decisions(connection: sqlite3.Connection) -> list[str]:
    """Return all decisions of all collections, sorted."""
    rows = connection.execute(
        "SELECT DISTINCT decision FROM listed WHERE decision IS NOT NULL ORDER BY decision"
    )
    return [decision for (decision,) in rows]
