"""The pages that citeweave adds to Datasette's, and writes to a folder: what they say, that all
of their links lead somewhere, and that text of papers stays text.
"""

import hashlib
import json
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from browsed_database import ALPHA, BETA, GAMMA, SCRIPT, browsed_database
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree, html
from made_networks import made
from test_site import Pages

from db import page_routes
from db.database import open_readonly
from db.file_names import file_name
from db.pages import application
from db.queries import ask
from db.snapshot_copy import snapshot
from db.wording import legible
from enrich.commands import publish
from enrich.commands.publish import command
from enrich.errors import BadInput
from graph.formulas import mathml, with_formulas
from graph.site import published
from graph.site.pages import page_kinds
from graph.site.parts import Link, Page, Section, Table
from graph.site.served import Served, ServedLinks
from graph.site.writing import shown as shown_as
from graph.site.writing import write_body
from graph.tables import TABLES

# 1 2 3 cite each other, 4 5 6 likewise, 3 cites 4; 91 and 92 cite 1 and 4; 2 and 3 share 1.
LINKS = [(2, 1), (3, 1), (3, 2), (5, 4), (6, 4), (6, 5), (3, 4)]
LINKS += [(91, 1), (91, 4), (92, 1), (92, 4)]
DECISIONS = {1: "oral", 2: "poster", 3: "poster", 4: "oral", 5: "poster", 6: "poster", 7: None}
AUTHORS = {1: [11, 12], 2: [11, 12], 3: [11, 13]}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made(
        tmp_path_factory.mktemp("made") / "p.db", DECISIONS, LINKS, authors=AUTHORS, years={1: 2020}
    )


def page(path: Path, name: str, *keys: str) -> Page:
    with snapshot(path, TABLES) as copy, closing(open_readonly(copy)) as connection:
        found = page_kinds()[name].page(connection, ServedLinks("/p"), *keys)
    assert found is not None
    return found


def section(shown: Page, title: str) -> Section:
    (found,) = (each for each in shown.sections if each.title == title)
    return found


def rows(shown: Page, title: str, *heads: str) -> list[tuple[object, ...]]:
    table = section(shown, title).table
    assert table is not None
    places = [table.head.index(head) for head in heads]
    cells = [[row[place] for place in places] for row in table.rows]
    return [tuple(cell.text if isinstance(cell, Link) else cell for cell in row) for row in cells]


def test_a_paper_by_hand(database: Path) -> None:
    shown = page(database, "paper", "3")
    assert rows(shown, "Listed papers that it cites", "title") == [
        ("Paper 1",),
        ("Paper 2",),
        ("Paper 4",),
    ]
    assert not section(shown, "Other papers that it cites").is_shown
    assert section(shown, "Other papers that cite it").nothing == "No paper is known to cite it."
    tied = rows(shown, "Listed papers that share most references", "title", "shared")
    assert sorted(tied) == [("Paper 2", 1), ("Paper 5", 1), ("Paper 6", 1)]
    listed = dict(
        rows(shown, "Listed papers that share most references", "title", "is cited by it")
    )
    assert listed == {"Paper 2": "yes", "Paper 5": "no", "Paper 6": "no"}
    assert [fact.values for fact in shown.facts if fact.name == "Authors"] == [
        (
            Link("Author 11", ("author", ("11",))),
            Link("Author 13", ("author", ("13",))),
        )
    ]
    drawing = str(section(shown, "Around it").drawing)
    assert '<a href="/p/papers/4" aria-label="Paper 4">' in drawing
    assert [each.text for each in section(shown, "Around it").links] == [
        "Find it in the whole network"
    ]
    # No list names 91, so the network of listed papers is without it.
    assert section(page(database, "paper", "91"), "Around it").drawing
    assert section(page(database, "paper", "91"), "Around it").links == ()


def test_a_comparison_by_hand(database: Path) -> None:
    shown = page(database, "compare", "1", "4")
    citing_both = rows(shown, "Papers that cite both", "title")
    assert citing_both == [("Paper 3",), ("Paper 91",), ("Paper 92",)]
    assert section(shown, "Do they cite each other?").text == (
        "Neither is known to cite the other.",
    )
    assert section(page(database, "compare", "3", "4"), "Do they cite each other?").text == (
        "The first cites the second.",
    )
    assert section(page(database, "compare", "1", "2"), "Do they cite each other?").text == (
        "The second cites the first.",
    )
    assert rows(page(database, "compare", "1", "2"), "Authors of both", "name") == [
        ("Author 11",),
        ("Author 12",),
    ]
    (apart,) = section(page(database, "compare", "1", "7"), "The shortest way by citations").text
    assert apart.startswith("No citations that are known here lead")
    assert page(database, "compare", "1", "1").lead == (
        "Both names are of one paper; name another beside it.",
    )
    assert page(database, "compare", "1", "77").lead == ("There is no such paper here: 77.",)


def test_an_author_a_collection_and_a_community_by_hand(database: Path) -> None:
    together = rows(page(database, "author", "11"), "Wrote with", "name", "papers together")
    assert together == [("Author 12", 2), ("Author 13", 1)]
    by_decision = rows(
        page(database, "collection", "1"), "By decision", "decision", "papers", "citations within"
    )
    assert by_decision == [("poster", 4, 2), ("oral", 2, 5), ("(none given)", 1, 0)]
    assert rows(page(database, "collection", "1"), "(none given)", "title") == [("Paper 7",)]
    community = page(database, "community", "1")
    assert len(rows(community, "Papers", "title")) == 3
    beside = ("Communities beside it", "community", "citations given", "citations received")
    # 3 cites 4.
    ((name, given_to, received),) = rows(community, *beside)
    assert str(name).startswith("2")
    assert (given_to, received) == (1, 0)
    ((_, given_to, received),) = rows(page(database, "community", "2"), *beside)
    assert (given_to, received) == (0, 1)


def test_a_paper_of_two_listings_is_in_the_list_that_counts_it(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", {1: "oral", 2: "poster"})
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE listed SET paper = 1 WHERE paper = 2")
    shown = page(path, "collection", "1")
    assert rows(shown, "By decision", "decision", "papers") == [("oral", 1)]
    assert rows(shown, "oral", "title") == [("Paper 1",)]


def test_an_answer_that_its_limit_may_have_cut_is_not_called_the_whole(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", [1], authors={1: range(1, 103)})
    links = ServedLinks("/p")
    many = write_body(page(path, "author", "1"), links)
    assert "the first 100 rows" in many
    assert "The first 20 of at least 100." in many
    path = made(tmp_path / "few.db", [1], authors={1: range(1, 101)})
    few = write_body(page(path, "author", "1"), links)
    assert "99 rows" in few
    assert "The first 20 of 99." in few
    assert "the first 99 rows" not in few


def test_references_of_unknown_count_are_not_the_least_cited(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", [1, 2], [(1, 3), (2, 3), (1, 4), (2, 4), (1, 5), (2, 5)])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE papers SET citation_count = 9 - id WHERE id > 3")
    shown = page(path, "compare", "1", "2")
    assert rows(shown, "References that both cite", "title", "cited anywhere") == [
        ("Paper 5", 4),
        ("Paper 4", 5),
        ("Paper 3", None),
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0"), (0.0004, "0.0004"), (0.25, "0.25"), (1234.5678, "1,234.568"), (1000.0, "1,000")],
)
def test_no_number_is_shown_as_nothing_but_nothing(value: float, text: str) -> None:
    assert shown_as(value) == text


def test_a_column_is_of_numbers_if_all_that_is_known_in_it_are() -> None:
    table = Table(("a", "b", "c"), ((None, 1, None), (3, "none", None)))
    assert table.counts == (True, False, False)


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/home/ada/lists/iclr.csv", "iclr.csv"),
        (r"C:\Users\ada\iclr.csv", "iclr.csv"),
        ("iclr.csv", "iclr.csv"),
        ("-", "-"),
        (None, None),
    ],
)
def test_the_folders_of_a_list_are_not_shown(path: str | None, name: str | None) -> None:
    assert file_name(path) == name


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    original = browsed_database(tmp_path_factory.mktemp("pages") / "papers.db")
    with snapshot(original, TABLES) as copy:
        served = Pages(application(copy, Served))
        yield served
        served.close()


ADDRESSES = {
    "/": "Questions about the papers",
    f"/papers/papers/{ALPHA}": "Where these values come from",
    "/papers/authors/1": "Wrote with",
    "/papers/collections/1": "By decision",
    "/community?community=1": "A community of the citation network",
    "/communities": "By size",
    "/compare": "Name two papers",
    f"/compare?one={ALPHA}&other=10.1/x": "There is no such paper here: 10.1/x",
    "/compare?one=2310.00001&other=https://arxiv.org/abs/2310.00002": "Each cites the other",
    "/review": "Gamma rays",
    "/gaps": "Papers with entries that lead to no paper",
    "/runs": "enrich",
    "/paper?paper=10.1/A": "Alpha what?",
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_page_says_what_it_is_for(pages: Pages, address: str) -> None:
    shown = pages.get(address)
    assert ADDRESSES[address] in shown.text
    assert SCRIPT not in shown.text
    policy = shown.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "http" not in policy.replace("'self'", "")
    for link in set(re.findall(r'href="(/[^"#]*)', shown.text)):
        pages.get(html.fromstring(f'<a href="{link}">').get("href"))


@pytest.mark.parametrize("name", ["a%2fb?c#d.db", "übung 💥.v2.db", "_internal.db", "papers"])
def test_a_database_of_any_name_has_pages(tmp_path: Path, name: str) -> None:
    original = browsed_database(tmp_path / name)
    with closing(sqlite3.connect(original)) as connection:
        connection.execute(
            'CREATE TABLE "my own notes" (note TEXT, "of what?" INTEGER REFERENCES papers(id))'
        )
    with snapshot(original, TABLES) as copy:
        served = Pages(application(copy, Served))
        found = {link for _, _, link, _ in html.fromstring(served.get("/").text).iterlinks()}
        assert any(link.endswith("/sources") for link in found)
        for link in {link.partition("#")[0] for link in found if link.startswith("/")}:
            served.get(link)
        served.close()


def test_what_is_not_there_is_said(pages: Pages) -> None:
    assert "There is no such community here: 99" in pages.get("/community?community=99", 404).text
    pages.get("/author?author=abc", 404)
    pages.get("/author?author=1abc", 404)
    assert "Say which paper, as in /paper?paper=1." in pages.get("/paper", 404).text


def test_a_paper_that_two_lists_name_waits_for_review_once(tmp_path: Path) -> None:
    path = browsed_database(tmp_path / "papers.db")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO collections (name) VALUES ('another')")
        columns = [row[1] for row in connection.execute("PRAGMA table_info(listed)")]
        told = ", ".join("last_insert_rowid()" if c == "collection" else c for c in columns)
        connection.execute(f"INSERT INTO listed SELECT {told} FROM listed WHERE paper = {GAMMA}")
    shown = page(path, "review")
    assert section(shown, "All in one table").total == 1
    assert [fact.values for fact in shown.facts] == [(1,)]


def test_a_page_that_takes_too_long_says_so_and_its_row_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(page_routes, "_LONGEST_SECONDS", -1.0)
    monkeypatch.setattr(page_routes, "_STEPS", 1)
    with snapshot(browsed_database(tmp_path / "papers.db"), TABLES) as copy:
        hurried = Pages(application(copy, Served))
        assert "takes too long here" in hurried.get("/gaps", 503).text
        text = hurried.get(f"/papers/papers/{ALPHA}").text
        hurried.close()
    assert "takes too long here" in text
    assert "Its row in the table papers" in text
    assert capfd.readouterr() == ("", "")


def test_formulas_are_drawn_and_money_is_not(pages: Pages) -> None:
    text = pages.get(f"/papers/papers/{ALPHA}").text
    assert re.search(r"<math [^>]*>.*?<mi>α</mi>", text)
    assert "for $5, not $10." in text


@pytest.mark.parametrize(
    "formula",
    [
        r"\text{<img src=x onerror=alert(1)>}",
        r"\text{<script>alert(1)</script>}",
        r"\href{javascript:alert(1)}{x}",
        r"\style{background:url(//x)}{x}",
        r"\unknown{x}",
        r"\frac{1}{",
        "\\def{\ufffe}",
        "x" + "{" * 500,
    ],
)
def test_a_formula_brings_no_markup_in(formula: str) -> None:
    assert mathml(formula) is None
    shown = with_formulas(f"a ${formula}$ b")
    assert html.fromstring(f"<p>{shown}</p>").text_content() == legible(f"a ${formula}$ b")


@given(st.text(alphabet=st.sampled_from("$\\{}^_<>&ab1 \"'=textmrhf/"), max_size=60))
def test_whatever_is_written_only_mathml_comes_of_it(text: str) -> None:
    shown = etree.fromstring(f"<p>{with_formulas(text)}</p>")
    names = {etree.QName(each).localname for each in shown.iter()} - {"p"}
    assert all(name == "math" or name.startswith("m") for name in names)
    assert not [each for each in shown.iter() if {"href", "style", "src"} & set(each.attrib)]
    if not names:
        assert "".join(shown.itertext()) == text


def run(*args: object) -> Result:
    return CliRunner().invoke(command, [str(arg) for arg in args], standalone_mode=False)


def test_a_published_site_has_no_dead_link_and_the_same_bytes(tmp_path: Path) -> None:
    database = browsed_database(tmp_path / "papers.db")
    sites = [tmp_path / "one" / "site", tmp_path / "other"]
    for site in sites:
        assert run("--db", database, site).return_value == 0
    files = {
        path.relative_to(sites[0]): path.read_bytes()
        for path in sites[0].rglob("*")
        if path.is_file()
    }
    assert files == {
        path.relative_to(sites[1]): path.read_bytes()
        for path in sites[1].rglob("*")
        if path.is_file()
    }
    for path in (sites[0] / name for name in files if name.suffix == ".html"):
        for _, _, link, _ in html.fromstring(path.read_bytes()).iterlinks():
            parts = urlsplit(link)
            if parts.scheme:
                assert parts.scheme in ("https", "data"), link
            else:
                assert (path.parent / unquote(parts.path)).exists(), f"{path}: {link}"
    assert {Path(f"papers/{paper}.html") for paper in (ALPHA, BETA, GAMMA)} <= set(files)
    assert SCRIPT.encode() not in files[Path(f"papers/{BETA}.html")]
    told = json.loads(files[Path("manifest.json")])["files"]
    assert told.keys() == {path.as_posix() for path in files} - {"manifest.json"}
    for path, content in files.items():
        if path.name != "manifest.json":
            entry = told[path.as_posix()]
            assert entry == {
                "bytes": len(content),
                "sha256": hashlib.sha256(content).hexdigest(),
            }


def test_a_site_tells_of_all_that_it_writes(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    with snapshot(browsed_database(tmp_path / "papers.db"), TABLES) as copy:
        published.publish(copy, None, tmp_path / "site", lambda *each: told.append(each))
    pages = len(list((tmp_path / "site").rglob("*.html")))
    assert told == [(done, pages) for done in range(1, pages + 1)]


def test_a_site_takes_the_place_of_a_site_and_of_nothing_else(tmp_path: Path) -> None:
    database = browsed_database(tmp_path / "papers.db")
    site = tmp_path / "site"
    assert run("--db", database, "--no-database", site).return_value == 0
    assert not (site / "papers.db").exists()
    (site / "left.html").write_text("from an earlier one")
    told = json.loads((site / "manifest.json").read_text())
    told["files"]["left.html"] = {}
    (site / "manifest.json").write_text(json.dumps(told))
    (site / ".git").mkdir()
    for name in ("CNAME", ".git/HEAD"):
        (site / name).write_text("the user's")
    assert run("--db", database, "--no-database", site).return_value == 0
    assert not (site / "left.html").exists()
    assert [(site / name).read_text() for name in ("CNAME", ".git/HEAD")] == ["the user's"] * 2
    shutil.copy(database, site / "papers.db")
    for where in (("--db", database), ("--db", site / "papers.db", "--no-database")):
        assert isinstance(run(*where, site).exception, BadInput)
        assert (site / "papers.db").read_bytes() == database.read_bytes()
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "thesis.tex").write_text("words")
    refused = run("--db", database, mine)
    assert "holds something else" in str(refused.exception)
    assert [path.name for path in tmp_path.glob(".*")] == []
    assert (mine / "thesis.tex").read_text() == "words"


def test_the_old_site_is_back_where_the_new_one_cannot_take_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, site = browsed_database(tmp_path / "papers.db"), tmp_path / "site"
    assert run("--db", database, "--no-database", site).return_value == 0
    before = (site / "index.html").read_bytes()
    rename = Path.rename

    def stopped(path: Path, to: Path) -> Path:
        if path.name.endswith(".unfinished"):
            raise KeyboardInterrupt
        return rename(path, to)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", stopped)
        run("--db", database, "--no-database", site)
    assert (site / "index.html").read_bytes() == before
    assert [path.name for path in tmp_path.glob(".*")] == []
    # As a process leaves it that is killed between the two.
    site.rename(publish._old(site))
    refused = run("--db", tmp_path / "none.db", site)
    assert refused.exception
    assert (site / "index.html").read_bytes() == before


def test_an_empty_database_has_a_site(tmp_path: Path) -> None:
    database = made(tmp_path / "p.db", [])
    assert run("--db", database, tmp_path / "site").return_value == 0
    assert "0 listed papers" in (tmp_path / "site" / "index.html").read_text()


def test_entries_that_lead_to_no_paper_are_not_papers_outside_the_lists(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", [1, 2], [(1, 2), (1, 9)])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(
            "INSERT INTO answers VALUES (1, NULL, 's2', '', '', 200, '', '', '', 0, '', x'')"
        )
        connection.execute(
            "INSERT INTO unlinked_references "
            "VALUES (1, 'references', 's2', 1, 'A lost book', 1990, 1)"
        )
    shown = page(path, "paper", "1")
    assert rows(shown, "Other papers that it cites", "title") == [("Paper 9",)]
    lost = rows(shown, "Entries of its bibliography that lead to no paper", "title", "year")
    assert lost == [("A lost book", "1990")]


def test_no_paper_is_the_most_cited_where_no_count_is_known(tmp_path: Path) -> None:
    path = made(tmp_path / "p.db", [1, 2, 3, 4], [(1, 2), (3, 4)])
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE papers SET citation_count = 0 WHERE id = 4")
    most = rows(page(path, "communities"), "By size", "title")
    assert sorted(most, key=str) == [("Paper 4",), (None,)]


def test_what_waits_for_review_stands_once_though_two_lists_name_it(tmp_path: Path) -> None:
    path = browsed_database(tmp_path / "p.db")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO collections (id, name) VALUES (2, 'another')")
        connection.execute(
            "INSERT INTO listed (collection, paper, key, title, listing, file, line, listed_at) "
            "SELECT 2, paper, key, 'Gamma, in another', listing, file, line, listed_at "
            "FROM listed WHERE paper = ?",
            [GAMMA],
        )
    with closing(open_readonly(path)) as connection:
        answer = ask(connection, "papers_for_review")
        assert [row[:2] for row in answer.rows] == [(GAMMA, "Gamma, in another")]
        one = ask(connection, "papers_for_review", collection="iclr")
        assert [row[1] for row in one.rows] == ["Gamma"]
