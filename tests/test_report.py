"""The report: one page that is right, the same each time, and safe whatever titles say."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from lxml import etree, html
from made_database import AT, NUMBERS, empty_database, five_papers, list_papers
from made_networks import made
from test_kinds import ONE_OF_MANY

import graph
from db.chosen import choose
from db.coverage import take_stock
from db.queries import ask
from db.report_rows import share_author
from enrich.cli import run
from enrich.commands.report import command
from graph.measures import measured
from graph.network import Column
from graph.report import SECTIONS, concurrent, groups, report
from graph.report.parts import Material, Paper, Table

HOSTILE = (
    "<script>alert(1)</script> $\\frac{1}{0}$ \\input{x} &amp; \x00\x1b[31m \u202eevil {{ 7 * 7 }}"
)


@pytest.fixture
def papers_db(tmp_path: Path) -> Path:
    return five_papers(tmp_path / "papers.db")


def page_of(path: Path, collection: str | None = None) -> html.HtmlElement:
    return html.fromstring(report(path, collection))


def section_of(page: html.HtmlElement, title: str) -> html.HtmlElement:
    (found,) = page.xpath("//section[h2=$title]", title=title)
    return found


def rows_of(section: html.HtmlElement, table: int = 0) -> list[list[str]]:
    return [
        [cell.text_content() for cell in row.iter("td")]
        for row in section.findall(".//table")[table].iter("tr")
        if row.find("td") is not None
    ]


def test_the_numbers_are_those_of_the_database(papers_db: Path) -> None:
    page = page_of(papers_db)
    cited = rows_of(section_of(page, "Most cited inside the list"))
    assert [(row[0], row[3], row[5]) for row in cited] == [
        ("Gamma ]]> of \u202bשלום\u202c", "2", "500"),
        ("Alpha & <Omega>", "1", "10"),
        ("Beta", "1", "–"),
    ]
    numbers = {
        row[0]: row[1] for row in rows_of(section_of(page, "The networks of the listed papers"))
    }
    assert numbers["Papers"] == "5"
    assert numbers["Links"] == "4"
    assert numbers["Papers without any"] == "1"
    assert numbers["Papers in the largest connected part"] == "4"
    assert numbers["Links a paper, on average"] == "1.600"
    assert numbers["Share of possible pairs that are linked"] == "0.300"
    path = rows_of(section_of(page, "Main path"))
    assert [row[:2] for row in path] == [
        ["1", "Gamma ]]> of \u202bשלום\u202c"],
        ["2", "Alpha & <Omega>"],
        ["2", "Beta"],
    ]
    flow = rows_of(section_of(page, "Citations by decision"))
    assert {(one, other): n for one, other, n, *_ in flow if n != "0"} == {
        ("poster", "spotlight"): "1",
        ("spotlight", "oral"): "1",
        ("spotlight", "poster"): "1",
    }
    assert page.xpath("//header//p[contains(., '2024-05-01')]")


def test_every_section_says_where_its_numbers_come_from(papers_db: Path) -> None:
    page = page_of(papers_db)
    sections = page.xpath("//section")
    assert len(sections) == len(SECTIONS)
    for section in sections:
        (origin,) = section.xpath("p[@class='origin']")
        assert len(origin.text_content()) > 40
    assert len(page.xpath("//nav//a")) == len(sections)


def test_a_collection_is_told_of_alone(papers_db: Path) -> None:
    page = page_of(papers_db, "two")
    assert page.xpath("string(//h1)") == "two"
    numbers = {
        row[0]: row[1] for row in rows_of(section_of(page, "The networks of the listed papers"))
    }
    assert (numbers["Papers"], numbers["Links"]) == ("3", "2")
    with pytest.raises(graph.GraphError, match="no collection 'three'"):
        report(papers_db, "three")


def test_an_empty_database_gives_a_page_that_says_so(tmp_path: Path) -> None:
    empty_database(tmp_path / "papers.db").close()
    text = page_of(tmp_path / "papers.db").text_content()
    assert "lists no papers; add some with: citeweave enrich LIST." in text
    assert "No source has been asked" in text


def test_papers_that_were_never_asked_about_give_a_page(tmp_path: Path) -> None:
    connection = empty_database(tmp_path / "papers.db")
    with connection:
        connection.execute("INSERT INTO papers (id, title) VALUES (4000000000000007, 'One')")
        list_papers(connection, "one", {4000000000000007: "oral"})
    connection.close()
    page = page_of(tmp_path / "papers.db")
    assert "No chain of citations is known" in section_of(page, "Main path").text_content()
    assert "There are no citations" in section_of(page, "Citations by decision").text_content()
    assert not page.xpath("//*[local-name()='svg']")


def test_hostile_text_stays_text(papers_db: Path) -> None:
    with closing(sqlite3.connect(papers_db)) as connection, connection:
        connection.execute("UPDATE papers SET title = ?", (HOSTILE,))
        connection.execute(
            "UPDATE papers SET arxiv_id = '\"><img src=x>' WHERE arxiv_id = 'cs/0701001'"
        )
        for paper, decision in (
            (NUMBERS["A"], '"><img src=x onerror=a()>'),
            (NUMBERS["B"], "$x_1$"),
        ):
            connection.execute("UPDATE listed SET decision = ? WHERE paper = ?", (decision, paper))
        connection.execute("UPDATE collections SET name = '<b>' WHERE name = 'one'")
        connection.execute("UPDATE fetches SET reason = '<i>no</i>' WHERE state = 'absent'")
    text = report(papers_db)
    page = html.fromstring(text)
    assert not page.xpath("//script | //img | //b | //i | //iframe | //object | //link")
    assert not page.xpath("//@*[starts-with(name(), 'on')]")
    shown = HOSTILE.replace("\x00", "\ufffd").replace("\x1b", "\ufffd")
    shown = shown.replace(r"$\frac{1}{0}$", "10")  # the text within the drawn formula
    titles = {row[0] for row in rows_of(section_of(page, "Most cited inside the list"))}
    assert titles == {shown}
    assert "\x00" not in text
    drawn = page.xpath("//*[local-name()='svg']//text()")
    assert "$x_1$" in drawn
    assert page.xpath("string(//h1)") == "<b>, two"


def test_the_page_needs_nothing_from_elsewhere(papers_db: Path) -> None:
    page = page_of(papers_db)
    assert len(page.xpath("//*[local-name()='svg']")) >= 3
    fetched = [*page.xpath("//@src"), *page.xpath("//*[not(self::a)]/@href")]
    fetched += [str(value) for value in page.xpath("//@*[name() = 'xlink:href']")]
    assert all(address.startswith(("#", "data:image/png;")) for address in fetched)
    assert "@import" not in etree.tostring(page, encoding="unicode")
    names = page.xpath("//@id")
    assert len(names) == len(set(names))
    inside = {name.removeprefix("#") for name in fetched if name.startswith("#")}
    assert inside <= set(names)


def test_the_same_database_gives_the_same_bytes(papers_db: Path, tmp_path: Path) -> None:
    pages = set()
    for seed in ("0", "0", "4711"):
        made = tmp_path / "page.html"
        subprocess.run(
            [sys.executable, "-m", "enrich", "report", "--db", papers_db, "-o", made],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(graph.__file__).parents[1],
            check=True,
            capture_output=True,
        )
        pages.add(made.read_bytes())
    assert len(pages) == 1


def test_a_page_is_of_one_moment_whoever_writes_meanwhile(papers_db: Path) -> None:
    before = report(papers_db)
    with closing(sqlite3.connect(papers_db)) as writing:
        writing.execute("PRAGMA journal_mode = WAL")
        answers = iter(range(10, 100))

        def write(part: str) -> None:
            if part == "the citation network":  # nothing is read yet
                return
            at = f"2025-01-01T00:00:{next(answers)}.000Z"
            with writing:
                writing.execute("UPDATE answers SET answered_at = ?", (at,))
                writing.execute("DELETE FROM citations WHERE is_influential IS NULL")

        assert report(papers_db, tell=write) == before
    assert report(papers_db) != before


def test_a_year_beyond_the_calendar_is_not_drawn_but_told(tmp_path: Path) -> None:
    path = five_papers(tmp_path / "papers.db")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE papers SET year = ? WHERE id = ?", (2**63 - 1, NUMBERS["C"]))
    assert "2 citations of papers of a year after 2025 not drawn" in report(path)


def material_of(path: Path, connection: sqlite3.Connection, coupling: graph.Network) -> Material:
    held = ask(connection, "contents")
    return Material(
        connection,
        None,
        take_stock(connection),
        dict(zip(held.columns, held.rows[0], strict=True)),
        {"citation": graph.network(path), "coupling": coupling},
    )


def test_twins_are_close_and_do_not_cite_each_other(papers_db: Path) -> None:
    """A-B and A-C are strong but cite each other, B-C and C-E do not, B-E shares one alone."""
    base = graph.network(papers_db)
    a, b, c, e = (int(np.searchsorted(base.node_ids, NUMBERS[name])) for name in "ABCE")
    pairs = sorted((min(p), max(p)) for p in ((a, b), (a, c), (b, c), (c, e), (b, e)))
    shared = {(a, b): 9, (a, c): 8, (b, c): 3, (c, e): 5, (b, e): 1}
    weights = np.array([shared[p] if p in shared else shared[p[::-1]] for p in pairs])
    source, target = np.array(pairs).T
    coupling = measured(
        replace(
            base,
            kind="coupling",
            directed=False,
            nodes=tuple(column for column in base.nodes if column.name in ("label", "title")),
            source=source,
            target=target,
            weight=weights.astype(float),
            edges=(
                Column.of("shared", "long", weights, ""),
                Column.of("cosine", "double", weights / 10, ""),
            ),
        )
    )
    with closing(sqlite3.connect(papers_db)) as connection:
        connection.execute(
            "INSERT INTO authorships (paper, position, author, name) VALUES (?, 1, 2, 'A. N.')",
            (NUMBERS["C"],),
        )
        choose(connection)
        material = material_of(papers_db, connection, coupling)
        found = concurrent.section(material)
        (table,) = found.blocks
        assert isinstance(table, Table)
        named = [{cell.title for cell in row if isinstance(cell, Paper)} for row in table.rows]
        gamma = material.papers[c].title
        assert named == [{gamma, "Epsilon"}, {gamma, "Beta"}]
        # Of E no author is known; B and C name one author in two ways.
        assert [row[2:] for row in table.rows] == [(None, 5, "0.500"), ("yes", 3, "0.300")]
        assert found.text[1].startswith("Shared references: 4 pairs with 2 or more, 2 of them ")
        # Of a network that holds only pairs with three or more, none with two are told of.
        cut = coupling.with_edges(coupling.edge_column("shared").values >= 3)
        fewer = concurrent.section(material_of(papers_db, connection, cut))
        assert fewer.text[1].startswith("Shared references: 4 pairs with 3 or more, 2 of them ")
        titles = [block.title for block in groups.section(material).blocks]
        assert titles == ["Citations", "", "Shared references", ""]


def test_a_common_author_is_one_person_not_one_name(papers_db: Path) -> None:
    a, b, c, d = (NUMBERS[name] for name in "ABCD")
    with closing(sqlite3.connect(papers_db)) as connection, connection:
        connection.execute("INSERT INTO authors (id, name) VALUES (3, 'An')")
        connection.execute("INSERT INTO authorships VALUES (?, 1, 3, 'An B.', NULL)", (d,))
        assert share_author(connection, a, b) is True
        assert share_author(connection, b, d) is False
        assert share_author(connection, a, c) is None


def test_disruption_is_told_where_all_who_cite_are_there_and_else_missing(tmp_path: Path) -> None:
    """Of four papers that cite 1 or its reference 2, two cite 1 alone, one both, one only 2."""
    path = tmp_path / "papers.db"
    connection = empty_database(path)
    years = {1: 2010, 2: 2000, 3: 2011, 4: 2012, 5: 2013, 6: 2014, 7: 2010}
    with connection:
        connection.executemany(
            "INSERT INTO papers (id, title, year) VALUES (?, 'p' || ?1, ?)", years.items()
        )
        connection.executemany(
            "INSERT INTO citations VALUES (?, ?, NULL, 1, 0)",
            [(1, 2), (3, 1), (4, 1), (5, 1), (5, 2), (6, 2), (7, 2)],
        )
        connection.executemany(
            "INSERT INTO fetches (paper, source, part, state, expected, received, at) "
            "VALUES (?, 's2', ?, 'found', ?, ?, ?)",
            [
                (1, "references", 1, 1, AT),
                (1, "citations", 3, 3, AT),
                (2, "citations", 5, 5, AT),
                (7, "references", 1, 1, AT),
                (7, "citations", 90, 40, AT),
            ],
        )
        connection.execute(
            "INSERT INTO answers (id, source, part, request, status, content_type, asked_at, "
            "answered_at, size, sha256, body) "
            "VALUES (1, 's2', 'r', '{}', 200, '', ?, ?, 0, '', x'')",
            (AT, AT),
        )
        list_papers(connection, "one", {1: "oral", 7: "oral"})
    connection.close()
    section = section_of(page_of(path), "Disruption")
    # Paper 7, of the same year, cites 2 as well: (2 - 1) / 5.
    assert rows_of(section) == [["p1", "2010", "+0.200"]]
    assert "Missing of 1 paper: not all papers that cite it in these years are known." in (
        section.text_content()
    )
    # A list of 2015 says nothing of who cites later that year.
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE fetches SET at = '2015-06-01' WHERE paper = 2")
    section = section_of(page_of(path), "Disruption")
    assert "not all papers that cite its references in these years" in section.text_content()


def test_the_command(papers_db: Path, tmp_path: Path) -> None:
    made = tmp_path / "report.html"
    told = CliRunner().invoke(command, ["--db", str(papers_db), "-o", str(made), "--json"])
    assert told.exit_code == 0
    said = json.loads(told.stdout)
    assert said["format"] == "citeweave/report/1"
    assert said["bytes"] == made.stat().st_size
    assert "open it in a browser" in told.stderr
    for wrong, code in (
        (["--db", str(papers_db), "-o", str(tmp_path / "absent" / "r.html")], 5),
        (["--db", str(papers_db), "--collection", "three"], 5),
        (["--db", str(tmp_path / "absent.db")], 6),
    ):
        assert run(lambda wrong=wrong: command.main(wrong, standalone_mode=False)) == code


def test_one_of_anything_is_told_as_one(tmp_path: Path) -> None:
    """A listed paper, an author and a paper around them; two that cite the same three."""
    one = made(tmp_path / "one.db", [1], [(1, 9)], authors={1: [7]})
    two = made(tmp_path / "two.db", [1, 2], [(n, cited) for n in (1, 2) for cited in (7, 8, 9)])
    for path in (one, two):
        page = page_of(path)
        told = " ".join(page.text_content().split())
        assert not ONE_OF_MANY.search(told), told
        assert "1 paper around the listed ones, 1 citation and 1 author." in told or path == two


def test_what_is_being_made_is_told(papers_db: Path) -> None:
    told: list[str] = []
    report(papers_db, tell=told.append)
    assert told[0] == "the citation network"
    assert told[-len(SECTIONS) :] == list(SECTIONS)
