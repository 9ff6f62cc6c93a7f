"""The named questions, over a database small enough to answer them by hand."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from browsed_database import ALPHA, BETA, GAMMA, OUTSIDE, browsed_database

from db.coverage import UnusableLine, count_listed, find_unusable, measure_coverage
from db.database import open_database, open_readonly
from db.functions import register
from db.network_tables import put_table
from db.queries import Parameter, Query, UnknownQueryError, ask, parse, queries
from graph.tables import TABLES


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    path = browsed_database(tmp_path_factory.mktemp("q") / "p.db")
    with closing(open_readonly(path)) as opened:
        for name, make in TABLES.items():
            put_table(opened, name, make(path))
        yield opened


def columns_of(
    connection: sqlite3.Connection, name: str, *wanted: str, **given: object
) -> list[tuple[object, ...]]:
    answer = ask(connection, name, **given)
    places = [answer.columns.index(column) for column in wanted]
    return [tuple(row[place] for place in places) for row in answer.rows]


def test_a_file_says_its_title_description_and_parameters() -> None:
    text = (
        "-- Title\n--\n-- What it\n-- does.\n--\n-- :n = 5  How many\n-- :who  A name\n"
        "-- :by = day|year  How fine\n-- :in = |b|c  Where\nSELECT :n\n"
    )
    query = parse("one", text)
    assert query == Query(
        "one",
        "Title",
        "What it does.",
        (
            Parameter("n", "How many", "5"),
            Parameter("who", "A name"),
            Parameter("by", "How fine", "day", ("day", "year")),
            Parameter("in", "Where", "", ("", "b", "c")),
        ),
        "SELECT :n",
    )
    assert not query.is_housekeeping
    assert queries()["coverage"].is_housekeeping
    assert "about:" not in queries()["coverage"].description
    assert query.sql_with_defaults == "SELECT coalesce(nullif(:n, ''), '5')"


def test_counts_inside_the_list_leave_out_what_is_outside(connection: sqlite3.Connection) -> None:
    wanted = ("paper", "cited_by_listed", "decision")
    expected = [(BETA, 2, "Poster"), (ALPHA, 1, "Oral")]
    assert columns_of(connection, "most_cited", *wanted) == expected
    assert columns_of(connection, "most_cited", *wanted, limit=1) == expected[:1]
    assert columns_of(connection, "most_cited", *wanted, collection="iclr") == expected
    assert columns_of(connection, "most_cited", *wanted, collection="other") == []


def test_what_all_build_on_is_outside_the_list(connection: sqlite3.Connection) -> None:
    wanted = ("paper", "cited_by_listed", "share")
    # Three listed papers have references; two of them cite it.
    assert columns_of(connection, "built_on", *wanted) == [(OUTSIDE, 2, 66.7)]
    assert columns_of(connection, "built_on", *wanted, at_least=3) == []


@pytest.mark.parametrize(
    "given",
    [
        "2310.00002",
        " arXiv:2310.00002v3 ",
        "https://arxiv.org/pdf/2310.00002v1.pdf",
        "10.48550/arXiv.2310.00002",
        str(BETA),
    ],
)
def test_citing_papers_are_found_by_any_identifier(
    connection: sqlite3.Connection, given: str
) -> None:
    cited_by = columns_of(
        connection, "papers_citing", "paper", "seen_in_references", "seen_in_citations", paper=given
    )
    assert cited_by == [(ALPHA, 1, 1), (GAMMA, 0, 1)]


def test_other_identifiers_find_papers_too(tmp_path: Path) -> None:
    sha = "0123456789abcdef0123456789abcdef01234567"
    with closing(sqlite3.connect(browsed_database(tmp_path / "p.db"))) as connection:
        connection.execute(
            "UPDATE papers SET doi = '10.1000/x', s2_paper_id = ?, openreview_id = 'abcDEF123' "
            "WHERE id = ?",
            (sha, OUTSIDE),
        )
        for given in (
            "https://doi.org/10.1000/X",
            "doi: 10.1000/x",
            "https://www.semanticscholar.org/paper/Some-title/" + sha,
            "CorpusId:7",
            "https://openreview.net/forum?id=abcDEF123",
            "abcDEF123",
        ):
            citing = columns_of(connection, "papers_citing", "paper", paper=given)
            assert citing == [(ALPHA,), (BETA,)], given


@pytest.mark.parametrize(
    "name", ["papers_citing", "references_of", "where_from", "cited_together", "twins"]
)
def test_a_paper_that_is_not_here_is_said(connection: sqlite3.Connection, name: str) -> None:
    assert ask(connection, name, paper="").rows == ()
    for given in (f"{BETA}x", "2310.09999", "2310"):
        (row,) = ask(connection, name, paper=given).rows
        assert f"There is no such paper here: {given}" in row
    assert columns_of(connection, "references_of", "paper", paper="10.1/A")[0] == (BETA,)


def test_references_end_with_those_that_lead_nowhere(connection: sqlite3.Connection) -> None:
    references = columns_of(connection, "references_of", "paper", "title", paper=ALPHA)
    assert [paper for paper, _ in references] == [BETA, OUTSIDE, None]
    assert references[-1] == (None, "A lost book")


def test_coverage_accounts_for_every_listed_paper(connection: sqlite3.Connection) -> None:
    answer = ask(connection, "coverage")
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    for row in rows:
        states = ("found", "incomplete", "absent", "failed", "not_asked")
        assert row["listed"] == sum(row[state] for state in states)
    by_place = {(row["part"], row["decision"]): row for row in rows}
    assert (
        by_place["record", "Poster"] | {"absent": 1, "not_asked": 1, "unresolved": 1}
        == (by_place["record", "Poster"])
    )
    oral = by_place["references", "Oral"]
    links = ("links_expected", "links_received", "links_unlinked")
    assert [oral[column] for column in links] == [4, 3, 1]
    assert by_place["references", "Poster"]["links_expected"] is None, "not known is not zero"
    assert (by_place["record", "(all)"]["listed"], by_place["record", "(all)"]["found"]) == (3, 1)


def test_a_paper_in_two_collections_counts_once(tmp_path: Path) -> None:
    with closing(sqlite3.connect(browsed_database(tmp_path / "p.db"))) as connection:
        connection.execute("INSERT INTO collections VALUES (2, 'again')")
        connection.execute(
            "INSERT INTO listed SELECT 2, paper, key, 'reject', title, abstract, listing, given, "
            "file, line, listed_at, words_changed_after FROM listed WHERE paper <> ?",
            (GAMMA,),
        )
        coverage = [c for c in measure_coverage(connection, None) if c.part == "record"]
        assert {c.decision: c.listed for c in coverage} == {"reject": 2, "Poster": 1, "(all)": 3}
        assert coverage[-1].is_total
        listed = count_listed(connection)
        assert (listed.collections, listed.different, listed.in_several) == (
            {"again": 2, "iclr": 3},
            3,
            2,
        )
        assert listed.unresolved == 1
        decisions = columns_of(connection, "most_cited", "paper", "decision")
        assert decisions == [(BETA, "reject"), (ALPHA, "reject")]
        one = columns_of(connection, "most_cited", "decision", collection="iclr")
        assert one == [("Poster",), ("Oral",)]


def test_parts_that_were_never_asked_are_told_of(connection: sqlite3.Connection) -> None:
    parts = [("arxiv", "record"), ("s2", "citations")]
    coverage = measure_coverage(connection, None, parts)
    assert list(dict.fromkeys((c.source, c.part) for c in coverage)) == [
        *parts,
        ("arxiv", "references"),
    ]
    never = [c for c in coverage if c.source == "s2"]
    assert [(c.decision, c.listed, c.not_asked, c.found) for c in never] == [
        ("Oral", 1, 1, 0),
        ("Poster", 2, 2, 0),
        ("(all)", 3, 3, 0),
    ]
    assert never[-1].links_expected is None


def test_lines_that_could_not_be_used_are_told_of(connection: sqlite3.Connection) -> None:
    assert find_unusable(connection) == [UnusableLine("iclr", "list.csv", 9, "no title", "?")]
    assert find_unusable(connection, "other") == []


def test_problems_have_their_reason(connection: sqlite3.Connection) -> None:
    assert columns_of(connection, "problems_with_reasons", "paper", "state", "reason") == [
        (BETA, "absent", "withdrawn"),
        (GAMMA, "unresolved", "waits for review"),
    ]
    for given in ({"state": "absent"}, {"source": "arxiv"}):
        chosen = columns_of(connection, "problems_with_reasons", "paper", **given)
        assert chosen == [(BETA,)]
    assert columns_of(connection, "without_identifier", "paper", "line") == [(GAMMA, 4)]


def test_authors_runs_and_origins(connection: sqlite3.Connection) -> None:
    wanted = ("author", "listed_papers", "citations_to_them")
    assert columns_of(connection, "productive_authors", *wanted) == [(1, 2, 14)]
    assert len(columns_of(connection, "productive_authors", *wanted, at_least=1)) == 2
    runs = columns_of(connection, "last_runs", "run", "seconds", "requests", "retries", "refusals")
    assert runs == [(1, 2.5, 4, 1, 1)]
    origins = columns_of(connection, "where_from", "value", "source", "chosen", paper=ALPHA)
    assert origins == [("Alpha what? A C++ study", "arXiv", 1), ("Alpha", "The list", 0)]


def test_ids_that_lead_to_a_paper_of_another_title_are_shown(tmp_path: Path) -> None:
    def shown(title: str, key: str) -> list[tuple[object, ...]]:
        with closing(open_database(path)) as connection, connection:
            connection.execute("UPDATE listed SET title = ?, key = ? WHERE line = 2", (title, key))
            return columns_of(connection, "other_titles", "paper", "title_in_the_list", "likeness")

    path = browsed_database(tmp_path / "p.db")
    another = "Gradient descent for the impatient"
    ((paper, title, likeness),) = shown(another, "arxiv:2310.00001")
    assert (paper, title) == (ALPHA, another)
    assert isinstance(likeness, float)
    assert likeness < 60
    assert shown("A Study of C++: Alpha, what", "arxiv:2310.00001") == [], "the same words"
    assert shown("", "arxiv:2310.00001") == [], "no title is no other title"
    assert shown(another, "text:3f") == [], "what was looked for is judged elsewhere"


def test_what_cannot_be_asked_is_said(connection: sqlite3.Connection) -> None:
    with pytest.raises(UnknownQueryError, match=r"there are: .*most_cited"):
        ask(connection, "best_paper")
    with pytest.raises(UnknownQueryError, match="has no parameter 'size'; it has: collection"):
        ask(connection, "most_cited", size=3)
    with pytest.raises(
        UnknownQueryError, match=r"'lost' is no state .* failed, absent, unresolved"
    ):
        ask(connection, "problems_with_reasons", state="lost")


@pytest.mark.parametrize("name", [name for name in queries() if name != "contents"])
def test_no_question_reads_all_links_or_papers(connection: sqlite3.Connection, name: str) -> None:
    query = queries()[name]
    register(connection)
    for sql in (query.sql, query.sql_with_defaults):
        values = {parameter.name: "1" for parameter in query.parameters}
        steps = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}", values)]
        large = ("citations", "papers", "authorships", "identifiers", "unlinked_references")
        assert not [
            step for step in steps if step.split()[0] == "SCAN" and step.split()[1] in large
        ]


def test_every_file_is_documented() -> None:
    for path in (Path(__file__).parents[1] / "db" / "queries").glob("*.sql"):
        query = queries()[path.stem]
        assert query.title
        assert query.description.endswith(".")
        assert {f":{p.name}" for p in query.parameters} == {
            word.rstrip(",)") for word in query.sql.replace("(", " ").split() if word[0] == ":"
        }
