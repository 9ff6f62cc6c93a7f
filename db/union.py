"""Which paper an identifier belongs to, and making one paper of two.

Every identifier leads to one paper. When a list or an answer shows that two identifiers
name the same paper (a list knew the OpenReview id, a service adds the arXiv id; a service
merged two records), their rows become one, under the smallest number: the strongest
identifier. Papers with different arXiv ids are never made one: whoever says that they are
the same has mixed up one of them.
"""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from .identity import FIRST_CORPUS, FIRST_HASHED, number_of
from .merge import keep_mentions
from .rows import Key

# A DOI is shared by preprints and published versions, and now and then wrong: what is asked
# by it finds its paper, but it makes one of two only where it is all that one of them has.
_WEAK = {"doi"}


class Located(NamedTuple):
    """A paper's number, and whether finding it made one paper of two.

    `foreign` are the keys that belong to a paper of another arXiv id and were left there.
    """

    paper: int
    united: bool
    foreign: tuple[Key, ...] = ()


def locate_all(connection: sqlite3.Connection, names: Sequence[Sequence[Key]]) -> list[Located]:
    """Return the papers that lists of keys name, by the numbers they have after all of them.

    The first key of each list counts above all. Papers are united where need be; their rows
    and identifiers are added where they are new.
    """
    keys_of_all = {key for keys in names for key in keys}
    named = _papers_named(connection, keys_of_all)
    located = []
    for keys in names:
        paper = _agreed(keys, named)
        place = _locate(connection, keys, named) if paper is None else Located(paper, united=False)
        located.append(place)
        if place.united:
            named = _papers_named(connection, keys_of_all)
        elif paper is None:
            for key in keys:
                if key not in place.foreign:
                    named.setdefault(key, place.paper)
    return [
        place._replace(paper=named[keys[0]]) for keys, place in zip(names, located, strict=True)
    ]


def _locate(
    connection: sqlite3.Connection, keys: Sequence[Key], named: Mapping[Key, int]
) -> Located:
    counting = [key for key in keys if key == keys[0] or _counts(key, named.get(key))]
    there = {key: _papers_behind(connection, key, named.get(key)) for key in counting}
    numbers = {key: there[key] | {number_of(*key)} for key in counting}
    foreign = _foreign(counting, numbers)
    known = set().union(*(there[key] for key in counting if key not in foreign))
    paper = min(set().union(*(numbers[key] for key in counting if key not in foreign)))
    if not known:
        connection.execute("INSERT INTO papers (id) VALUES (?)", (paper,))
    for other in sorted(known - {paper}):
        unite(connection, other, paper)
    connection.executemany(
        "INSERT INTO identifiers (scheme, value, paper) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [(*key, paper) for key in keys if key not in foreign],
    )
    return Located(paper, bool(known - {paper}), foreign)


def _papers_named(connection: sqlite3.Connection, keys: Iterable[Key]) -> dict[Key, int]:
    """Return the papers that those of the keys name which are known."""
    rows = connection.execute(
        "SELECT scheme, identifiers.value, paper FROM json_each(?) AS key CROSS JOIN identifiers "
        "ON scheme = key.value ->> 0 AND identifiers.value = key.value ->> 1",
        (msgspec.json.encode(list(keys)).decode(),),
    )
    return {Key(scheme, value): paper for scheme, value, paper in rows}


def _agreed(keys: Sequence[Key], named: Mapping[Key, int]) -> int | None:
    """Return the paper that every one of the keys names, if there is one."""
    papers = {named.get(key) for key in keys}
    return papers.pop() if len(papers) == 1 else None


def find(connection: sqlite3.Connection, key: Key) -> int | None:
    """Return the paper that a key is known to name."""
    row = connection.execute(
        "SELECT paper FROM identifiers WHERE scheme = ? AND value = ?", key
    ).fetchone()
    return row[0] if row else None


Aliases = dict[tuple[str, str], int]
"""Papers by the scheme and value of their identifiers."""


def load_aliases(connection: sqlite3.Connection, papers: Iterable[int] | None = None) -> Aliases:
    """Return the papers by their identifiers, of all papers or of these."""
    if papers is None:
        rows = connection.execute("SELECT scheme, value, paper FROM identifiers")
    else:
        rows = connection.execute(
            "SELECT scheme, identifiers.value, paper FROM json_each(?) AS wanted "
            "CROSS JOIN identifiers ON paper = wanted.value",
            (msgspec.json.encode(list(papers)).decode(),),
        )
    return {(scheme, value): paper for scheme, value, paper in rows}


def has_arxiv_id(paper: int) -> bool:
    """Return whether a paper's number is made from an arXiv id."""
    return paper < FIRST_CORPUS


def _counts(key: Key, named: int | None) -> bool:
    """Return whether a key may make one paper of two."""
    return key.scheme not in _WEAK or (named is not None and named >= FIRST_HASHED)


def _papers_behind(connection: sqlite3.Connection, key: Key, named: int | None) -> set[int]:
    """Return the papers that a key names, also those that only links have named so far."""
    if named is not None:
        return {named}
    rows = connection.execute("SELECT id FROM papers WHERE id = ?", (number_of(*key),)).fetchall()
    if key.scheme == "corpus":
        rows += connection.execute(
            "SELECT id FROM papers WHERE corpus_id = ? AND id < 1000000000000", (int(key.value),)
        ).fetchall()
    return {paper for (paper,) in rows}


def _foreign(keys: Sequence[Key], numbers: dict[Key, set[int]]) -> tuple[Key, ...]:
    """Return the keys that lead to another arXiv paper than the first key that leads to one."""
    chosen: set[int] = set()
    foreign = []
    for key in keys:
        arxiv = {paper for paper in numbers[key] if has_arxiv_id(paper)}
        if arxiv and not chosen:
            chosen = arxiv
        elif arxiv - chosen:
            foreign.append(key)
    return tuple(foreign)


def unite(connection: sqlite3.Connection, other: int, paper: int) -> None:
    """Make one paper of two: all that hangs on `other` moves to `paper`.

    The caller merges the records of a listed paper anew.
    """
    arguments = {"other": other, "paper": paper}
    both = connection.execute(_MENTIONS, arguments).fetchall()
    if len(both) == 1:
        connection.execute("UPDATE papers SET id = :paper WHERE id = :other", arguments)
        return
    is_listed = any(listed for _, listed, *_ in both)
    if is_listed:
        keep_mentions(connection, (other, paper))
    for statement in _MOVES:
        connection.execute(statement, arguments)
    if not is_listed:
        # Of two mentions the later one is the paper's row.
        latest = max(both, key=lambda row: row[2] or 0)
        connection.execute(_SET_MENTION, (*latest[2:], paper))


_HANGING = (
    "records",
    "embeddings",
    "fetches",
    "unlinked_references",
    "sightings",
    "resolutions",
    "unresolved",
)
_MENTIONS = """
SELECT id, is_listed, mentioned_in, title, year, published, s2_paper_id, corpus_id, doi
FROM papers WHERE id IN (:other, :paper)
"""
_SET_MENTION = """
UPDATE papers SET mentioned_in = ?, title = ?, year = ?, published = ?, s2_paper_id = ?,
    corpus_id = ?, doi = ?
WHERE id = ?
"""
_MOVE_CITATIONS = """
INSERT INTO citations (citing, cited, is_influential, seen_in_references, seen_in_citations)
SELECT {citing}, {cited}, is_influential, seen_in_references, seen_in_citations
FROM citations WHERE {end} = :other AND {citing} <> {cited}
ON CONFLICT DO UPDATE SET
    is_influential = coalesce(is_influential, excluded.is_influential),
    seen_in_references = max(seen_in_references, excluded.seen_in_references),
    seen_in_citations = max(seen_in_citations, excluded.seen_in_citations)
"""
_MOVE_CONTEXTS = """
INSERT INTO citation_contexts (citing, cited, position, context, intents)
SELECT {citing}, {cited}, position, context, intents
FROM citation_contexts WHERE {end} = :other AND {citing} <> {cited}
ON CONFLICT DO NOTHING
"""
# A sighting of `other` stands under the paper at the link's other end.
_MOVE_SIGHTINGS = """
INSERT OR IGNORE INTO sightings (paper, direction, source, other, answer)
SELECT sightings.paper, direction, source, :paper, answer
FROM citations JOIN sightings
    ON sightings.paper = citations.{opposite} AND sightings.direction = '{direction}'
    AND sightings.other = :other
WHERE citations.{end} = :other AND citations.{opposite} <> :paper
"""
_DROP_SIGHTINGS = """
DELETE FROM sightings WHERE other = :other AND direction = '{direction}'
AND paper IN (SELECT {opposite} FROM citations WHERE {end} = :other)
"""
_ENDS = (
    {
        "end": "citing",
        "opposite": "cited",
        "citing": ":paper",
        "cited": "cited",
        "direction": "citations",
    },
    {
        "end": "cited",
        "opposite": "citing",
        "citing": "citing",
        "cited": ":paper",
        "direction": "references",
    },
)
_MOVES = (
    *(
        statement.format(**ends)
        for ends in _ENDS
        for statement in (
            _MOVE_SIGHTINGS,
            _DROP_SIGHTINGS,
            _MOVE_CITATIONS,
            _MOVE_CONTEXTS,
            "DELETE FROM citations WHERE {end} = :other",
        )
    ),
    "DELETE FROM sightings WHERE paper = :other AND other = :paper",
    "DELETE FROM records WHERE source = 'mention' AND paper IN (:other, :paper) AND answer < "
    "(SELECT max(answer) FROM records WHERE source = 'mention' AND paper IN (:other, :paper))",
    *(
        statement
        for table in _HANGING
        for statement in (
            f"UPDATE OR IGNORE {table} SET paper = :paper WHERE paper = :other",  # noqa: S608
            f"DELETE FROM {table} WHERE paper = :other",  # noqa: S608
        )
    ),
    "UPDATE identifiers SET paper = :paper WHERE paper = :other",
    "UPDATE listed SET paper = :paper WHERE paper = :other",
    "UPDATE papers SET is_listed = max(is_listed, "
    "(SELECT is_listed FROM papers WHERE id = :other)) WHERE id = :paper",
    "DELETE FROM papers WHERE id = :other",
)
