"""How far the references or the citations of each chosen paper are known, and if not, why."""

import sqlite3
from enum import IntEnum
from typing import Literal

from .integers import Integers, read_integers

Part = Literal["references", "citations"]


class Known(IntEnum):
    """What became of the questions for a paper's references or citations, the best first."""

    RECEIVED = 0
    NONE = 1
    """Received, and there are none."""
    PARTIAL = 2
    NOT_FETCHED = 3
    FAILED = 4
    WITHHELD = 5
    RECORD_FAILED = 6
    RECORD_ABSENT = 7
    NOT_ASKED = 8
    UNNAMED = 9
    """No identifier that a source of links can be asked by."""


# A source brings a part where it was ever asked for it.
_BRINGING = """
SELECT name, title FROM sources WHERE EXISTS (
    SELECT 1 FROM fetches WHERE source = sources.name AND part = ?
) ORDER BY rank, name
"""
_KNOWN = """
WITH bringing AS MATERIALIZED (
    SELECT name FROM sources
    WHERE EXISTS (SELECT 1 FROM fetches WHERE source = sources.name AND part = :part)
)
SELECT min(CASE
    WHEN links.state = 'found' AND links.received + ifnull(links.unlinked, 0) = 0 THEN 1
    WHEN links.state = 'found' THEN 0
    WHEN links.state = 'partial' THEN 2
    WHEN record.state IN ('found', 'partial') AND links.state IS NULL THEN 3
    WHEN links.state = 'failed' THEN 4
    WHEN links.state = 'absent' THEN 5
    WHEN record.state = 'failed' THEN 6
    WHEN record.state = 'absent' THEN 7
    WHEN EXISTS (
        SELECT 1 FROM identifiers
        JOIN source_schemes ON source_schemes.scheme = identifiers.scheme
        WHERE identifiers.paper = chosen.paper AND source_schemes.source = bringing.name
    ) THEN 8
    ELSE 9 END)
FROM temp.chosen AS chosen CROSS JOIN bringing
LEFT JOIN fetches AS record
    ON record.paper = chosen.paper AND record.source = bringing.name AND record.part = 'record'
LEFT JOIN fetches AS links
    ON links.paper = chosen.paper AND links.source = bringing.name AND links.part = :part
GROUP BY chosen.paper ORDER BY chosen.paper
"""


def bringers(connection: sqlite3.Connection, part: Part) -> list[str]:
    """Return the full names of the sources that were ever asked for the part."""
    return [str(title) for _, title in connection.execute(_BRINGING, (part,))]


def known(connection: sqlite3.Connection, part: Part) -> Integers:
    """Return the `Known` of each chosen paper, by the source that knows most.

    Empty where no source was ever asked for the part.
    """
    (states,) = read_integers(connection, _KNOWN, 1, {"part": part})
    return states
