"""What lies behind an edge, and the command that tells it."""

import contextlib
import io
import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner
from made_database import ARXIV, NUMBERS, five_papers
from made_networks import made

import graph
from enrich.cli import citeweave, run
from enrich.errors import BadInput


def test_every_edge_is_made_of_the_papers_that_explain_it(tmp_path: Path) -> None:
    links = [(c, r) for c in (1, 2, 3, 4) for r in range(11, 20) if (c * r) % 3]
    links += [(r + 10, c) for c, r in links]
    authors = {paper: [paper % 3 + 1, 9, paper % 2 + 20] for paper in (1, 2, 3, 4)}
    days = {paper: f"{2000 + paper}-01-01" for paper in range(1, 30)}
    path = made(tmp_path / "p.db", [1, 2, 3, 4], links, authors=authors, published=days)
    for kind in ("coupling", "cocitation", "coauthor"):
        for wishes in ({}, {"as_of": "2025-06-01"} if kind == "cocitation" else {}):
            network = graph.network(path, kind, **wishes)
            assert network.edge_count
            for source, target, weight in zip(
                network.source.tolist(), network.target.tolist(), network.weight, strict=True
            ):
                one, other = (
                    network.keys[node].removeprefix("paper-") for node in (source, target)
                )
                told = graph.explain(path, one, other, kind, **wishes)
                assert len(told.papers) == weight
                if kind == "coupling":
                    shared = {r for c, r in links if c == int(one)}
                    shared &= {r for c, r in links if c == int(other)}
                    assert {paper.number for paper in told.papers} == shared
                days_ = [paper.published or "" for paper in told.papers]
                assert days_ == sorted(days_, reverse=True)


def test_a_citation_is_explained_by_the_lists_that_show_it(tmp_path: Path) -> None:
    path = five_papers(tmp_path / "papers.db")
    with sqlite3.connect(path) as connection:
        connection.executemany(
            "INSERT INTO sightings VALUES (?, ?, 's2', ?, ?)",
            [
                (NUMBERS["A"], "references", NUMBERS["B"], 1),
                (NUMBERS["B"], "citations", NUMBERS["A"], 2),
                (NUMBERS["B"], "references", NUMBERS["A"], 1),
                (NUMBERS["A"], "references", NUMBERS["C"], 1),
            ],
        )
    connection.close()
    told = graph.explain(path, f"https://arxiv.org/abs/{ARXIV['A']}v2", ARXIV["B"])
    assert told.summary == (
        "2310.00001 (Alpha & <Omega>) cites 2310.00002 (Beta). "
        "2310.00002 (Beta) cites 2310.00001 (Alpha & <Omega>)."
    )
    seen = [(each.source, each.direction, each.paper, each.answer) for each in told.sightings]
    assert seen == [
        ("Semantic Scholar", "references", ARXIV["A"], 1),
        ("Semantic Scholar", "citations", ARXIV["B"], 2),
        ("Semantic Scholar", "references", ARXIV["B"], 1),
    ]
    none = graph.explain(path, ARXIV["D"], "zzzzzzzzzE")
    assert none.summary == "Neither is known to cite the other."


def test_what_cannot_be_explained_is_said(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", [1, 2], [(1, 11)], authors={1: [7], 2: [8]})
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE authors SET name = 'Same Name'")
    connection.close()
    for first, second, kind, message in (
        ("1", "11", "coupling", "is not among the papers chosen"),
        ("1", "2401.99999", "coupling", "no paper '2401.99999'"),
        ("1", "2", "similarity", "are not explained; those of citation, coauthor"),
        ("7", "Nobody", "coauthor", "no author 'Nobody'|an author 'Nobody'"),
        ("7", "same name", "coauthor", "names 2 authors; give one's author id: 7, 8"),
        ("7", "7", "coauthor", "name the same"),
        ("1", "1", "citation", "name the same"),
        ("1", "1", "coupling", "name the same"),
        ("2", "2", "cocitation", "name the same"),
    ):
        with pytest.raises(graph.GraphError, match=message):
            graph.explain(path, first, second, kind)


@pytest.fixture
def papers_db(tmp_path: Path) -> str:
    links = [(1, 11), (2, 11), (1, 12), (2, 12), (2, 13), (1, 2)]
    days = {1: "2020-01-01", 2: "2021-01-01"}
    return str(made(tmp_path / "p.db", {1: "oral", 2: "oral", 3: None}, links, published=days))


def test_the_command_explains_without_a_file(papers_db: str) -> None:
    asked = ["graph", "--db", papers_db, "--kind", "coupling", "--explain", "1", "2"]
    told = CliRunner().invoke(citeweave, asked)
    assert told.output.splitlines() == [
        "1 (Paper 1)",
        "2 (Paper 2)",
        "2 shared references, of 3 and 3 known.",
        "- 11    Paper 11",
        "- 12    Paper 12",
    ]
    as_json = json.loads(CliRunner().invoke(citeweave, [*asked, "--json"]).stdout)
    assert as_json["format"] == "citeweave/explain/1"
    assert [paper["name"] for paper in as_json["papers"]] == ["11", "12"]


def test_a_title_does_not_steer_the_terminal(papers_db: str) -> None:
    with sqlite3.connect(papers_db) as connection:
        connection.execute("UPDATE papers SET title = 'a\x1b[31m\x9b\x07b' WHERE id IN (1, 11)")
        connection.execute("UPDATE listed SET decision = 'o\x1b[2Jral'")
    connection.close()
    asked = ["graph", "--db", papers_db, "--kind", "coupling", "--explain", "1", "2"]
    told = CliRunner().invoke(citeweave, asked)
    assert told.exit_code == 0
    assert "- 11    a\ufffd[31m\ufffd\ufffdb" in told.output
    refused = ["graph", "--db", papers_db, "-o", "n.net", "--decision", "none"]
    stderr = io.StringIO()
    with contextlib.redirect_stderr(stderr):
        run(lambda: citeweave(refused, standalone_mode=False))
    assert "there is: o\ufffd[2Jral" in stderr.getvalue()


def test_colours_that_no_file_shows_are_refused(papers_db: str, tmp_path: Path) -> None:
    for arguments in (["-o", "n.edges.csv"], ["-o", "n.graphml", "--no-layout"]):
        asked = ["graph", "--db", papers_db, *arguments, "--colour-by", "decision"]
        done = CliRunner().invoke(citeweave, asked)
        assert "without colours" in str(done.exception)


def test_the_command_passes_on_every_wish(papers_db: str, tmp_path: Path) -> None:
    output = str(tmp_path / "n.graphml")
    asked = [
        "graph", "--db", papers_db, "-o", output, "--json", "--years", "2020-2021",
        "--decision", "oral", "--collection", "list", "--as-of", "2022-01-01",
    ]  # fmt: skip
    citation = CliRunner().invoke(citeweave, asked)
    facts = json.loads(citation.stdout)
    assert (facts["nodes"], facts["edges"], facts["impossible"]) == (2, 1, 1)
    assert "- Cite a paper that first appeared later: 1 of 1 link" in citation.stderr
    coupling = [*asked, "--kind", "coupling", "--weighting", "cosine", "--min-weight", "0.9"]
    assert json.loads(CliRunner().invoke(citeweave, coupling).stdout)["edges"] == 0
    either = [*asked, "--kind", "similarity", "--no-mutual", "--neighbours", "2"]
    assert json.loads(CliRunner().invoke(citeweave, either).stdout)["nodes"] == 2


def test_the_command_refuses_what_it_cannot_do(papers_db: str, tmp_path: Path) -> None:
    output = ["-o", str(tmp_path / "n.graphml")]
    for arguments, message in (
        ([], "Name the file to write"),
        ([*output, "--explain", "1", "2"], "writes no file"),
        ([*output, "--years", "2020", "--years", "2022"], "one range is read"),
        ([*output, "--years", "soon"], "is not read as years"),
        ([*output, "--kind", "coupling", "--weighting", "heavy"], "'heavy' is not one of"),
    ):
        done = CliRunner().invoke(citeweave, ["graph", "--db", papers_db, *arguments])
        assert done.exit_code == 2
        assert message in done.output
    done = CliRunner().invoke(citeweave, ["graph", "--db", papers_db, *output, "--neighbours", "3"])
    assert isinstance(done.exception, BadInput)
    assert "no option neighbours" in str(done.exception)


def test_the_command_lists_the_options_of_each_kind() -> None:
    help_ = CliRunner().invoke(citeweave, ["graph", "--help"]).output
    for name in ("--weighting", "--min-shared", "--neighbours", "--min-cited-by", "--no-mutual"):
        assert name in help_
