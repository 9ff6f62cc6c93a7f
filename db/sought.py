"""Which papers are sought: those that every list names without an identifier to ask by.

Whether one was found already makes no difference here: as long as no list gives its identifier,
what was found for it may be judged anew.
"""

import functools
import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from .fetches import Search
from .listings import fill_gaps, keys_of, text_key
from .rows import Key, Listing, Sought, Want
from .venues import find_venue

# A line's key is the strongest that it gives.
_GIVES_ONE = (
    "substr(listed.key, 1, instr(listed.key, ':') - 1) IN (SELECT scheme FROM source_schemes)"
)
# An OpenReview id that another line gives beside one to ask by is no paper without.
_SOUGHT = f"""
WITH named AS MATERIALIZED (
    SELECT 'openreview:' || (listing ->> '$.openreview_id') AS key FROM listed
    WHERE {_GIVES_ONE}
)
SELECT listed.paper, listed.key, listed.listing, collections.name
FROM listed JOIN collections ON collections.id = listed.collection
WHERE NOT {_GIVES_ONE}
  AND listed.key NOT IN (SELECT key FROM named WHERE key IS NOT NULL)
ORDER BY listed.key, listed.collection
"""  # noqa: S608
_GIVEN = f"SELECT DISTINCT paper FROM listed WHERE {_GIVES_ONE}"  # noqa: S608 - of constants
_NAMED = f"SELECT DISTINCT key FROM listed WHERE {_GIVES_ONE} ORDER BY key"  # noqa: S608
_TAKEN = f"""
SELECT scheme, value, coalesce(given.title, papers.title, value)
FROM (
    SELECT paper, min(title) AS title FROM listed WHERE {_GIVES_ONE}
    GROUP BY paper
) AS given
JOIN papers ON papers.id = given.paper
JOIN identifiers ON identifiers.paper = given.paper
WHERE scheme IN (SELECT scheme FROM source_schemes)
"""  # noqa: S608
_ASKED = """
SELECT paper_key.key FROM fetches
JOIN (SELECT key, paper, max(words_changed_after) AS changed FROM listed GROUP BY key) AS paper_key
    ON paper_key.paper = fetches.paper
WHERE source = ? AND part = ? AND state <> 'failed' AND at >= ? AND answer > changed
"""
_FOUND = "SELECT paper_key FROM resolutions WHERE band = 'accepted'"
_WAITING = "SELECT paper_key FROM resolutions WHERE band = 'review'"


def load_sought(connection: sqlite3.Connection) -> list[Sought]:
    """Return the papers that are sought, by key."""
    return [sought for _, sought in _load(connection)]


def _load(connection: sqlite3.Connection) -> list[tuple[int, Sought]]:
    """Return the papers that are sought, with their numbers, by key."""
    papers: dict[str, int] = {}
    listings: dict[str, list[Listing]] = {}
    collections: dict[str, str] = {}
    for paper, key, text, collection in connection.execute(_SOUGHT):
        papers[key] = paper
        listings.setdefault(key, []).append(msgspec.json.decode(text, type=Listing))
        collections.setdefault(key, collection)
    return [
        (papers[key], _sought(functools.reduce(fill_gaps, of_key), collections[key]))
        for key, of_key in listings.items()
    ]


def _sought(listing: Listing, collection: str) -> Sought:
    return Sought(
        key=keys_of(listing)[0],
        title=listing.title,
        abstract=listing.abstract,
        authors=listing.authors,
        year=listing.year,
        venue=listing.venue or find_venue(collection),
    )


def find_sought(
    connection: sqlite3.Connection, source: str, part: str, search: Search, cutoff: str | None
) -> list[Want]:
    """Return the papers, not found yet, that a search suits and was not yet asked for."""
    passed = {key for (key,) in connection.execute(_FOUND)}
    passed |= {key for (key,) in connection.execute(_ASKED, (source, part, cutoff or ""))}
    if search.is_last_resort:
        passed |= {key for (key,) in connection.execute(_WAITING)}
    return [
        Want(sought.key, sought=sought)
        for sought in load_sought(connection)
        if str(sought.key) not in passed and search.suits(sought)
    ]


def load_taken(connection: sqlite3.Connection) -> dict[Key, str]:
    """Return the identifiers of papers that a list gives one of, with titles as listed."""
    return {Key(scheme, value): title for scheme, value, title in connection.execute(_TAKEN)}


def are_mixed(connection: sqlite3.Connection) -> bool:
    """Return whether a paper that is sought has become one with another listed paper.

    That happens where a source learns that what was found for both is one paper.
    """
    # A line of mere words may be one more of a paper that another line gives the id of.
    papers = [paper for paper, sought in _load(connection) if sought.key.scheme != "text"]
    given = {paper for (paper,) in connection.execute(_GIVEN)}
    return len(set(papers)) < len(papers) or not given.isdisjoint(papers)


def digest_lists(connection: sqlite3.Connection) -> str:
    """Return a hash of all that lists and persons say and that judging depends on."""
    named = connection.execute(_NAMED).fetchall()
    decided = connection.execute(
        "SELECT paper_key, candidate, is_accepted FROM decisions ORDER BY paper_key, candidate"
    ).fetchall()
    told = msgspec.json.encode((load_sought(connection), named, decided))
    return hashlib.sha256(told).hexdigest()


class Overruled(NamedTuple):
    """What a list that is read now says otherwise than what was found or listed before."""

    found: tuple[str, ...]
    """Papers, by key, of which it gives the identifier, or to another what was found for them."""
    lines: tuple[tuple[str, str], ...]
    """Lines of the same list that have another key now; old and new key."""


def find_overruled(
    connection: sqlite3.Connection, collection: str, file: str, listings: Sequence[Listing]
) -> Overruled:
    """Return which earlier findings and lines a list overrules."""
    keys = [keys_of(listing) for listing in listings]
    schemes = {scheme for (scheme,) in connection.execute("SELECT scheme FROM source_schemes")}
    given = {str(key) for each in keys if each[0].scheme in schemes for key in each}
    found = connection.execute(
        "SELECT paper_key, CASE band WHEN 'accepted' THEN keys ELSE '[]' END FROM resolutions "
        "UNION SELECT paper_key, '[]' FROM unresolved ORDER BY 1, 2"
    )
    overruled = {
        paper
        for paper, text in found
        if paper in given or given.intersection(map(str, _read_keys(text)))
    }
    lines = _find_rekeyed(connection, collection, file, listings)
    return Overruled(tuple(sorted(overruled)), tuple(lines))


def _find_rekeyed(
    connection: sqlite3.Connection, collection: str, file: str, listings: Sequence[Listing]
) -> Iterator[tuple[str, str]]:
    """Yield old and new keys of lines with the OpenReview id, or mere text, of a line held."""
    new = {str(keys_of(listing)[0]): listing for listing in listings}
    by_name = {
        str(name): key
        for key, listing in new.items()
        for name in (text_key(listing), Key("openreview", listing.openreview_id or ""))
    }
    held = connection.execute(
        "SELECT key, 'openreview:' || (listing ->> '$.openreview_id') FROM listed "
        "JOIN collections ON collections.id = listed.collection "
        "WHERE name = ? AND file = ? ORDER BY key",
        (collection, file),
    )
    for key, openreview in held:
        name = key if key.startswith("text:") else openreview
        if key not in new and name in by_name:
            yield key, by_name[name]


def _read_keys(text: str) -> list[Key]:
    return msgspec.json.decode(text, type=list[Key])
