"""Taking a list of papers into the database."""

import functools
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace

import msgspec

from .identity import fold
from .merge import Said, merge_papers, save_records
from .rows import Author, Key, Listing, Record, Unusable
from .union import locate_all

LIST = "list"


@dataclass(frozen=True)
class Added:
    """What a list brought: papers, further lines that name the same papers, unusable lines."""

    papers: int
    repeated: int
    unusable: int


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
    return keys or (Key("text", fold(f"{listing.title or ''}\n{listing.abstract or ''}")),)


def add_list(
    connection: sqlite3.Connection,
    collection: str,
    file: str,
    listings: Iterable[Listing],
    unusable: Iterable[Unusable],
    at: str,
) -> Added:
    """Store a list under a collection's name, inside the caller's transaction."""
    number = _collection(connection, collection)
    by_key: dict[str, Listing] = {}
    lines = 0
    for listing in listings:
        key = str(keys_of(listing)[0])
        by_key[key] = _filled(by_key[key], listing) if key in by_key else listing
        lines += 1
    changed = _changed(connection, number, file, by_key)
    located = locate_all(connection, [keys_of(listing) for listing in changed.values()], LIST)
    papers = {paper for paper, _ in located}
    _save_listings(
        connection,
        [
            (number, paper, key, *_told(listing), file, listing.line, at)
            for (paper, _), (key, listing) in zip(located, changed.items(), strict=True)
        ],
    )
    save_list_records(connection, papers)
    merge_papers(connection, papers)
    bad = list(unusable)
    connection.executemany(
        "INSERT INTO unusable_lines (collection, file, line, reason, text) "
        "VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET reason = excluded.reason, "
        "text = excluded.text",
        [(number, file, line.line, line.reason, line.text) for line in bad],
    )
    count = len(_papers_of(connection, number, by_key))
    return Added(count, lines - count, len(bad))


def replay_lists(connection: sqlite3.Connection) -> None:
    """Make the listed papers again from what the lists said, as when they were read."""
    rows = connection.execute(
        "SELECT collection, key, listing FROM listed ORDER BY rowid"
    ).fetchall()
    names = [keys_of(msgspec.json.decode(text, type=Listing)) for _, _, text in rows]
    located = locate_all(connection, names, LIST)
    connection.executemany(
        "UPDATE listed SET paper = ? WHERE collection = ? AND key = ?",
        [
            (paper, collection, key)
            for (paper, _), (collection, key, _) in zip(located, rows, strict=True)
        ],
    )
    papers = {paper for paper, _ in located}
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
            listing = functools.reduce(_filled, listings)
            said.append(Said(paper, keys_of(listing)[0], _record(listing), rows[0][1]))
    save_records(connection, LIST, said, None)


def _changed(
    connection: sqlite3.Connection, collection: int, file: str, by_key: Mapping[str, Listing]
) -> dict[str, Listing]:
    """Return the listings that the collection does not hold just so, from this file."""
    held = {
        (key, listing)
        for key, listing in connection.execute(
            "SELECT key, listing FROM listed WHERE collection = ? AND file = ?", (collection, file)
        )
    }
    return {key: each for key, each in by_key.items() if (key, _encode(each)) not in held}


def _papers_of(connection: sqlite3.Connection, collection: int, keys: Iterable[str]) -> set[int]:
    rows = connection.execute("SELECT key, paper FROM listed WHERE collection = ?", (collection,))
    papers = dict(rows.fetchall())
    return {papers[key] for key in keys}


def _encode(listing: Listing) -> str:
    return msgspec.json.encode(listing).decode()


def _filled(first: Listing, later: Listing) -> Listing:
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
        "ON CONFLICT DO UPDATE SET paper = excluded.paper, "
        "decision = coalesce(excluded.decision, decision), "
        "title = coalesce(excluded.title, title), "
        "abstract = coalesce(excluded.abstract, abstract), listing = excluded.listing, "
        "given = coalesce(excluded.given, given), file = excluded.file, line = excluded.line",
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
