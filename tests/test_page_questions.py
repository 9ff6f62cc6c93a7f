"""The questions that pages are made of, over papers whose answers are known by hand."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from made_database import AT
from made_networks import made

from db.database import open_readonly
from db.queries import ask, queries
from db.snapshot_copy import snapshot
from graph.tables import TABLES

# 1 2 3 cite each other's earlier ones, 4 5 6 likewise, and 3 cites 4. Outside the lists, 91 and 92
# cite 1 and 4, and 2 cites 99. 7 has no link.
LINKS = [(2, 1), (3, 1), (3, 2), (5, 4), (6, 4), (6, 5), (3, 4)]
LINKS += [(91, 1), (91, 4), (92, 1), (92, 4), (2, 99)]
DECISIONS = {1: "oral", 2: "poster", 3: "poster", 4: "poster", 5: "poster", 6: "oral", 7: None}
AUTHORS = {1: [11, 12], 2: [11, 12], 3: [11, 13], 4: [14], 5: [13], 99: [13]}
COUNTS = {1: 40, 2: 1, 3: 2, 4: 9, 5: 30, 7: 5, 99: 500}  # of 6 the count is not known


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    path = made(tmp_path_factory.mktemp("made") / "p.db", DECISIONS, LINKS, authors=AUTHORS)
    with closing(sqlite3.connect(path)) as writing, writing:
        writing.executemany(
            "UPDATE papers SET citation_count = ?2 WHERE id = ?1", list(COUNTS.items())
        )
        writing.executemany(
            "INSERT INTO citation_contexts VALUES (?, ?, ?, ?, '[]')",
            [(3, 1, 1, "As 3 says of 1."), (91, 1, 1, "As 91 says."), (3, 4, 1, "Of 4.")],
        )
        writing.execute(
            "UPDATE fetches SET expected = 9, received = 3, unlinked = 6 "
            "WHERE paper = 3 AND part = 'references'"
        )
        writing.execute("UPDATE fetches SET unlinked = 2 WHERE paper = 5 AND part = 'references'")
        writing.execute("UPDATE fetches SET unlinked = 0 WHERE paper = 6 AND part = 'references'")
        writing.executemany(
            "INSERT INTO fetches (paper, source, part, state, reason, at) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            [
                (6, "arxiv", "record", "absent", "withdrawn", AT),
                (7, "arxiv", "record", "absent", "withdrawn", AT),
                (5, "arxiv", "record", "failed", "cut off", AT),
            ],
        )
    with snapshot(path, TABLES) as copy, closing(open_readonly(copy)) as reading:
        yield reading


def answer(
    connection: sqlite3.Connection, name: str, *columns: str, **given: object
) -> list[tuple[object, ...]]:
    result = ask(connection, name, **given)
    places = [result.columns.index(column) for column in columns]
    return [tuple(row[place] for place in places) for row in result.rows]


def test_a_collection_by_decision(connection: sqlite3.Connection) -> None:
    wanted = ("decision", "papers", "mean_citations", "median_citations", "citations_within")
    # Posters have 1, 2, 9 and 30 citations; of the orals one count is known. Within, 2 is cited
    # once, 4 three times and 5 once; 1 twice.
    assert answer(connection, "decisions_of", *wanted) == [
        ("poster", 4, 10.5, 5.5, 5),
        ("oral", 2, 40.0, 40.0, 2),
        ("(none given)", 1, 5.0, 5.0, 0),
    ]
    assert answer(connection, "decisions_of", "papers", collection="another") == []


def test_what_is_around_a_paper(connection: sqlite3.Connection) -> None:
    # 2 cites 1 and is cited by 3; 3 and it share a reference. 99 is in no list.
    assert answer(connection, "around", "paper", "shared", paper=2) == [
        (2, None),
        (1, None),
        (3, 1),
    ]
    assert [paper for (paper,) in answer(connection, "around", "paper", paper=3, limit=2)] == [
        3,
        1,
        4,
    ]
    among = answer(connection, "links_among", "citing", "cited", papers="[1, 2, 3, 99]")
    assert among == [(2, 1), (2, 99), (3, 1), (3, 2)]


def test_what_is_tied_to_a_paper(connection: sqlite3.Connection) -> None:
    wanted = ("paper", "shared", "is_cited_by_it", "is_citing_it")
    # 4 and 1 are cited together by 3, 91 and 92; 3 cites 1, 2 and 4, of which 2 shares 1.
    assert answer(connection, "ties_of", *wanted, paper=1, kind="cocitation") == [
        (4, 3, 0, 0),
        (2, 1, 0, 1),
    ]
    assert (2, 1, 1, 0) in answer(connection, "ties_of", *wanted, paper=3)


def test_who_says_what_of_a_paper(connection: sqlite3.Connection) -> None:
    said = answer(connection, "contexts_of", "paper", "context", paper=1)
    assert said == [(3, "As 3 says of 1."), (91, "As 91 says.")]
    assert answer(connection, "contexts_of", "paper", paper=3) == []


def test_authors(connection: sqlite3.Connection) -> None:
    assert answer(connection, "authors_of", "author", paper=3) == [(11,), (13,)]
    assert answer(connection, "author", "listed_papers", "papers", author=11) == [(3, 3)]
    assert answer(connection, "author", "papers", author=77) == []
    papers = answer(connection, "papers_of_author", "paper", author=13)
    assert papers == [(5,), (3,), (99,)], "the listed ones first"
    together = ("author", "papers_together")
    assert answer(connection, "coauthors_of", *together, author=11) == [(12, 2), (13, 1)]
    among = ("author", "coauthor", "papers_together")
    assert answer(connection, "links_among_authors", *among, authors="[13, 12, 11]") == [
        (11, 12, 2),
        (11, 13, 1),
    ]
    assert answer(connection, "shared_authors", "author", one=1, other=3) == [(11,)]
    assert answer(connection, "shared_authors", "author", one=1, other=1) == []
    assert len(answer(connection, "authors_listed", "author")) == 4


def test_what_two_papers_share(connection: sqlite3.Connection) -> None:
    assert answer(connection, "shared_references", "paper", one=2, other=3) == [(1,)]
    assert answer(connection, "shared_references", "paper", one=5, other=6) == [(4,)]
    both = answer(connection, "shared_citing", "paper", one=1, other=4)
    assert both == [(3,), (91,), (92,)]


def test_communities(connection: sqlite3.Connection) -> None:
    wanted = ("community", "papers", "paper")
    assert answer(connection, "communities_held", *wanted) == [(1, 3, 1), (2, 3, 5)]
    # Of the links within the second, two lead to 4 and one to 5.
    inside = ("paper", "decision", "cited_within")
    assert answer(connection, "papers_of_community", *inside, community=2) == [
        (4, "poster", 2),
        (5, "poster", 1),
        (6, "oral", 0),
    ]
    beside = ("community", "citations_given", "citations_received")
    assert answer(connection, "communities_beside", *beside, community=1) == [(2, 1, 0)]
    assert answer(connection, "communities_beside", *beside, community=2) == [(1, 0, 1)]


def test_each_link_between_communities_counts(tmp_path: Path) -> None:
    links = [(2, 1), (3, 1), (3, 2), (5, 4), (6, 4), (6, 5), (3, 4), (2, 5)]
    with (
        snapshot(made(tmp_path / "p.db", range(1, 7), links), TABLES) as copy,
        closing(open_readonly(copy)) as connection,
    ):
        beside = ("citations_given", "citations_received")
        found = [answer(connection, "communities_beside", *beside, community=n) for n in (1, 2)]
    assert found == [[(2, 0)], [(0, 2)]]


def test_a_collections_papers(connection: sqlite3.Connection) -> None:
    posters = answer(connection, "papers_of_collection", "paper", decision="Poster")
    assert posters == [(5,), (4,), (3,), (2,)]
    assert answer(connection, "papers_of_collection", "paper", decision="(none given)") == [(7,)]
    assert answer(connection, "collections_held", "name", "papers") == [("list", 7)]
    assert answer(connection, "listings_of", "decision", paper=6) == [("oral",)]


def test_what_is_missing(connection: sqlite3.Connection) -> None:
    lost = ("paper", "expected", "received", "unlinked")
    assert answer(connection, "unlinked_by_paper", *lost) == [(3, 9, 3, 6), (5, None, 1, 2)]
    counts = ("source", "state", "reason", "papers")
    found = answer(connection, "reasons_missing", *counts)
    assert ("arxiv", "absent", "withdrawn", 2) in found
    assert ("arxiv", "failed", "cut off", 1) in found


def test_every_question_of_a_page_is_asked_here() -> None:
    asked = Path(__file__).read_text("utf-8")
    elsewhere = {"paper"}  # the pages themselves, in test_pages.py
    detail = {name for name, query in queries().items() if query.is_detail}
    assert {name for name in detail if f'"{name}"' not in asked} <= elsewhere
