"""From what each source says of a paper to the paper's one row.

Each source's record is kept whole in `records`; a field of `papers` comes from the source
of the smallest rank that gives it. The `provenance` view states the same rule in SQL.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

import msgspec

from .identity import author_number, fold, number_of
from .rows import Author, Key, Record

_BESIDE = {"identifiers", "authors", "categories", "embedding"}
_LISTS = {"fields_of_study", "publication_types"}
COLUMNS = tuple(field.name for field in fields(Record) if field.name not in _BESIDE)
_UPSERT = (
    f"INSERT INTO papers (id, {', '.join(COLUMNS)}) VALUES (?{', ?' * len(COLUMNS)}) "  # noqa: S608
    "ON CONFLICT (id) DO UPDATE SET "
    + ", ".join(f"{name} = coalesce(excluded.{name}, {name})" for name in COLUMNS)
)

Values = dict[str, Any]
"""A record's non-empty fields as stored: JSON values by field name."""


def record_values(record: Record) -> Values:
    """Return the fields that a record gives, as they are stored and shown in provenance."""
    values = {name: value for name in COLUMNS if (value := getattr(record, name)) not in (None, ())}
    if record.authors:
        values["authors"] = [
            [author.name, author.s2_author_id, author.affiliation] for author in record.authors
        ]
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
    rows = list(said)
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
            for paper, key, record, at in rows
        ],
    )
    connection.executemany(
        "INSERT INTO embeddings (paper, model, vector) VALUES (?, ?, ?) "
        "ON CONFLICT DO UPDATE SET vector = excluded.vector",
        [
            (paper, record.embedding.model, record.embedding.vector)
            for paper, _, record, _ in rows
            if record.embedding
        ],
    )


def merge_papers(connection: sqlite3.Connection, papers: Iterable[int]) -> None:
    """Write the merged rows, authors and categories of these papers from their records."""
    said = _load_values(connection, papers)
    merged = {paper: _merged(records) for paper, records in said.items()}
    connection.executemany(
        _UPSERT, [(paper, *map(values.get, COLUMNS)) for paper, values in merged.items()]
    )
    _write_authors(connection, said)
    _write_categories(connection, merged)


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
    authors = {
        paper: join_authors([_authors(values) for values in records if "authors" in values])
        for paper, records in said.items()
    }
    connection.executemany("DELETE FROM authorships WHERE paper = ?", zip(said, strict=True))
    connection.executemany(
        "INSERT INTO authors (id, name, s2_author_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [
            (_author(author), author.name, author.s2_author_id)
            for names in authors.values()
            for author in names
        ],
    )
    connection.executemany(
        "INSERT INTO authorships (paper, position, author, name, affiliation) "
        "VALUES (?, ?, ?, ?, ?)",
        [
            (paper, position, _author(author), author.name, author.affiliation)
            for paper, names in authors.items()
            for position, author in enumerate(names, 1)
        ],
    )


def drop_paperless_authors(connection: sqlite3.Connection) -> None:
    """Drop authors without a paper: such as went by name alone until a source gave their id."""
    connection.execute(
        "DELETE FROM authors WHERE NOT EXISTS "
        "(SELECT 1 FROM authorships WHERE authorships.author = authors.id)"
    )


def _authors(values: Values) -> list[Author]:
    return [Author(*author) for author in values["authors"]]


def _author(author: Author) -> int:
    return author_number(author.s2_author_id, author.name)


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
