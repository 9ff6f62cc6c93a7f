"""Writing references and citations: many thousand rows an answer.

Rows go through a temporary table, so that a neighbour whose number has since changed
(its arXiv id was not known before) is noticed by one query instead of one look-up each.
"""

import sqlite3
from collections.abc import Iterable

import msgspec

from .identity import number_of
from .rows import Links, Neighbour
from .union import Aliases, unite

REFERENCES, CITATIONS = "references", "citations"

_STAGING = """
CREATE TEMP TABLE IF NOT EXISTS incoming (
    id INTEGER PRIMARY KEY, title TEXT, year INTEGER, published TEXT, arxiv_id TEXT,
    s2_paper_id TEXT, corpus_id INTEGER, doi TEXT
)
"""
# A listed paper has records of its own; a mention only fills what none of them says. Most
# mentions repeat what is known, and writing it again costs more than all the rest.
_UPSERT = """
INSERT INTO papers (id, title, year, published, arxiv_id, s2_paper_id, corpus_id, doi, mentioned_in)
SELECT id, title, year, published, arxiv_id, s2_paper_id, corpus_id, doi, :answer
FROM temp.incoming WHERE true
ON CONFLICT (id) DO UPDATE SET
    title = iif(is_listed, coalesce(title, excluded.title), coalesce(excluded.title, title)),
    year = iif(is_listed, coalesce(year, excluded.year), coalesce(excluded.year, year)),
    published = iif(is_listed, coalesce(published, excluded.published),
                    coalesce(excluded.published, published)),
    arxiv_id = coalesce(arxiv_id, excluded.arxiv_id),
    s2_paper_id = iif(is_listed, coalesce(s2_paper_id, excluded.s2_paper_id),
                      coalesce(excluded.s2_paper_id, s2_paper_id)),
    corpus_id = iif(is_listed, coalesce(corpus_id, excluded.corpus_id),
                    coalesce(excluded.corpus_id, corpus_id)),
    doi = iif(is_listed, coalesce(doi, excluded.doi), coalesce(excluded.doi, doi)),
    mentioned_in = excluded.mentioned_in
WHERE (excluded.title, excluded.year, excluded.published, excluded.arxiv_id,
       excluded.s2_paper_id, excluded.corpus_id, excluded.doi)
    IS NOT (title, year, published, arxiv_id, s2_paper_id, corpus_id, doi)
"""
_MOVED = """
SELECT papers.id, incoming.id FROM temp.incoming
JOIN papers ON papers.corpus_id = incoming.corpus_id AND papers.id < 1000000000000
WHERE papers.id <> incoming.id
UNION
SELECT papers.id, incoming.id FROM temp.incoming
JOIN papers ON papers.id = 1000000000000 + incoming.corpus_id
WHERE papers.id <> incoming.id
"""
_CITE = {
    REFERENCES: "INSERT INTO citations (citing, cited, is_influential, references_answer) "
    "VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
    "references_answer = excluded.references_answer, "
    "is_influential = coalesce(excluded.is_influential, is_influential)",
    CITATIONS: "INSERT INTO citations (citing, cited, is_influential, citations_answer) "
    "VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
    "citations_answer = excluded.citations_answer, "
    "is_influential = coalesce(excluded.is_influential, is_influential)",
}


def save_links(
    connection: sqlite3.Connection,
    aliases: Aliases,
    direction: str,
    links: Iterable[tuple[int, Links]],
    answer: int,
) -> list[tuple[int, int]]:
    """Store the links of several papers from one answer.

    `links` pairs each paper's number with its page of links. Returned in the same order:
    the paper's number, which may have changed, and its distinct linked papers. A link from
    a paper to itself is not one.
    """
    ends = [
        (paper, [(_number(neighbour, aliases), neighbour) for neighbour in page.neighbours])
        for paper, page in links
    ]
    moved = _save_neighbours(connection, [row for _, rows in ends for row in rows], answer)
    received: list[tuple[int, int]] = []
    citations: list[tuple[int, int, Neighbour]] = []
    for given, rows in ends:
        paper = moved.get(given, given)
        others = {moved.get(number, number): neighbour for number, neighbour in rows}
        others.pop(paper, None)
        received.append((paper, len(others)))
        if direction == REFERENCES:
            citations += [(paper, other, neighbour) for other, neighbour in others.items()]
        else:
            citations += [(other, paper, neighbour) for other, neighbour in others.items()]
    connection.executemany(
        _CITE[direction],
        [(citing, cited, link.is_influential, answer) for citing, cited, link in citations],
    )
    connection.executemany(
        "INSERT INTO citation_contexts (citing, cited, position, context, intents) "
        "VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
        "context = excluded.context, intents = excluded.intents",
        [
            (citing, cited, position, text, msgspec.json.encode(intents).decode())
            for citing, cited, link in citations
            for position, (text, intents) in enumerate(link.contexts, 1)
        ],
    )
    return received


def save_unlinked(
    connection: sqlite3.Connection,
    direction: str,
    pages: Iterable[tuple[int, Links]],
    answer: int,
) -> None:
    """Store the rows that name no paper; they count, and never become nodes."""
    connection.executemany(
        "INSERT INTO unlinked_references (paper, direction, position, title, year, answer) "
        "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
        "title = excluded.title, year = excluded.year, answer = excluded.answer",
        [
            (paper, direction, page.offset + position, row.title, row.year, answer)
            for paper, page in pages
            for position, row in enumerate(page.unlinked, 1)
        ],
    )


def count_linked(connection: sqlite3.Connection, paper: int, direction: str, first: int) -> int:
    """Return how many links of a paper the answers from `first` on have shown."""
    end = "citing" if direction == REFERENCES else "cited"
    (count,) = connection.execute(
        f"SELECT count(*) FROM citations WHERE {end} = ? AND {direction}_answer >= ?",  # noqa: S608
        (paper, first),
    ).fetchone()
    return int(count)


def drop_older(connection: sqlite3.Connection, paper: int, direction: str, first: int) -> None:
    """Drop what a full new round of answers, from `first` on, no longer shows for a paper."""
    end = "citing" if direction == REFERENCES else "cited"
    mark = f"{direction}_answer"
    for statement in (
        f"UPDATE citations SET {mark} = NULL WHERE {end} = :paper AND {mark} < :first",  # noqa: S608
        f"DELETE FROM citations WHERE {end} = :paper AND references_answer IS NULL "  # noqa: S608
        "AND citations_answer IS NULL",
    ):
        connection.execute(statement, {"paper": paper, "first": first})
    connection.execute(
        "DELETE FROM unlinked_references WHERE paper = ? AND direction = ? AND answer < ?",
        (paper, direction, first),
    )


def _number(neighbour: Neighbour, aliases: Aliases) -> int:
    keys = []
    if neighbour.arxiv_id:
        keys.append(("arxiv", neighbour.arxiv_id))
    if neighbour.corpus_id is not None:
        keys.append(("corpus", str(neighbour.corpus_id)))
    if not keys:
        keys.append(("s2", neighbour.s2_paper_id))
    known = [aliases[key] for key in keys if key in aliases]
    return min([*known, number_of(*keys[0])])


def _save_neighbours(
    connection: sqlite3.Connection, rows: list[tuple[int, Neighbour]], answer: int
) -> dict[int, int]:
    """Store the neighbours' rows; return old numbers of papers that had to move."""
    by_number = dict(rows)
    connection.execute(_STAGING)
    connection.execute("DELETE FROM temp.incoming")
    connection.executemany(
        "INSERT INTO temp.incoming VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (number, n.title, n.year, n.published, n.arxiv_id, n.s2_paper_id, n.corpus_id, n.doi)
            for number, n in by_number.items()
        ],
    )
    moved: dict[int, int] = {}
    for known, incoming in sorted(connection.execute(_MOVED).fetchall()):
        paper, other = min(known, incoming), max(known, incoming)
        moved[other] = paper
        if other == known:
            unite(connection, other, paper)
        else:
            connection.execute("DELETE FROM temp.incoming WHERE id = ?", (incoming,))
    connection.execute(_UPSERT, {"answer": answer})
    return moved
