"""The writer's rules: one paper a row, whatever order its names and answers come in."""

import itertools
import random
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from db.database import open_database
from db.errors import DatabaseError
from db.fetches import Part
from db.rows import (
    Absent,
    Answer,
    Author,
    Embedding,
    Found,
    Key,
    Links,
    Listing,
    Neighbour,
    Outcome,
    Record,
    Request,
    Unlinked,
    Unusable,
    Vector,
    Want,
)
from db.runs import SourceInfo
from db.store import Store

SOURCES = [SourceInfo("arxiv", 10, "arXiv"), SourceInfo("s2", 20, "Semantic Scholar")]
A, B = Key("arxiv", "2305.09955"), Key("arxiv", "2310.02980")
NUMBER_A, NUMBER_B = 230509955, 231002980
AT = "2026-11-30T12:00:00.000Z"


@pytest.fixture
def store(tmp_path: Path):
    made = new_store(tmp_path / "papers.db")
    yield made
    made.close()


def new_store(path: Path) -> Store:
    store = Store(open_database(path, create=True), path)
    store.introduce(dict.fromkeys(SOURCES, ("arxiv", "corpus", "s2", "doi")))
    return store


def rows(store: Store, query: str) -> list[tuple[object, ...]]:
    return store._connection.execute(query).fetchall()


def add(store: Store, *listings: Listing, collection: str = "list") -> None:
    store.add_list(collection, "list.csv", listings, [], AT)


def answer(source: str, part: str, *keys: Key, expected: int | None = None, at: str = AT) -> Answer:
    wants = tuple(Want(key, expected) for key in keys)
    return Answer(Request(source, part, "GET", "/x", wants=wants), 200, b"{}", at, at)


def save(store: Store, source: str, part: str, *outcomes: Outcome, expected: int | None = None):
    keys = [outcome.key for outcome in outcomes]
    return store.save(answer(source, part, *keys, expected=expected), outcomes, None)


def neighbour(corpus_id: int, arxiv_id: str | None = None, title: str = "N") -> Neighbour:
    return Neighbour(f"sha{corpus_id}", corpus_id, arxiv_id, None, title, 2020, None)


def s2_record(arxiv_id: str, corpus_id: int, **fields) -> Record:
    keys = (Key("arxiv", arxiv_id), Key("corpus", str(corpus_id)), Key("s2", f"sha{corpus_id}"))
    return Record(arxiv_id=arxiv_id, corpus_id=corpus_id, identifiers=keys, **fields)


def test_one_paper_listed_twice_is_one_paper_and_the_form_given_is_kept(store):
    add(
        store,
        Listing(1, arxiv_id=A.value, arxiv_version=2, given="arXiv:2305.09955v2"),
        Listing(2, arxiv_id=A.value, title="Knowledge Card", given="2305.09955"),
    )
    assert rows(store, "SELECT id, title FROM papers") == [(NUMBER_A, "Knowledge Card")]
    assert rows(store, "SELECT given, line FROM listed") == [("arXiv:2305.09955v2", 1)]


def test_a_paper_without_identifier_is_kept_and_said_to_be_unresolved(store):
    add(store, Listing(1, title="Nowhere", abstract="…"), Listing(2, title="Nowhere else"))
    assert rows(store, "SELECT count(*) FROM papers") == [(2,)]
    assert rows(store, "SELECT DISTINCT state FROM problems") == [("unresolved",)]


def test_names_of_one_paper_meet_in_any_order(tmp_path):
    """An OpenReview list, an arXiv list and an S2 mention name one paper, in any order."""
    steps = [
        lambda s: add(s, Listing(1, openreview_id="WbWtOYIzIK", title="As listed")),
        lambda s: add(s, Listing(1, openreview_id="WbWtOYIzIK", arxiv_id=A.value), collection="b"),
        lambda s: (
            add(s, Listing(1, arxiv_id=B.value), collection="c"),
            save(s, "s2", "record", Found(B, s2_record(B.value, 2))),
            save(s, "s2", "references", Links(B, "references", (neighbour(7),))),
            save(s, "s2", "references", Links(B, "references", (neighbour(7, A.value),))),
        ),
    ]
    contents = set()
    for number, order in enumerate(itertools.permutations(steps)):
        store = new_store(tmp_path / f"{number}.db")
        for step in order:
            step(store)
        contents.add(
            (
                tuple(rows(store, "SELECT id, title, corpus_id, openreview_id FROM papers")),
                tuple(rows(store, "SELECT citing, cited FROM citations")),
                tuple(rows(store, "SELECT DISTINCT paper FROM listed ORDER BY 1")),
            )
        )
        assert rows(store, "PRAGMA foreign_key_check") == []
        store.close()
    assert contents == {
        (
            ((NUMBER_A, "As listed", 7, "WbWtOYIzIK"), (NUMBER_B, None, 2, None)),
            ((NUMBER_B, NUMBER_A),),
            ((NUMBER_A,), (NUMBER_B,)),
        )
    }


def test_two_records_that_a_service_merged_lead_to_one_paper(store):
    one, two = Key("corpus", "5"), Key("s2", "old")
    add(store, Listing(1, corpus_id=5), Listing(2, s2_paper_id="old"))
    merged = s2_record(A.value, 5, title="Merged", citation_count=3)
    save(store, "s2", "record", Found(one, merged), Found(two, merged))
    assert rows(store, "SELECT id, title, citation_count FROM papers") == [(NUMBER_A, "Merged", 3)]
    assert rows(store, "SELECT DISTINCT paper FROM identifiers") == [(NUMBER_A,)]
    assert rows(store, "SELECT DISTINCT paper FROM listed") == [(NUMBER_A,)]


def test_two_arxiv_papers_are_never_made_one(store):
    add(
        store,
        Listing(1, arxiv_id=A.value, openreview_id="WbWtOYIzIK", title="A"),
        Listing(2, arxiv_id=B.value, openreview_id="WbWtOYIzIK", title="B"),
    )
    assert rows(store, "SELECT id, title FROM papers") == [(NUMBER_A, "A"), (NUMBER_B, "B")]
    assert (
        "openreview WbWtOYIzIK belongs to another"
        in rows(store, "SELECT reason FROM unusable_lines WHERE line = 2")[0][0]
    )
    save(store, "s2", "record", Found(A, s2_record(A.value, 5)))
    save(store, "s2", "record", Found(B, s2_record(A.value, 5, title="of A")))
    assert rows(store, "SELECT state, reason FROM fetches WHERE paper = 231002980") == [
        ("failed", "the answer is about another paper, arxiv:2305.09955")
    ]
    mixed_up = (neighbour(7, "2401.00001"), neighbour(7, "2401.00002"), neighbour(5, "2401.00003"))
    save(store, "s2", "references", Links(A, "references", mixed_up))
    assert rows(store, "SELECT arxiv_id, corpus_id FROM papers WHERE NOT is_listed") == [
        ("2401.00001", 7),
        ("2401.00002", None),
        ("2401.00003", None),
    ]


def test_a_paper_listed_by_doi_is_the_one_that_is_found(store):
    doi = Key("doi", "10.1/x")
    add(store, Listing(1, doi=doi.value))
    record = s2_record(A.value, 5, title="Found")
    save(store, "s2", "record", Found(doi, record))
    assert rows(store, "SELECT id, title, is_listed FROM papers") == [(NUMBER_A, "Found", 1)]
    assert store.find_wants("s2", Part("record", ("arxiv", "doi"))) == []
    add(store, Listing(1, arxiv_id=B.value, doi=doi.value), collection="b")
    assert rows(store, "SELECT count(*) FROM papers WHERE is_listed") == [(2,)]


@pytest.mark.parametrize("turn", [1, -1])
def test_a_doi_alone_and_a_doi_with_an_arxiv_id_are_one_paper_in_any_order(store, turn):
    listings = [Listing(1, doi="10.1/x"), Listing(2, arxiv_id=A.value, doi="10.1/x")]
    for number, listing in enumerate(listings[::turn]):
        add(store, listing, collection=str(number))
    assert rows(store, "SELECT id FROM papers") == [(NUMBER_A,)]


def test_nothing_is_left_of_a_paper_that_became_another(store):
    add(
        store,
        Listing(1, title="T", openreview_id="WbWtOYIzIK"),
        Listing(2, arxiv_id=A.value, openreview_id="WbWtOYIzIK"),
    )
    assert rows(store, "SELECT id, title FROM papers") == [(NUMBER_A, "T")]
    assert store.rebuild() == 0
    assert rows(store, "SELECT id, title FROM papers") == [(NUMBER_A, "T")]


def test_uniting_keeps_all_that_was_known_of_both(store):
    add(store, Listing(1, corpus_id=5, title="Listed"))
    five = Key("corpus", "5")
    found = Record(tldr="Short.", citation_count=4, identifiers=(five,), authors=(Author("N"),))
    save(store, "s2", "record", Found(five, found))
    save(
        store, "s2", "citations", Links(five, "citations", (neighbour(8),), (Unlinked(2, "?", 1),))
    )
    save(store, "s2", "embedding", Vector(five, Embedding("m", b"1234")))
    add(store, Listing(1, arxiv_id=B.value), collection="b")
    linked = structs.replace(neighbour(5, A.value), contexts=(("As in [1].", ("background",)),))
    save(store, "s2", "references", Links(B, "references", (linked,)))
    assert rows(
        store, "SELECT id, title, tldr, citation_count FROM papers WHERE corpus_id = 5"
    ) == [(NUMBER_A, "Listed", "Short.", 4)]
    assert rows(store, "SELECT citing, cited FROM citations ORDER BY 1") == [
        (NUMBER_B, NUMBER_A),
        (10**12 + 8, NUMBER_A),
    ]
    for table in ("authorships", "embeddings", "unlinked_references", "listed", "fetches"):
        assert (NUMBER_A,) in rows(store, f"SELECT paper FROM {table}")
    assert rows(store, "SELECT cited, context FROM citation_contexts") == [(NUMBER_A, "As in [1].")]
    assert rows(store, "SELECT paper, other FROM sightings ORDER BY 1") == [
        (NUMBER_A, 10**12 + 8),
        (NUMBER_B, NUMBER_A),
    ]


def test_what_a_source_no_longer_says_is_gone(store):
    add(store, Listing(1, arxiv_id=A.value))
    save(store, "s2", "record", Found(A, s2_record(A.value, 5, tldr="Short.", venue="V")))
    save(store, "s2", "record", Found(A, s2_record(A.value, 5, venue="V")))
    assert rows(store, "SELECT tldr, venue FROM papers") == [(None, "V")]
    two = structs.replace(neighbour(8), contexts=(("One.", ()), ("Two.", ())))
    save(store, "s2", "reference_contexts", Links(A, "references", (two,)))
    save(
        store,
        "s2",
        "reference_contexts",
        Links(A, "references", (structs.replace(two, contexts=(("Three.", ()),)),)),
    )
    assert rows(store, "SELECT context FROM citation_contexts") == [("Three.",)]


def test_a_mention_is_the_last_word_on_a_neighbour_and_the_least_on_a_listed_paper(store):
    add(store, Listing(1, arxiv_id=A.value))
    save(store, "s2", "record", Found(A, s2_record(A.value, 1)))
    first = structs.replace(neighbour(7, B.value, "First"), doi="10.1/x")
    save(store, "s2", "references", Links(A, "references", (first,)))
    second = save(
        store, "s2", "citations", Links(A, "citations", (neighbour(7, B.value, "Second"),))
    )
    query = "SELECT field, value, answer FROM provenance WHERE paper = 231002980 AND chosen"
    assert ("title", "Second", second) in rows(store, query)
    assert rows(store, "SELECT title, doi FROM papers WHERE arxiv_id = '2310.02980'") == [
        ("Second", None)
    ]
    add(store, Listing(1, arxiv_id=B.value), collection="b")
    assert ("title", "Second", second) in rows(store, query)
    save(store, "arxiv", "record", Found(B, Record(title="Own", identifiers=(B,))))
    save(store, "s2", "references", Links(A, "references", (neighbour(7, B.value, "Third"),)))
    assert rows(store, "SELECT title, corpus_id FROM papers WHERE arxiv_id = '2310.02980'") == [
        ("Own", 7)
    ]


def test_a_rebuild_ends_with_the_same_content(store):
    """Also where a neighbour was listed later, a fetch failed, and a list was read again."""
    told: dict[int, list[Outcome]] = {}

    def say(source: str, part: str, *outcomes: Outcome) -> None:
        told[save(store, source, part, *outcomes)] = list(outcomes)

    add(store, Listing(1, arxiv_id=A.value, title="A"), Listing(2, openreview_id="WbWtOYIzIK"))
    say("s2", "record", Found(A, s2_record(A.value, 1, tldr="Short.")))
    say("s2", "references", Links(A, "references", (neighbour(7, None, "First"), neighbour(8))))
    say("s2", "references", Links(A, "references", (neighbour(7, B.value, "Second"),)))
    add(store, Listing(1, corpus_id=7), collection="b")
    say("arxiv", "record", Found(A, Record(title="arXiv", identifiers=(A,))), Absent(B, "unknown"))
    store.fail("s2", "citations", [Want(A)], "timed out", AT)
    store.fail("s2", "citations", [Want(A)], "reset", AT)
    before = content(store)
    numbers = iter(sorted(told))
    store._read = lambda answer: told[next(numbers)]
    assert store.rebuild() == len(told)
    assert content(store) == before


def content(store: Store) -> dict[str, list[tuple[object, ...]]]:
    tables = (
        "papers", "identifiers", "records", "listed", "authors", "authorships", "categories",
        "citations", "sightings", "unlinked_references", "fetches",
    )  # fmt: skip
    assert rows(store, "PRAGMA foreign_key_check") == []
    return {table: sorted(rows(store, f"SELECT * FROM {table}"), key=repr) for table in tables}


def test_author_names_do_not_depend_on_who_answers_first(tmp_path):
    by_arxiv = Found(A, Record(identifiers=(A,), authors=(Author("Andriy Mnih"), Author("B. C."))))
    by_s2 = Found(
        A, s2_record(A.value, 5, authors=(Author("A. Mnih", "17"), Author("B. C.", "18")))
    )
    other = Found(B, s2_record(B.value, 6, authors=(Author("A. Mnih", "17"),)))
    steps = [("arxiv", by_arxiv), ("s2", by_s2), ("s2", other)]
    seen = set()
    for number, order in enumerate(itertools.permutations(steps)):
        store = new_store(tmp_path / f"{number}.db")
        add(store, Listing(1, arxiv_id=A.value), Listing(2, arxiv_id=B.value))
        for source, outcome in order:
            save(store, source, "record", outcome)
        seen.add(tuple(rows(store, "SELECT id, name FROM authors ORDER BY id")))
        store.close()
    assert seen == {((17, "Andriy Mnih"), (18, "B. C."))}


def test_a_failed_page_goes_on_where_it_was(store):
    add(store, Listing(1, arxiv_id=A.value))
    save(store, "s2", "record", Found(A, s2_record(A.value, 1)))
    packed = Part("references", ("corpus",), needs="record", direction="references")
    paged = replace(packed, paged=True)
    save(store, "s2", "references", Links(A, "references", (neighbour(11),), resume_at=1000))
    store.fail("s2", "references", [Want(A)], "timed out", AT)
    assert store.find_wants("s2", packed) == []
    assert [want.offset for want in store.find_wants("s2", paged)] == [1000]


def test_a_replaced_file_is_noticed(tmp_path):
    store = new_store(tmp_path / "p.db")
    (tmp_path / "p.db").unlink()
    with pytest.raises(DatabaseError, match="removed or replaced"):
        add(store, Listing(1, arxiv_id=A.value))
    store.close()


def test_corrected_lines_are_forgotten(store):
    line = Unusable(3, "no id", "x")
    store.add_list("list", "list.csv", [Listing(1, arxiv_id=A.value)], [line, line], AT)
    assert rows(store, "SELECT line, reason FROM unusable_lines") == [(3, "no id"), (3, "no id")]
    added = store.add_list("list", "list.csv", [Listing(1, arxiv_id=B.value)], [], AT)
    assert rows(store, "SELECT * FROM unusable_lines") == []
    assert (added.papers, added.missing) == (1, 1)


def test_arxiv_is_believed_before_s2_before_the_list_and_it_can_be_told(store):
    add(store, Listing(1, arxiv_id=A.value, title="Listed", abstract="Listed", venue="Listed"))
    save(
        store, "s2", "record", Found(A, s2_record(A.value, 5, title="S2", abstract="S2", year=2023))
    )
    save(store, "arxiv", "record", Found(A, Record(title="arXiv", identifiers=(A,))))
    assert rows(store, "SELECT title, abstract, venue, year FROM papers") == [
        ("arXiv", "S2", "Listed", 2023)
    ]
    chosen = dict(
        rows(store, "SELECT field, source FROM provenance WHERE chosen AND field <> 'authors'")
    )
    assert chosen["title"] == "arxiv"
    assert (chosen["abstract"], chosen["venue"], chosen["corpus_id"]) == ("s2", "list", "s2")


def test_authors_are_named_by_arxiv_and_identified_by_s2(store):
    add(store, Listing(1, arxiv_id=A.value))
    by_arxiv = (Author("Andriy Mnih", affiliation="UCL"), Author("Karol Gregor"))
    by_s2 = (Author("A. Mnih", "1714004"), Author("Karol Gregor", "144717963"))
    save(store, "arxiv", "record", Found(A, Record(authors=by_arxiv, identifiers=(A,))))
    save(store, "s2", "record", Found(A, s2_record(A.value, 5, authors=by_s2)))
    assert rows(store, "SELECT position, author, name, affiliation FROM authorships") == [
        (1, 1714004, "Andriy Mnih", "UCL"),
        (2, 144717963, "Karol Gregor", None),
    ]


def test_links_are_unique_both_ways_and_never_to_oneself(store):
    add(store, Listing(1, arxiv_id=A.value), Listing(2, arxiv_id=B.value))
    save(store, "s2", "record", Found(A, s2_record(A.value, 1)), Found(B, s2_record(B.value, 2)))
    to_b = neighbour(2, B.value)
    page = Links(
        A,
        "references",
        (to_b, to_b, neighbour(1, A.value), neighbour(9)),
        (Unlinked(5, "?", None),),
    )
    save(store, "s2", "references", page, expected=5)
    save(store, "s2", "citations", Links(B, "citations", (neighbour(1, A.value),)), expected=1)
    assert rows(
        store, "SELECT citing, cited, seen_in_references, seen_in_citations FROM citations"
    ) == [(NUMBER_A, NUMBER_B, 1, 1), (NUMBER_A, 10**12 + 9, 1, 0)]
    assert rows(
        store, "SELECT expected, received, unlinked FROM fetches WHERE part = 'references'"
    ) == [(5, 2, 1)]
    assert rows(store, "SELECT title FROM unlinked_references") == [("?",)]
    assert rows(store, "SELECT count(*) FROM papers") == [(3,)]


def test_a_list_in_pages_adds_up_and_a_new_round_replaces_the_old(store):
    add(store, Listing(1, arxiv_id=A.value))
    save(store, "s2", "record", Found(A, s2_record(A.value, 1)))
    part = Part("references", ("corpus",), needs="record", paged=True)
    save(store, "s2", "references", Links(A, "references", (neighbour(11),), resume_at=1))
    assert store.find_wants("s2", part) == [
        Want(Key("corpus", "1"), None, 1, (A, Key("corpus", "1"), Key("s2", "sha1")))
    ]
    save(store, "s2", "references", Links(A, "references", (neighbour(12),), offset=1))
    assert store.find_wants("s2", part) == []
    assert rows(store, "SELECT received, state FROM fetches WHERE part = 'references'") == [
        (2, "found")
    ]
    save(store, "s2", "references", Links(A, "references", (neighbour(12),)))
    assert rows(store, "SELECT cited FROM citations") == [(10**12 + 12,)]


def test_what_is_wanted(store):
    add(store, Listing(1, arxiv_id=A.value), Listing(2, arxiv_id=B.value), Listing(3, title="?"))
    record = Part("record", ("arxiv",))
    assert [want.key for want in store.find_wants("arxiv", record)] == [A, B]
    save(store, "arxiv", "record", Found(A, Record(identifiers=(A,))), Absent(B, "unknown"))
    assert store.find_wants("arxiv", record) == []
    assert [w.key for w in store.find_wants("arxiv", record, "2027")] == [A, B]
    store.fail("arxiv", "record", [Want(B)], "timed out", AT)
    store.fail("arxiv", "record", [Want(B)], "reset", AT)
    assert [want.key for want in store.find_wants("arxiv", record)] == [B]
    assert rows(store, "SELECT reason, tries FROM problems WHERE state = 'failed'") == [
        ("reset", 2)
    ]


def test_an_answer_that_cannot_be_stored_whole_is_not_stored_at_all(store):
    add(store, Listing(1, arxiv_id=A.value))
    bad = Found(A, Record(title="x", year="not a year", identifiers=(A,)))  # type: ignore[arg-type]
    with pytest.raises(Exception, match="year"):
        save(store, "arxiv", "record", bad)
    assert rows(store, "SELECT count(*) FROM answers") == [(0,)]
    assert rows(store, "SELECT count(*) FROM fetches") == [(0,)]


def test_search_follows_every_change_of_a_paper(store):
    def found(word: str) -> list[tuple[object, ...]]:
        return rows(store, f"SELECT rowid FROM papers_fts WHERE papers_fts MATCH '{word}'")

    add(store, Listing(1, openreview_id="WbWtOYIzIK", title="Unplugged cards"))
    assert len(found("cards")) == 1
    add(store, Listing(1, openreview_id="WbWtOYIzIK", title="Unplugged cards", arxiv_id=A.value))
    assert found("cards") == [(NUMBER_A,)]
    save(store, "arxiv", "record", Found(A, Record(title="Renamed", identifiers=(A,))))
    assert found("cards") == []
    assert found("renamed") == [(NUMBER_A,)]
    store._connection.execute("INSERT INTO papers_fts(papers_fts) VALUES ('integrity-check')")


def test_the_order_of_answers_changes_nothing(tmp_path):
    """Answers of a small conference in several orders leave the same rows."""
    draw = random.Random(5)
    keys = [Key("arxiv", f"2401.{n:05}") for n in range(1, 9)]
    outcomes: list[tuple[str, str, Outcome]] = []
    for n, key in enumerate(keys, 1):
        outcomes += [
            ("arxiv", "record", Found(key, Record(title=f"arXiv {n}", identifiers=(key,)))),
            ("s2", "record", Found(key, s2_record(key.value, n, title=f"S2 {n}", venue="V"))),
        ]
        for part in ("references", "citations"):
            ends = draw.sample(range(1, 30), 6)
            linked = tuple(neighbour(e, keys[e - 1].value if e < 9 else None) for e in ends)
            outcomes.append(("s2", part, Links(key, part, linked)))
    contents = set()
    for number in range(5):
        store = new_store(tmp_path / f"{number}.db")
        add(store, *(Listing(n, arxiv_id=key.value) for n, key in enumerate(keys, 1)))
        for source, part, outcome in outcomes:
            save(store, source, part, outcome)
        contents.add(
            tuple(
                tuple(rows(store, query))
                for query in (
                    "SELECT id, title, year, venue, arxiv_id, corpus_id FROM papers",
                    "SELECT citing, cited, seen_in_references, seen_in_citations FROM citations",
                    "SELECT * FROM identifiers",
                )
            )
        )
        store.close()
        draw.shuffle(outcomes)
    assert len(contents) == 1
