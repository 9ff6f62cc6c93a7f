"""The questions about networks, over papers whose links are known by hand; how they are asked."""

import csv
import io
import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from made_networks import made

import graph
from db.database import open_readonly
from db.network_tables import put_table
from db.queries import MissingTableError, ask, queries
from enrich.commands.ask import command
from graph.tables import TABLES, among_strongest

ROOT = Path(__file__).parents[1]

# Two groups, 1 2 3 and 4 5 6, in each of which all cite each other's earlier ones; 3 cites 4.
# The outsiders 91 and 92 cite both 1 and 4, 93 only 1 and 2. 7 is listed and has no link.
LINKS = [(2, 1), (3, 1), (3, 2), (5, 4), (6, 4), (6, 5), (3, 4)]
LINKS += [(91, 1), (91, 4), (92, 1), (92, 4), (93, 1), (93, 2)]
AUTHORS = {1: [11], 4: [11, 12], 2: [12], 3: [12]}
DECISIONS = {1: "oral", 2: "poster", 3: "poster", 4: "oral", 5: "poster", 6: "poster", 7: None}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return made(tmp_path / "p.db", DECISIONS, LINKS, authors=AUTHORS)


def answer(path: Path, name: str, *columns: str, **given: object) -> list[tuple[object, ...]]:
    with closing(open_readonly(path)) as connection:
        for needed in queries()[name].needs:
            put_table(connection, needed, TABLES[needed](path))
        result = ask(connection, name, **given)
    places = [result.columns.index(column) for column in columns]
    return [tuple(row[place] for place in places) for row in result.rows]


def test_the_shortest_path_follows_citations_one_way(path: Path) -> None:
    way = answer(path, "shortest_path", "step", "paper", **{"from": 3, "to": 1})
    assert way == [(0, 3), (1, 1)]
    assert answer(path, "shortest_path", "paper", **{"from": 3, "to": 3}) == [(3,)]
    ((step, text),) = answer(path, "shortest_path", "step", "title", **{"from": 1, "to": 3})
    assert step is None
    assert str(text).startswith("No citations")
    ((text,),) = answer(path, "shortest_path", "title", **{"from": 1, "to": 77})
    assert text == "There is no such paper here: 77"


def test_of_paths_as_short_the_same_is_shown(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", range(1, 6), [(5, 3), (5, 2), (3, 1), (2, 1), (1, 5)])
    assert answer(path, "shortest_path", "paper", **{"from": 5, "to": 1}) == [(5,), (2,), (1,)]


def test_pairs_cited_together_by_hand(path: Path) -> None:
    wanted = ("paper", "other", "cited_together_by", "cosine")
    # 3 cites both, too; 1 is cited by 2 3 91 92 93, 4 by 3 5 6 91 92.
    assert answer(path, "cited_together", *wanted) == [
        (1, 4, 3, 0.6),
        (1, 2, 2, pytest.approx(2 / 10**0.5, abs=1e-6)),
    ]
    assert answer(path, "cited_together", "paper", "other", paper=4) == [(4, 1)]
    assert answer(path, "cited_together", *wanted, at_least=4) == []


def test_twins_share_and_do_not_cite(path: Path) -> None:
    wanted = ("paper", "other", "shared")
    assert answer(path, "twins", *wanted, at_least=1) == [(3, 5, 1), (3, 6, 1)]
    assert answer(path, "twins", *wanted, kind=" Cocitation ") == [(1, 4, 3)]


def test_of_each_paper_the_strongest_ties_are_kept(tmp_path: Path) -> None:
    # 1 and 2 share three references, 2 and 3 two, 1 and 3 and 3 and 4 one.
    references = {1: (11, 12, 13), 2: (11, 12, 13, 14), 3: (12, 14, 15), 4: (15,)}
    links = [(citing, cited) for citing, all_ in references.items() for cited in all_]
    network = graph.network(made(tmp_path / "p.db", list(references), links), "coupling")
    shared = {(s + 1, t + 1): n for s, t, n in zip(
        network.source.tolist(), network.target.tolist(),
        network.edge_column("shared").cells(), strict=True,
    )}  # fmt: skip
    assert shared == {(1, 2): 3, (1, 3): 1, (2, 3): 2, (3, 4): 1}
    kept = among_strongest(network, 1)
    # That of 1 is that of 2; 3 has its strongest with 2, 4 has one alone.
    assert [pair for pair, is_kept in zip(shared, kept, strict=True) if is_kept] == [
        (1, 2),
        (2, 3),
        (3, 4),
    ]


def test_a_bridge_reaches_the_other_community(path: Path) -> None:
    wanted = ("paper", "communities_reached", "links", "participation")
    # Of the three links of 3 one leaves its community, of the three of 4 likewise.
    assert answer(path, "bridges", *wanted) == [
        (3, 2, 3, pytest.approx(1 - 5 / 9, abs=1e-3)),
        (4, 2, 3, pytest.approx(1 - 5 / 9, abs=1e-3)),
    ]


def test_links_both_ways_are_one_to_a_bridge(tmp_path: Path) -> None:
    mutual = made(tmp_path / "p.db", DECISIONS, [*LINKS, (1, 3)])
    wanted = ("paper", "links", "participation")
    assert answer(mutual, "bridges", *wanted) == [(3, 3, 0.444), (4, 3, 0.444)]


def test_the_share_is_of_the_papers_whose_references_are_known(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", [1, 2, 3, 4], [(1, 11), (2, 11), (3, 12), (11, 12)])
    assert answer(path, "built_on", "paper", "cited_by_listed", "share") == [(11, 2, 66.7)]


def test_citations_between_decisions_sum_to_all_among_the_listed(path: Path) -> None:
    wanted = ("citing_decision", "cited_decision", "citations", "expected_by_chance")
    # 7 citations, all from posters; 5 of them to orals.
    assert answer(path, "decision_flow", *wanted) == [
        ("poster", "oral", 5, 5.0),
        ("poster", "poster", 2, 2.0),
    ]


def test_citations_that_chance_would_give_and_nobody_made_are_told(tmp_path: Path) -> None:
    decisions = {1: "oral", 2: "poster", 3: "poster", 4: "oral", 5: "reject"}
    path = made(tmp_path / "p.db", decisions, [(4, 1), (3, 2)])
    wanted = ("citing_decision", "cited_decision", "citations", "expected_by_chance")
    assert answer(path, "decision_flow", *wanted) == [
        ("oral", "oral", 1, 0.5),
        ("poster", "poster", 1, 0.5),
        ("oral", "poster", 0, 0.5),
        ("poster", "oral", 0, 0.5),
    ]
    assert answer(made(tmp_path / "q.db", decisions), "decision_flow", *wanted) == []


def test_authors_across_topics_by_hand(path: Path) -> None:
    wanted = ("author", "communities", "papers_in_communities")
    assert answer(path, "authors_across_topics", *wanted) == [
        (12, 2, 3),
        (11, 2, 2),
    ]


def test_what_changed_since_a_run_that_is_not_here_is_said(path: Path) -> None:
    ((what,),) = answer(path, "changed_since", "what", run=9)
    assert what == "There is no such run here: 9"


def test_a_table_that_nobody_made_is_asked_for(path: Path) -> None:
    with closing(open_readonly(path)) as connection, pytest.raises(MissingTableError, match="ties"):
        ask(connection, "twins")


def run(path: Path, *arguments: str) -> Result:
    return CliRunner().invoke(command, [*arguments, "--db", str(path)], standalone_mode=False)


def test_the_command_answers_as_table_json_and_csv(path: Path) -> None:
    asked = ("most_cited", "limit=1")
    table = run(path, *asked)
    assert "Paper 4" in table.stdout
    assert "Most cited inside the list: 1 row, as of" in table.stderr
    told = json.loads(run(path, *asked, "--json").stdout)
    assert told["format"] == "citeweave/ask/1"
    assert [row["paper"] for row in told["rows"]] == [4]
    rows = list(csv.DictReader(io.StringIO(run(path, *asked, "--csv").stdout)))
    assert [(row["paper"], row["cited_by_listed"]) for row in rows] == [("4", "3")]
    assert run(path, "shortest_path", "3", "1", "--json").stdout.count('"step"') == 2


def test_without_a_name_it_lists_what_stands_for_itself(path: Path) -> None:
    listed = run(path).stdout
    for query in queries().values():
        assert (f"{query.name}: {query.title}" in listed) != query.is_detail
    # Those of pages can be asked all the same.
    assert run(path, "authors_of", "4", "--csv").stdout.count("\n") == 3
    assert "kind=coupling|cocitation  " in listed
    told = {each["name"]: each for each in json.loads(run(path, "--json").stdout)["queries"]}
    assert told.keys() == {name for name, query in queries().items() if not query.is_detail}
    assert told["twins"]["choices"] == {"kind": ["coupling", "cocitation"]}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("most_cted",), "Did you mean most_cited?"),
        (("most_cited", "size=3"), "has no parameter 'size'; it has: collection, limit"),
        (("most_cited", "limit=many"), "'many' is no whole number"),
        (("contents", "3"), "one value too many"),
        (("most_cited", "collection=none"), "has no collection 'none'; there is: list"),
        (("most_cited", "limit=٣"), "'٣' is no whole number"),
        (("papers_citing",), "is not asked without paper="),
        (("shortest_path", "from=1", "to= "), "is not asked without to="),
        (("papers_citing", "nonsense"), "has no paper 'nonsense'"),
        (("twins", "paper=nonsense"), "has no paper 'nonsense'"),
        (("twins", "kind=citation"), "'citation' is no kind of 'twins'; there is: coupling, co"),
        (("problems_with_reasons", "state=lost"), "there is: failed, absent, unresolved"),
    ],
)
def test_a_mistake_is_told(path: Path, arguments: tuple[str, ...], told: str) -> None:
    assert told in str(run(path, *arguments).exception)


@pytest.mark.parametrize("columns", [20, 40, 60, 80, 100, 140])
@pytest.mark.parametrize("name", ["contents", "most_cited", "coverage", "built_on"])
def test_no_terminal_is_too_narrow_for_a_number(
    path: Path, name: str, columns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE papers SET citation_count = 1234567 + id")
        connection.execute("UPDATE fetches SET expected = 7654321")
    numbers = {
        str(cell)
        for row in json.loads(run(path, name, "--json").stdout)["rows"]
        for cell in row.values()
        if isinstance(cell, int | float)
    }
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", str(columns))
    shown = run(path, name).stdout
    assert numbers <= set(re.findall(r"[\d.]+", re.sub(r"\x1b\[[\d;]*m", "", shown)))


def asked_outside(path: Path, *arguments: str, **more: Any) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "enrich", "ask", *arguments, "--db", str(path)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen(command, cwd=ROOT, **pipes, **more)


@pytest.mark.parametrize("form", [(), ("--csv",), ("--json",)])
def test_a_reader_that_goes_away_is_no_failure(path: Path, form: tuple[str, ...]) -> None:
    with asked_outside(path, "most_cited", *form) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert b"Traceback" not in process.stderr.read()
    assert process.returncode == 0


def test_a_title_comes_through_whatever_the_code_page(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE papers SET title = 'שלום 日本'")
    for form in ((), ("--csv",), ("--json",)):
        environment = {**os.environ, "PYTHONIOENCODING": "cp1252"}
        with asked_outside(path, "most_cited", *form, env=environment) as process:
            told, _ = process.communicate()
        assert "שלום 日本" in told.decode()


def test_a_formula_in_a_title_does_not_run_in_a_spreadsheet(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE papers SET title = '=1+1' WHERE id = 4")
    assert "'=1+1" in run(path, "most_cited", "--csv").stdout
    assert '"=1+1"' in run(path, "most_cited", "--json").stdout
