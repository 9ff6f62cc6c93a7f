"""Writing references and citations: many thousand rows an answer.

Rows go through temporary tables. So a neighbour whose number has since changed (its arXiv
id was not known before) is noticed by one query instead of one look-up each, and what is
kept is written by one statement, which SQLite does far faster than by one a row.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import astuple, replace

from .identity import number_of
from .merge import save_mentions
from .rows import Links, Neighbour
from .union import Aliases, has_arxiv_id, unite

REFERENCES, CITATIONS = "references", "citations"

_STAGING = """
CREATE TEMP TABLE IF NOT EXISTS incoming (
    id INTEGER PRIMARY KEY, s2_paper_id TEXT, corpus_id INTEGER, arxiv_id TEXT, doi TEXT,
    title TEXT, year INTEGER, published TEXT
)
"""
# What links say of a listed paper is one record among others; of any other paper it is all
# there is, and the last word counts. Most mentions repeat what is known, and writing it
# again would cost more than all the rest.
_UPSERT = """
INSERT INTO papers (id, title, year, published, arxiv_id, s2_paper_id, corpus_id, doi, mentioned_in)
SELECT id, title, year, published, arxiv_id, s2_paper_id, corpus_id, doi, :answer
FROM temp.incoming WHERE true
ON CONFLICT (id) DO UPDATE SET
    title = excluded.title, year = excluded.year, published = excluded.published,
    arxiv_id = coalesce(excluded.arxiv_id, arxiv_id), s2_paper_id = excluded.s2_paper_id,
    corpus_id = excluded.corpus_id, doi = excluded.doi, mentioned_in = excluded.mentioned_in
WHERE NOT is_listed AND
      (excluded.title, excluded.year, excluded.published, excluded.s2_paper_id,
       excluded.corpus_id, excluded.doi)
    IS NOT (title, year, published, s2_paper_id, corpus_id, doi)
"""
_KNOWN_OTHERWISE = """
SELECT papers.id, incoming.id FROM temp.incoming
JOIN papers ON papers.corpus_id = incoming.corpus_id AND papers.id < 1000000000000
WHERE papers.id <> incoming.id
UNION
SELECT papers.id, incoming.id FROM temp.incoming
JOIN papers ON papers.id = 1000000000000 + incoming.corpus_id
WHERE papers.id <> incoming.id
"""
_STAGING_LINKS = """
CREATE TEMP TABLE IF NOT EXISTS incoming_links (
    paper INTEGER, other INTEGER, is_influential INTEGER
)
"""
_CITE = {
    direction: f"""
INSERT INTO citations (citing, cited, is_influential, seen_in_references, seen_in_citations)
SELECT {ends}, is_influential, :direction = 'references', :direction = 'citations'
FROM temp.incoming_links WHERE true
ON CONFLICT DO UPDATE SET
    is_influential = coalesce(excluded.is_influential, is_influential),
    seen_in_references = max(seen_in_references, excluded.seen_in_references),
    seen_in_citations = max(seen_in_citations, excluded.seen_in_citations)
"""  # noqa: S608
    for direction, ends in ((REFERENCES, "paper, other"), (CITATIONS, "other, paper"))
}
_SIGHT = """
INSERT INTO sightings (paper, direction, source, other, answer)
SELECT paper, :direction, :source, other, :answer FROM temp.incoming_links WHERE true
ON CONFLICT DO UPDATE SET answer = excluded.answer
"""


class Seen(NamedTuple):
    """Where a page of links was seen."""

    source: str
    direction: str
    answer: int


class Changed(NamedTuple):
    """Papers that were made one of two, listed papers of which links say something new."""

    united: set[int]
    mentioned: list[int]
    identifiers: bool
    """Whether a listed paper got a new identifier."""


class Saved(NamedTuple):
    """A paper's number after its links were stored, and how many distinct papers they name."""

    paper: int
    linked: int


class Known(NamedTuple):
    """What is known by heart of neighbours, so that naming them again costs next to nothing."""

    numbers: dict[Neighbour, int]
    written: dict[int, Neighbour]
    """As they were last written: said again, they are not written again."""

    def forget(self) -> None:
        """Know nothing any more: the numbers or the rows may have changed."""
        self.numbers.clear()
        self.written.clear()


_MOST_KNOWN = 50_000


def save_links(
    connection: sqlite3.Connection,
    aliases: Aliases,
    known: Known,
    seen: Seen,
    pages: Sequence[tuple[int, Links]],
) -> tuple[list[Saved], Changed]:
    """Store the links of several papers from one answer, paired with the papers' numbers.

    Returned are the saved pages in the same order, and what changed besides. A link from a
    paper to itself is not one.
    """
    ends = [
        (paper, [(_number(each, aliases, known), each) for each in page.neighbours])
        for paper, page in pages
    ]
    by_number = {number: neighbour for _, rows in ends for number, neighbour in rows}
    moved, changed = _save_neighbours(connection, by_number, known, seen)
    saved: list[Saved] = []
    links: list[tuple[int, int, Neighbour]] = []
    for given, rows in ends:
        paper = moved.get(given, given)
        others = {moved.get(number, number): neighbour for number, neighbour in rows}
        others.pop(paper, None)
        saved.append(Saved(paper, len(others)))
        links += [(paper, other, neighbour) for other, neighbour in others.items()]
    _save_citations(connection, seen, links)
    _save_contexts(connection, seen, links)
    return saved, changed


def _save_citations(
    connection: sqlite3.Connection, seen: Seen, links: Sequence[tuple[int, int, Neighbour]]
) -> None:
    connection.execute(_STAGING_LINKS)
    connection.execute("DELETE FROM temp.incoming_links")
    connection.executemany(
        "INSERT INTO temp.incoming_links VALUES (?, ?, ?)",
        [(paper, other, link.is_influential) for paper, other, link in links],
    )
    connection.execute(_CITE[seen.direction], seen._asdict())
    connection.execute(_SIGHT, seen._asdict())


def _save_contexts(
    connection: sqlite3.Connection, seen: Seen, links: Sequence[tuple[int, int, Neighbour]]
) -> None:
    """Replace the sentences around those links that come with some."""
    outwards = seen.direction == REFERENCES
    with_contexts = [
        ((paper, other) if outwards else (other, paper), link.contexts)
        for paper, other, link in links
        if link.contexts
    ]
    connection.executemany(
        "DELETE FROM citation_contexts WHERE citing = ? AND cited = ?",
        [pair for pair, _ in with_contexts],
    )
    connection.executemany(
        "INSERT INTO citation_contexts (citing, cited, position, context, intents) "
        "VALUES (?, ?, ?, ?, ?)",
        [
            (*pair, position, text, msgspec.json.encode(intents).decode())
            for pair, contexts in with_contexts
            for position, (text, intents) in enumerate(contexts, 1)
        ],
    )


def save_unlinked(
    connection: sqlite3.Connection, seen: Seen, pages: Iterable[tuple[int, Links]]
) -> None:
    """Store the rows that name no paper; they count, and never become nodes."""
    connection.executemany(
        "INSERT INTO unlinked_references "
        "(paper, direction, source, position, title, year, answer) "
        "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
        "title = excluded.title, year = excluded.year, answer = excluded.answer",
        [
            (paper, seen.direction, seen.source, row.position, row.title, row.year, seen.answer)
            for paper, page in pages
            for row in page.unlinked
        ],
    )


def count_since(
    connection: sqlite3.Connection, paper: int, seen: Seen, first: int
) -> tuple[int, int]:
    """Return how many links, and how many unlinked rows, the answers from `first` on showed."""
    where = "WHERE paper = ? AND direction = ? AND source = ? AND answer >= ?"
    (row,) = connection.execute(
        f"SELECT (SELECT count(*) FROM sightings {where}), "  # noqa: S608
        f"(SELECT count(*) FROM unlinked_references {where})",
        (paper, seen.direction, seen.source, first) * 2,
    )
    return row[0], row[1]


def drop_older(connection: sqlite3.Connection, paper: int, seen: Seen, first: int) -> None:
    """Drop what a source's full new round, from answer `first` on, no longer shows of a paper."""
    arguments = {"paper": paper, "first": first, **seen._asdict()}
    for statement in _DROP_OLDER[seen.direction]:
        connection.execute(statement, arguments)


_OLDER = """FROM {table} WHERE paper = :paper AND direction = :direction AND source = :source
    AND answer < :first"""
_UNMARK = """
UPDATE citations SET seen_in_{direction} = 0
WHERE {end} = :paper AND seen_in_{direction} AND {opposite} NOT IN (
    SELECT other FROM sightings WHERE paper = :paper AND direction = :direction)
"""
_DROP_UNSEEN = """
DELETE FROM citations WHERE {end} = :paper AND NOT seen_in_references AND NOT seen_in_citations
"""
_DROP_OLDER = {
    direction: (
        "DELETE " + _OLDER.format(table="sightings"),
        "DELETE " + _OLDER.format(table="unlinked_references"),
        _UNMARK.format(direction=direction, end=end, opposite=opposite),
        _DROP_UNSEEN.format(end=end),
    )
    for direction, end, opposite in (
        (REFERENCES, "citing", "cited"),
        (CITATIONS, "cited", "citing"),
    )
}


def _number(neighbour: Neighbour, aliases: Aliases, known: Known) -> int:
    number = known.numbers.get(neighbour)
    if number is None:
        number = known.numbers[neighbour] = _find_number(neighbour, aliases)
    return number


def _find_number(neighbour: Neighbour, aliases: Aliases) -> int:
    if neighbour.arxiv_id:
        key = ("arxiv", neighbour.arxiv_id)
        return aliases.get(key) or number_of(*key)
    keys = [("corpus", str(neighbour.corpus_id))] if neighbour.corpus_id is not None else []
    keys += [("s2", neighbour.s2_paper_id)] if neighbour.s2_paper_id else []
    keys += [(scheme, value) for scheme, value in neighbour.further]
    keys += [("doi", neighbour.doi)] if neighbour.doi and not keys else []
    known = [aliases[key] for key in keys if key in aliases]
    return known[0] if known else number_of(*keys[0])


def _save_neighbours(
    connection: sqlite3.Connection, by_number: dict[int, Neighbour], known: Known, seen: Seen
) -> tuple[dict[int, int], Changed]:
    """Store the neighbours' rows; return the old numbers of papers that moved, and what changed."""
    moved = _join_by_corpus_id(by_number)
    new = {number: row for number, row in by_number.items() if known.written.get(number) != row}
    connection.execute(_STAGING)
    connection.execute("DELETE FROM temp.incoming")
    connection.executemany(
        "INSERT INTO temp.incoming VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [(number, *astuple(neighbour)[:7]) for number, neighbour in new.items()],
    )
    united = set()
    for before, incoming in sorted(connection.execute(_KNOWN_OTHERWISE).fetchall()):
        paper, other = min(before, incoming), max(before, incoming)
        if has_arxiv_id(other):
            # Two arXiv papers with one corpus id: S2 has mixed up one of them.
            connection.execute(
                "UPDATE temp.incoming SET corpus_id = NULL WHERE id = ?", (incoming,)
            )
            continue
        moved[other] = paper
        if other == before:
            unite(connection, other, paper)
            united.add(paper)
        else:
            connection.execute("DELETE FROM temp.incoming WHERE id = ?", (incoming,))
    connection.execute(_UPSERT, {"answer": seen.answer})
    if len(known.numbers) > _MOST_KNOWN:
        known.forget()
    known.written.update(new)
    return moved, Changed(united, *save_mentions(connection, seen.answer))


def _repeat(corpus_ids: Iterable[int | None]) -> bool:
    """Return whether any two are the same."""
    given = [corpus_id for corpus_id in corpus_ids if corpus_id is not None]
    return len(set(given)) < len(given)


def _join_by_corpus_id(by_number: dict[int, Neighbour]) -> dict[int, int]:
    """Make one of two numbers that share a corpus id; return the larger's new number.

    Two different arXiv ids stay two papers, and the first keeps the corpus id.
    """
    first: dict[int, int] = {}
    moved: dict[int, int] = {}
    if not _repeat(neighbour.corpus_id for neighbour in by_number.values()):
        return moved
    for number, neighbour in sorted(by_number.items()):
        corpus_id = neighbour.corpus_id
        if corpus_id is None or first.setdefault(corpus_id, number) == number:
            continue
        if has_arxiv_id(number):
            by_number[number] = replace(neighbour, corpus_id=None)
        else:
            moved[number] = first[corpus_id]
            del by_number[number]
    return moved
