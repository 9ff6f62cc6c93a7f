"""Taking a list of papers into the database."""

import functools
import itertools
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace

import msgspec

from .identity import fold
from .merge import Said, keep_mentions, merge_papers, save_records
from .rows import Author, Key, Listing, Record, Unusable
from .runs import SourceInfo
from .union import Located, locate_all

# Listings that are taken in together, so that a list of 100 MB is not held several times.
_AT_ONCE = 5000

LIST_INFO = SourceInfo("list", 90, "The lists of papers as given")


@dataclass(frozen=True)
class Added:
    """What a list brought.

    `papers` it names, `repeated` lines that name one of them again, `unusable` lines, papers
    `missing` from it that it named when it was read before, and lines `doubtful` in a part
    that was therefore left out.
    """

    papers: int
    repeated: int
    unusable: int
    missing: int
    doubtful: tuple[Unusable, ...] = ()


def keys_of(listing: Listing) -> tuple[Key, ...]:
    """Return the keys that a list gives for a paper, the strongest first.

    A paper with no identifier goes by its text: title and abstract, folded.
    """
    named = (
        ("arxiv", listing.arxiv_id),
        ("corpus", listing.corpus_id),
        ("s2", listing.s2_paper_id),
        ("doi", listing.doi),
        ("openreview", listing.openreview_id),
    )
    keys = tuple(Key(scheme, str(value)) for scheme, value in named if value is not None)
    return keys or (text_key(listing),)


def load_listed_keys(connection: sqlite3.Connection) -> list[tuple[Key, ...]]:
    """Return all identifiers of each listed paper, by paper number, the strongest first.

    Those of text and of OpenReview are left out, so a paper may have none.
    """
    rows = connection.execute(
        "SELECT papers.id, scheme, value FROM papers LEFT JOIN identifiers "
        "ON identifiers.paper = papers.id AND scheme IN ('arxiv', 'corpus', 's2', 'doi') "
        "WHERE is_listed ORDER BY papers.id, "
        "instr('arxiv corpus s2 doi', scheme), length(value), value"
    )
    return [
        tuple(Key(scheme, value) for _, scheme, value in keys if scheme)
        for _, keys in itertools.groupby(rows, lambda row: row[0])
    ]


def text_key(listing: Listing) -> Key:
    """Return the key of a paper that a list gives nothing but words of."""
    return Key("text", fold(f"{listing.title or ''}\n{listing.abstract or ''}"))


def add_list(
    connection: sqlite3.Connection,
    collection: str,
    file: str,
    listings: Iterable[Listing],
    unusable: Iterable[Unusable],
    at: str,
) -> Added:
    """Store a list under a collection's name, inside the caller's transaction.

    Papers that the list no longer names stay.
    """
    number = _collection(connection, collection)
    by_key, doubtful, lines = by_strongest_key(listings)
    held = _held(connection, number, file)
    remaining = iter(by_key.items())
    while some := list(itertools.islice(remaining, _AT_ONCE)):
        doubtful += _add_listings(connection, number, file, some, held, at)
    bad = [*unusable, *doubtful]
    _save_unusable(connection, number, file, bad)
    named, missing = _count_papers(connection, number, file, by_key)
    return Added(named, lines - named, len(bad), missing, tuple(doubtful))


def _add_listings(
    connection: sqlite3.Connection,
    collection: int,
    file: str,
    keyed: Sequence[tuple[str, Listing]],
    held: set[tuple[str, str]],
    at: str,
) -> list[Unusable]:
    """Store some listings with their keys, but those held already; return the doubtful ones."""
    located = locate_all(connection, [keys_of(listing) for _, listing in keyed])
    changed = [
        (each, key, listing)
        for each, (key, listing) in zip(located, keyed, strict=True)
        if each.united or (key, _encode(listing)) not in held
    ]
    papers = {each.paper for each, _, _ in changed}
    keep_mentions(connection, papers)
    _save_listings(
        connection,
        [
            (collection, each.paper, key, *_told(listing), file, listing.line, at)
            for each, key, listing in changed
        ],
    )
    save_list_records(connection, papers)
    merge_papers(connection, papers)
    return _foreign_keys(located, [listing for _, listing in keyed])


def by_strongest_key(
    listings: Iterable[Listing],
) -> tuple[dict[str, Listing], list[Unusable], int]:
    """Return the listings by their strongest key, what contradicts itself, and their number."""
    by_key: dict[str, Listing] = {}
    doubtful = []
    lines = 0
    for listing in listings:
        lines += 1
        key = str(keys_of(listing)[0])
        first = by_key.setdefault(key, listing)
        if listing.decision and first.decision not in (None, listing.decision):
            doubtful.append(
                Unusable(
                    listing.line,
                    f"the paper of line {first.line} again, but as '{listing.decision}' instead "
                    f"of '{first.decision}'; the first counts",
                    listing.title or listing.given or "",
                )
            )
        if listing.openreview_id and first.openreview_id not in (None, listing.openreview_id):
            doubtful.append(
                Unusable(
                    listing.line,
                    f"{key} again, as on line {first.line}, but with the OpenReview id "
                    f"{listing.openreview_id} instead of {first.openreview_id}; the first counts",
                    listing.title or listing.given or "",
                )
            )
        if first is not listing:
            by_key[key] = fill_gaps(first, listing)
    return by_key, doubtful, lines


def _foreign_keys(located: Iterable[Located], listings: Iterable[Listing]) -> list[Unusable]:
    return [
        Unusable(
            listing.line,
            f"{key.scheme} {key.value} belongs to another arXiv paper already; "
            "the paper is kept without it",
            listing.title or listing.given or "",
        )
        for each, listing in zip(located, listings, strict=True)
        for key in each.foreign
    ]


def _save_unusable(
    connection: sqlite3.Connection, collection: int, file: str, lines: Iterable[Unusable]
) -> None:
    """Store the lines that could not be used, in place of those of an earlier reading."""
    connection.execute(
        "DELETE FROM unusable_lines WHERE collection = ? AND file = ?", (collection, file)
    )
    connection.executemany(
        "INSERT INTO unusable_lines (collection, file, position, line, reason, text) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        [
            (collection, file, position, each.line, each.reason, each.text)
            for position, each in enumerate(sorted(lines, key=lambda line: line.line), 1)
        ],
    )


def replay_lists(connection: sqlite3.Connection) -> None:
    """Make the listed papers again from what the lists said, as when they were read."""
    rows = connection.execute(
        "SELECT collection, key, listing FROM listed ORDER BY rowid"
    ).fetchall()
    located = locate_all(
        connection, [keys_of(msgspec.json.decode(text, type=Listing)) for _, _, text in rows]
    )
    connection.executemany(
        "UPDATE listed SET paper = ? WHERE collection = ? AND key = ?",
        [
            (each.paper, collection, key)
            for each, (collection, key, _) in zip(located, rows, strict=True)
        ],
    )
    papers = {each.paper for each in located}
    _mark_listed(connection)
    save_list_records(connection, papers)
    merge_papers(connection, papers)


def save_list_records(connection: sqlite3.Connection, papers: Iterable[int]) -> None:
    """Store, as one record a paper, what all lists say of these papers; the first word counts."""
    said = []
    for paper in sorted(set(papers)):
        rows = connection.execute(
            "SELECT listing, listed_at FROM listed WHERE paper = ? ORDER BY collection, key",
            (paper,),
        ).fetchall()
        if rows:
            listings = [msgspec.json.decode(text, type=Listing) for text, _ in rows]
            listing = functools.reduce(fill_gaps, listings)
            said.append(Said(paper, keys_of(listing)[0], _record(listing), rows[0][1]))
    save_records(connection, LIST_INFO.name, said, None)


def _held(connection: sqlite3.Connection, collection: int, file: str) -> set[tuple[str, str]]:
    """Return what the collection holds from this file, as (key, listing)."""
    rows = connection.execute(
        "SELECT key, listing FROM listed WHERE collection = ? AND file = ?", (collection, file)
    )
    return set(rows)


def _count_papers(
    connection: sqlite3.Connection, collection: int, file: str, by_key: Mapping[str, Listing]
) -> tuple[int, int]:
    """Return how many papers a list names, and how many it named before and no longer does."""
    rows = connection.execute(
        "SELECT key, paper, file = ? FROM listed WHERE collection = ?", (file, collection)
    )
    named, before = set(), set()
    for key, paper, is_of_file in rows:
        if key in by_key:
            named.add(paper)
        elif is_of_file:
            before.add(paper)
    return len(named), len(before - named)


def _encode(listing: Listing) -> str:
    return msgspec.json.encode(listing).decode()


def fill_gaps(first: Listing, later: Listing) -> Listing:
    """Return the first listing with its gaps filled from a later one of the same paper."""
    gaps = {
        field.name: getattr(later, field.name)
        for field in fields(Listing)
        if getattr(first, field.name) in (None, ())
    }
    return replace(first, **gaps)


def _record(listing: Listing) -> Record:
    return Record(
        title=listing.title,
        abstract=listing.abstract,
        year=listing.year,
        venue=listing.venue,
        arxiv_id=listing.arxiv_id,
        s2_paper_id=listing.s2_paper_id,
        corpus_id=listing.corpus_id,
        doi=listing.doi,
        openreview_id=listing.openreview_id,
        authors=tuple(Author(name) for name in listing.authors),
    )


def _told(listing: Listing) -> tuple[str | None, ...]:
    return listing.decision, listing.title, listing.abstract, _encode(listing), listing.given


def _save_listings(connection: sqlite3.Connection, rows: Iterable[tuple[object, ...]]) -> None:
    connection.executemany(
        "INSERT INTO listed (collection, paper, key, decision, title, abstract, listing, given, "
        "file, line, listed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT DO UPDATE SET paper = excluded.paper, decision = excluded.decision, "
        "title = excluded.title, abstract = excluded.abstract, listing = excluded.listing, "
        "given = excluded.given, file = excluded.file, line = excluded.line, "
        "words_changed_after = CASE "
        "WHEN (title, abstract) IS (excluded.title, excluded.abstract) THEN words_changed_after "
        "ELSE (SELECT coalesce(max(id), 0) FROM answers) END",
        rows,
    )
    _mark_listed(connection)


def _mark_listed(connection: sqlite3.Connection) -> None:
    connection.execute(
        "UPDATE papers SET is_listed = 1 WHERE NOT is_listed AND id IN (SELECT paper FROM listed)"
    )


def _collection(connection: sqlite3.Connection, name: str) -> int:
    connection.execute("INSERT INTO collections (name) VALUES (?) ON CONFLICT DO NOTHING", (name,))
    (number,) = connection.execute("SELECT id FROM collections WHERE name = ?", (name,)).fetchone()
    return int(number)
