"""From what each source says of a paper to the paper's one row.

Each source's record is kept whole in `records`; a field of `papers` comes from the source
of the smallest rank that gives it. The `provenance` view states the same rule in SQL.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec

from .identity import author_number, fold, number_of
from .rows import Author, Key, Record
from .runs import SourceInfo

MENTION_INFO = SourceInfo("mention", 95, "What the links of other papers say of a paper")

_BESIDE = {"identifiers", "authors", "categories"}
_LISTS = {"fields_of_study", "publication_types"}
COLUMNS = tuple(field.name for field in fields(Record) if field.name not in _BESIDE)
# One statement for all papers: full-text search takes it far faster than one a paper.
_STAGING = f"CREATE TEMP TABLE IF NOT EXISTS merged (id INTEGER PRIMARY KEY, {', '.join(COLUMNS)})"
_UPDATE = (
    f"UPDATE papers SET {', '.join(f'{name} = merged.{name}' for name in COLUMNS)}, "  # noqa: S608
    "mentioned_in = NULL FROM temp.merged WHERE papers.id = merged.id"
)
_ADD_AUTHORS = """
INSERT INTO authors (id, name, s2_author_id)
SELECT value ->> 0, value ->> 1, value ->> 2
FROM json_each(?) WHERE true ON CONFLICT DO NOTHING
"""
# A mention of a listed paper is a record like others; of any other paper it is all there is,
# and stands in its row. json_patch leaves out what is null.
_KEEP_MENTIONS = """
INSERT INTO records (paper, source, key_number, answer, answered_at, fields)
SELECT papers.id, 'mention', 0, answers.id, answers.answered_at,
       json_patch('{{}}', json_object(
           'title', title, 'year', year, 'published', published, 'arxiv_id', arxiv_id,
           's2_paper_id', s2_paper_id, 'corpus_id', corpus_id, 'doi', doi))
FROM {table} JOIN answers ON answers.id = {answer}
WHERE {which}
ON CONFLICT DO UPDATE SET answer = excluded.answer, answered_at = excluded.answered_at,
    fields = excluded.fields
    WHERE excluded.answer >= answer AND excluded.fields <> fields
"""

_KEEP_IDENTIFIERS = """
INSERT OR IGNORE INTO identifiers (scheme, value, paper)
SELECT 'arxiv', arxiv_id, id FROM papers WHERE arxiv_id IS NOT NULL AND {which}
UNION ALL SELECT 'corpus', CAST(corpus_id AS TEXT), id FROM papers
    WHERE corpus_id IS NOT NULL AND {which}
UNION ALL SELECT 's2', s2_paper_id, id FROM papers WHERE s2_paper_id IS NOT NULL AND {which}
"""

Values = dict[str, Any]
"""A record's non-empty fields as stored: JSON values by field name."""


def record_values(record: Record) -> Values:
    """Return the fields that a record gives, as they are stored and shown in provenance."""
    values = {name: value for name in COLUMNS if (value := getattr(record, name)) not in (None, ())}
    if record.authors:
        values["authors"] = record.authors
    if record.categories:
        values["categories"] = record.categories
    return values


class Said(NamedTuple):
    """A source's record of a paper, the key it was found by, and when it was given."""

    paper: int
    key: Key
    record: Record
    at: str


def save_records(
    connection: sqlite3.Connection, source: str, said: Iterable[Said], answer: int | None
) -> None:
    """Store a source's records of papers.

    A paper that goes by two keys of one source keeps what was said of the stronger one.
    """
    connection.executemany(
        "INSERT INTO records (paper, source, key_number, answer, answered_at, fields) "
        "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (paper, source) DO UPDATE SET "
        "key_number = excluded.key_number, answer = excluded.answer, "
        "answered_at = excluded.answered_at, fields = excluded.fields "
        "WHERE excluded.key_number <= key_number",
        [
            (
                paper,
                source,
                number_of(*key),
                answer,
                at,
                msgspec.json.encode(record_values(record)).decode(),
            )
            for paper, key, record, at in said
        ],
    )


def keep_mentions(connection: sqlite3.Connection, papers: Iterable[int]) -> None:
    """Keep as records what links said of papers that now get records of their own."""
    rows = [(paper,) for paper in papers]
    connection.executemany(
        _KEEP_MENTIONS.format(table="papers", answer="papers.mentioned_in", which="papers.id = ?"),
        rows,
    )
    connection.executemany(
        _KEEP_IDENTIFIERS.format(which="mentioned_in IS NOT NULL AND papers.id = ?1"), rows
    )


def save_mentions(connection: sqlite3.Connection, answer: int) -> tuple[list[int], bool]:
    """Store how the incoming links describe listed papers.

    Returned are the papers that changed, and whether one got a new identifier.
    """
    query = _KEEP_MENTIONS.format(
        table="temp.incoming AS papers",
        answer="?",
        which="papers.id IN (SELECT id FROM main.papers WHERE is_listed)",
    )
    rows = connection.execute(f"{query} RETURNING paper", (answer,)).fetchall()
    kept = connection.executemany(
        _KEEP_IDENTIFIERS.replace("FROM papers", "FROM temp.incoming AS papers").format(
            which="papers.id = ?1"
        ),
        rows,
    )
    return [paper for (paper,) in rows], kept.rowcount > 0


def merge_mentions(connection: sqlite3.Connection, papers: Iterable[int]) -> None:
    """Write the merged rows of papers of which only a mention changed."""
    _write_rows(connection, _load_values(connection, papers))


def merge_papers(connection: sqlite3.Connection, papers: Iterable[int]) -> None:
    """Write the merged rows, authors and categories of these papers from their records."""
    said = _load_values(connection, papers)
    merged = _write_rows(connection, said)
    _write_authors(connection, said)
    _write_categories(connection, merged)


def _write_rows(
    connection: sqlite3.Connection, said: Mapping[int, Sequence[Values]]
) -> dict[int, Values]:
    merged = {paper: _merged(records) for paper, records in said.items()}
    _leave_to_others(connection, merged)
    connection.execute(_STAGING)
    connection.execute("DELETE FROM temp.merged")
    connection.executemany(
        f"INSERT INTO temp.merged VALUES (?{', ?' * len(COLUMNS)})",  # noqa: S608
        [(paper, *map(values.get, COLUMNS)) for paper, values in merged.items()],
    )
    connection.execute(_UPDATE)
    return merged


def _leave_to_others(connection: sqlite3.Connection, merged: Mapping[int, Values]) -> None:
    """Take away identifiers that are another paper's: a source has mixed up the two."""
    claims = [
        (scheme, str(values[name]), paper, name)
        for paper, values in merged.items()
        for name, scheme in (("arxiv_id", "arxiv"), ("corpus_id", "corpus"))
        if name in values
    ]
    disputed = connection.execute(
        "SELECT claim.value ->> 2, claim.value ->> 3 FROM json_each(?) AS claim "
        "CROSS JOIN identifiers ON identifiers.scheme = claim.value ->> 0 "
        "AND identifiers.value = claim.value ->> 1 "
        "WHERE identifiers.paper <> claim.value ->> 2",
        (msgspec.json.encode(claims).decode(),),
    ).fetchall()
    for paper, name in disputed:
        del merged[paper][name]


def _load_values(connection: sqlite3.Connection, papers: Iterable[int]) -> dict[int, list[Values]]:
    """Return what the sources say of each paper, the first in rank first."""
    rows = connection.execute(
        "SELECT paper, fields FROM records JOIN sources ON sources.name = records.source "
        "WHERE paper IN (SELECT value FROM json_each(?)) ORDER BY paper, rank",
        (msgspec.json.encode(sorted(papers)).decode(),),
    )
    said: dict[int, list[Values]] = {}
    for paper, text in rows:
        said.setdefault(paper, []).append(msgspec.json.decode(text))
    return said


def _merged(records: Sequence[Values]) -> Values:
    values: Values = {}
    for record in reversed(records):
        values |= record
    for name in _LISTS & values.keys():
        values[name] = msgspec.json.encode(values[name]).decode()
    return values


def _write_authors(connection: sqlite3.Connection, said: Mapping[int, Sequence[Values]]) -> None:
    """Write the authorships of those papers that have others than before."""
    before = _load_authorships(connection, said)
    authors: dict[int, Author] = {}
    changed: dict[int, list[Authorship]] = {}
    for paper, records in said.items():
        joined = join_authors(_author_lists(records))
        numbers = [author_number(author.s2_author_id, author.name) for author in joined]
        rows = [
            (paper, position, number, author.name, author.affiliation)
            for position, (number, author) in enumerate(zip(numbers, joined, strict=True), 1)
        ]
        if rows != before.get(paper, []):
            changed[paper] = rows
            authors |= zip(numbers, joined, strict=True)
    # In the order of their numbers, which full-text search takes fastest.
    new = [
        (number, authors[number].name, authors[number].s2_author_id) for number in sorted(authors)
    ]
    connection.execute(_ADD_AUTHORS, (msgspec.json.encode(new).decode(),))
    connection.executemany("DELETE FROM authorships WHERE paper = ?", zip(changed, strict=True))
    connection.executemany(
        "INSERT INTO authorships (paper, position, author, name, affiliation) "
        "VALUES (?, ?, ?, ?, ?)",
        [row for rows in changed.values() for row in rows],
    )
    left = {number for paper in changed for _, _, number, _, _ in before.get(paper, [])}
    name_authors(connection, authors.keys() | left)


Authorship = tuple[int, int, int, str, str | None]
"""A row of authorships."""


def _load_authorships(
    connection: sqlite3.Connection, papers: Iterable[int]
) -> dict[int, list[Authorship]]:
    rows = connection.execute(
        "SELECT paper, position, author, name, affiliation FROM authorships "
        "WHERE paper IN (SELECT value FROM json_each(?)) ORDER BY paper, position",
        (msgspec.json.encode(list(papers)).decode(),),
    )
    return {paper: list(of_paper) for paper, of_paper in groupby(rows, key=itemgetter(0))}


def _author_lists(records: Sequence[Values]) -> list[list[Author]]:
    return [
        [Author(*author) for author in values["authors"]]
        for values in records
        if "authors" in values
    ]


def name_authors(connection: sqlite3.Connection, authors: Iterable[int]) -> None:
    """Name authors by the longest form that a paper prints; drop those left without a paper."""
    numbers = msgspec.json.encode(sorted(authors)).decode()
    connection.execute(
        "DELETE FROM authors WHERE id IN (SELECT value FROM json_each(?)) AND NOT EXISTS "
        "(SELECT 1 FROM authorships WHERE authorships.author = authors.id)",
        (numbers,),
    )
    connection.execute(
        "UPDATE authors SET name = printed.name FROM ("
        "  SELECT author, name, row_number() OVER ("
        "    PARTITION BY author ORDER BY length(name) DESC, name) AS place FROM authorships"
        "  WHERE author IN (SELECT value FROM json_each(?))"
        ") AS printed "
        "WHERE printed.author = authors.id AND place = 1 AND printed.name <> authors.name",
        (numbers,),
    )


def join_authors(lists: Sequence[Sequence[Author]]) -> list[Author]:
    """Return the first list of authors, with the ids that later lists know of them.

    An id is taken from the same place of a list of the same length, or else from the only
    author of the same family name and initial.
    """
    if not lists:
        return []
    first, *others = lists
    authors = list(first)
    for other in others:
        ids = _ids_by_place(authors, other) or _ids_by_name(authors, other)
        authors = [
            Author(author.name, author.s2_author_id or found, author.affiliation)
            for author, found in zip(authors, ids, strict=True)
        ]
    return authors


def _ids_by_place(authors: Sequence[Author], other: Sequence[Author]) -> list[str | None]:
    same = len(authors) == len(other) and all(
        _family(one.name) == _family(two.name) or _initial(one.name) == _initial(two.name)
        for one, two in zip(authors, other, strict=True)
    )
    return [author.s2_author_id for author in other] if same else []


def _ids_by_name(authors: Sequence[Author], other: Sequence[Author]) -> list[str | None]:
    ids: dict[tuple[str, str], list[str | None]] = {}
    for author in other:
        ids.setdefault((_family(author.name), _initial(author.name)), []).append(
            author.s2_author_id
        )
    found = [ids.get((_family(author.name), _initial(author.name)), []) for author in authors]
    return [matches[0] if len(matches) == 1 else None for matches in found]


def _family(name: str) -> str:
    return fold(name).rpartition(" ")[2]


def _initial(name: str) -> str:
    return fold(name)[:1]


def _write_categories(connection: sqlite3.Connection, merged: Mapping[int, Values]) -> None:
    connection.executemany("DELETE FROM categories WHERE paper = ?", zip(merged, strict=True))
    connection.executemany(
        "INSERT INTO categories (paper, category, is_primary) VALUES (?, ?, ?) "
        "ON CONFLICT DO NOTHING",
        [
            (paper, category, category == values.get("primary_category"))
            for paper, values in merged.items()
            for category in values.get("categories", ())
        ],
    )
