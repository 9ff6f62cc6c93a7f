"""Finding the paper that someone means, by whatever identifier, link or number."""

import re
import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from functools import partial

from .identifiers import IdentifierError, parse_arxiv, parse_doi, parse_openreview
from .identity import number_of
from .rows import Key

_S2 = re.compile(r"(?:\S*semanticscholar\.org/\S*?)?([0-9a-f]{40})(?:[/?#]\S*)?", re.IGNORECASE)
_CORPUS = re.compile(r"(?:\S*semanticscholar\.org/)?corpus_?id:\s*(\d{1,12})", re.IGNORECASE)
_LONGEST = 2000
"""Letters of a link or identifier; what is longer is none, and takes long to read as one."""
# What is known of papers beyond their strongest identifier, which gives their number.
LOOKED_UP = {
    "arxiv": "arxiv_id",
    "doi": "doi",
    "corpus": "corpus_id",
    "s2": "s2_paper_id",
    "openreview": "openreview_id",
}


def register(connection: sqlite3.Connection) -> None:
    """Let SQL on this connection say `paper_of(text)`."""
    # Deterministic while one question is answered; only so can SQLite look it up in an index.
    find = partial(find_paper, connection)
    connection.create_function("paper_of", 1, find, deterministic=True)


def find_paper(connection: sqlite3.Connection, text: object) -> int | None:
    """Return the number of the paper that a text names in any spelling; None if it is not here."""
    named = str(text or "").strip()
    if len(named) > _LONGEST:
        return None
    for key in readings(named):
        if (paper := _known_as(connection, key)) is not None:
            return paper
    return _numbered(connection, int(named)) if re.fullmatch(r"[0-9]{1,18}", named) else None


def readings(text: str) -> Iterator[Key]:
    """Yield what the text may mean as an identifier, the likeliest first."""
    with suppress(IdentifierError):
        yield Key("arxiv", parse_arxiv(text).base)
    with suppress(IdentifierError):
        yield Key("doi", parse_doi(text))
    if match := _CORPUS.fullmatch(text):
        yield Key("corpus", str(int(match[1])))
    if match := _S2.fullmatch(text):
        yield Key("s2", match[1].lower())
    with suppress(IdentifierError):
        yield Key("openreview", parse_openreview(text))
    # A service may know a DOI of a shape that no list would be believed.
    yield Key("doi", text.lower())


def _known_as(connection: sqlite3.Connection, key: Key) -> int | None:
    row = connection.execute(
        "SELECT paper FROM identifiers WHERE scheme = ? AND value = ?", key
    ).fetchone()
    if row is None and (paper := _numbered(connection, number_of(*key))) is not None:
        return paper
    if row is None and (column := LOOKED_UP.get(key.scheme)):
        row = connection.execute(
            f"SELECT id FROM papers WHERE {column} = ? ORDER BY id",  # noqa: S608 - a constant
            (key.value,),
        ).fetchone()
    return None if row is None else int(row[0])


def _numbered(connection: sqlite3.Connection, number: int) -> int | None:
    row = connection.execute("SELECT id FROM papers WHERE id = ?", (number,)).fetchone()
    return None if row is None else int(row[0])
