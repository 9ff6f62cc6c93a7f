"""Which paper an identifier belongs to, and making one paper of two.

Every identifier leads to one paper. When an answer shows that two identifiers name the
same paper (a list knew the OpenReview id, a service adds the arXiv id; a service merged
two records), their rows become one, under the smallest number: the strongest identifier.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .identity import number_of
from .rows import Key

# A DOI is shared by preprints and published versions, and now and then wrong: it finds a
# paper, but never makes one of two.
_STRONG = {"arxiv", "corpus", "s2", "openreview", "text"}


class Located(NamedTuple):
    """A paper's number, and whether finding it made one paper of two."""

    paper: int
    united: bool


def locate(connection: sqlite3.Connection, keys: Sequence[Key], source: str) -> Located:
    """Return the paper that these keys name, uniting papers where need be.

    Adds the paper's row and its identifiers where they are new.
    """
    named = {key: find(connection, key) for key in keys}
    if len(set(named.values())) == 1 and (paper := named[keys[0]]) is not None:
        return Located(paper, united=False)
    strong = [key for key in keys if key.scheme in _STRONG] or list(keys)
    numbers = {number_of(*key) for key in strong}
    known = (
        {paper for key in strong if (paper := named[key]) is not None}
        | _papers_numbered(connection, numbers)
        | _papers_mentioned(connection, strong)
    )
    paper = min(numbers | known)
    if not known:
        connection.execute("INSERT INTO papers (id) VALUES (?)", (paper,))
    for other in sorted(known - {paper}):
        unite(connection, other, paper)
    connection.executemany(
        "INSERT INTO identifiers (scheme, value, paper, source) VALUES (?, ?, ?, ?) "
        "ON CONFLICT DO NOTHING",
        [(*key, paper, source) for key in keys],
    )
    return Located(paper, united=bool(known - {paper}))


def locate_all(
    connection: sqlite3.Connection, names: Sequence[Sequence[Key]], source: str
) -> list[Located]:
    """Return the papers behind many lists of keys, by the numbers they have after all of them."""
    located = [locate(connection, keys, source) for keys in names]
    if not any(united for _, united in located):
        return located
    return [
        Located(locate(connection, keys, source).paper, united)
        for keys, (_, united) in zip(names, located, strict=True)
    ]


def find(connection: sqlite3.Connection, key: Key) -> int | None:
    """Return the paper that a key is known to name."""
    row = connection.execute(
        "SELECT paper FROM identifiers WHERE scheme = ? AND value = ?", key
    ).fetchone()
    return row[0] if row else None


Aliases = dict[tuple[str, str], int]
"""Papers by scheme and value of those keys that would give another number themselves."""


def load_aliases(connection: sqlite3.Connection) -> Aliases:
    """Return the keys whose paper has another number than the key itself would give."""
    rows = connection.execute(
        "SELECT scheme, value, paper FROM identifiers WHERE scheme IN ('arxiv', 'corpus', 's2')"
    )
    return {
        (scheme, value): paper for scheme, value, paper in rows if number_of(scheme, value) != paper
    }


def _papers_numbered(connection: sqlite3.Connection, numbers: set[int]) -> set[int]:
    marks = ", ".join("?" * len(numbers))
    rows = connection.execute(f"SELECT id FROM papers WHERE id IN ({marks})", tuple(numbers))  # noqa: S608
    return {paper for (paper,) in rows}


def _papers_mentioned(connection: sqlite3.Connection, keys: Iterable[Key]) -> set[int]:
    """Return papers that only links have named so far, found by their corpus id."""
    corpus_ids = [int(key.value) for key in keys if key.scheme == "corpus"]
    return {
        paper
        for corpus_id in corpus_ids
        for (paper,) in connection.execute(
            "SELECT id FROM papers WHERE corpus_id = ? AND id < 1000000000000", (corpus_id,)
        )
    }


def unite(connection: sqlite3.Connection, other: int, paper: int) -> None:
    """Make one paper of two: all that hangs on `other` moves to `paper`."""
    if not _papers_numbered(connection, {paper}):
        connection.execute("UPDATE papers SET id = ? WHERE id = ?", (paper, other))
        return
    arguments = {"other": other, "paper": paper}
    for statement in _MOVES:
        connection.execute(statement, arguments)


# What both papers have is kept from the surviving one, except that links are added up.
_MOVE_CITATIONS = """
INSERT INTO citations (citing, cited, is_influential, references_answer, citations_answer)
SELECT {citing}, {cited}, is_influential, references_answer, citations_answer
FROM citations WHERE {end} = :other AND {citing} <> {cited}
ON CONFLICT DO UPDATE SET
    is_influential = coalesce(is_influential, excluded.is_influential),
    references_answer = coalesce(references_answer, excluded.references_answer),
    citations_answer = coalesce(citations_answer, excluded.citations_answer)
"""
_MOVE_CONTEXTS = """
INSERT INTO citation_contexts (citing, cited, position, context, intents)
SELECT {citing}, {cited}, position, context, intents
FROM citation_contexts WHERE {end} = :other AND {citing} <> {cited}
ON CONFLICT DO NOTHING
"""
_ENDS = (
    {"end": "citing", "citing": ":paper", "cited": "cited"},
    {"end": "cited", "citing": "citing", "cited": ":paper"},
)
_MOVES = (
    *(
        statement
        for ends in _ENDS
        for statement in (
            _MOVE_CITATIONS.format(**ends),
            _MOVE_CONTEXTS.format(**ends),
            f"DELETE FROM citations WHERE {ends['end']} = :other",  # noqa: S608
        )
    ),
    *(
        statement
        for table in ("records", "embeddings", "fetches", "unlinked_references")
        for statement in (
            f"UPDATE OR IGNORE {table} SET paper = :paper WHERE paper = :other",  # noqa: S608
            f"DELETE FROM {table} WHERE paper = :other",  # noqa: S608
        )
    ),
    "UPDATE identifiers SET paper = :paper WHERE paper = :other",
    "UPDATE listed SET paper = :paper WHERE paper = :other",
    "UPDATE papers SET is_listed = max(is_listed, coalesce("
    "(SELECT is_listed FROM papers WHERE id = :other), 0)) WHERE id = :paper",
    # Merging fills the surviving row from the records; only what no record says is taken over.
    "CREATE TEMP TABLE leaving AS SELECT * FROM papers WHERE id = :other",
    "DELETE FROM papers WHERE id = :other",
    """UPDATE papers SET
        title = coalesce(papers.title, leaving.title),
        year = coalesce(papers.year, leaving.year),
        published = coalesce(papers.published, leaving.published),
        arxiv_id = coalesce(papers.arxiv_id, leaving.arxiv_id),
        s2_paper_id = coalesce(papers.s2_paper_id, leaving.s2_paper_id),
        corpus_id = coalesce(papers.corpus_id, leaving.corpus_id),
        doi = coalesce(papers.doi, leaving.doi),
        openreview_id = coalesce(papers.openreview_id, leaving.openreview_id),
        mentioned_in = coalesce(papers.mentioned_in, leaving.mentioned_in)
    FROM temp.leaving WHERE papers.id = :paper""",
    "DROP TABLE temp.leaving",
)
