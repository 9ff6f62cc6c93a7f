"""Taking a list of papers into the database."""

import functools
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

import msgspec

from .identity import fold
from .merge import merge_papers, save_record
from .rows import Author, Key, Listing, Record, Unusable
from .union import locate

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
    papers = {
        _add_listing(connection, number, key, file, listing, at) for key, listing in by_key.items()
    }
    save_list_records(connection, papers)
    merge_papers(connection, papers)
    bad = list(unusable)
    connection.executemany(
        "INSERT INTO unusable_lines (collection, file, line, reason, text) "
        "VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET reason = excluded.reason, "
        "text = excluded.text",
        [(number, file, line.line, line.reason, line.text) for line in bad],
    )
    return Added(len(papers), lines - len(papers), len(bad))


def replay_lists(connection: sqlite3.Connection) -> None:
    """Make the listed papers again from what the lists said, as when they were read."""
    rows = connection.execute(
        "SELECT collection, key, listing FROM listed ORDER BY rowid"
    ).fetchall()
    papers = set()
    for collection, key, text in rows:
        paper = _paper_of(connection, msgspec.json.decode(text, type=Listing))
        connection.execute(
            "UPDATE listed SET paper = ? WHERE collection = ? AND key = ?", (paper, collection, key)
        )
        papers.add(paper)
    save_list_records(connection, papers)
    merge_papers(connection, papers)


def save_list_records(connection: sqlite3.Connection, papers: Iterable[int]) -> None:
    """Store, as one record a paper, what all lists say of these papers; the first word counts."""
    for paper in sorted(set(papers)):
        rows = connection.execute(
            "SELECT listing, listed_at FROM listed WHERE paper = ? ORDER BY collection, key",
            (paper,),
        ).fetchall()
        if not rows:
            continue
        listings = [msgspec.json.decode(text, type=Listing) for text, _ in rows]
        listing = functools.reduce(_filled, listings)
        save_record(
            connection, paper, LIST, keys_of(listing)[0], _record(listing), None, rows[0][1]
        )


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


def _add_listing(
    connection: sqlite3.Connection, collection: int, key: str, file: str, listing: Listing, at: str
) -> int:
    paper = _paper_of(connection, listing)
    connection.execute(
        "INSERT INTO listed (collection, paper, key, decision, title, abstract, listing, given, "
        "file, line, listed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT DO UPDATE SET paper = excluded.paper, "
        "decision = coalesce(excluded.decision, decision), "
        "title = coalesce(excluded.title, title), "
        "abstract = coalesce(excluded.abstract, abstract), listing = excluded.listing, "
        "given = coalesce(excluded.given, given), file = excluded.file, line = excluded.line",
        (
            collection,
            paper,
            key,
            listing.decision,
            listing.title,
            listing.abstract,
            msgspec.json.encode(listing).decode(),
            listing.given,
            file,
            listing.line,
            at,
        ),
    )
    return paper


def _paper_of(connection: sqlite3.Connection, listing: Listing) -> int:
    paper = locate(connection, keys_of(listing), LIST)
    connection.execute("UPDATE papers SET is_listed = 1 WHERE id = ?", (paper,))
    return paper


def _collection(connection: sqlite3.Connection, name: str) -> int:
    connection.execute("INSERT INTO collections (name) VALUES (?) ON CONFLICT DO NOTHING", (name,))
    (number,) = connection.execute("SELECT id FROM collections WHERE name = ?", (name,)).fetchone()
    return int(number)
