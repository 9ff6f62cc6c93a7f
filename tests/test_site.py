"""The pages, through Datasette's own client: no port, no network."""

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from browsed_database import ALPHA, BETA, GAMMA, OUTSIDE, SCRIPT, browsed_database
from datasette.app import Datasette

from db import columns, queries, site
from db.lookup import LOOKED_UP
from db.pages import application
from db.snapshot_copy import snapshot
from graph.site.served import Served
from graph.tables import TABLES

PAPERS = (ALPHA, BETA, GAMMA, OUTSIDE)
SHOWN = {**columns.TABLES, **columns.NETWORK_TABLES}
VIEWS = {"askable", "problems", "provenance"}
GIVEN = {
    **dict.fromkeys(("paper", "from"), "2310.00001"),
    **{"to": "2310.00002", "at_least": "1", "run": "0"},
    **{"one": "2310.00001", "other": "2310.00002", "author": "1", "community": "1"},
    **{"papers": f"[{ALPHA},{BETA}]", "authors": "[1,2]"},
}
NOTHING_TO_SHOW = tuple(
    f"/papers/{name}"
    for name in ("cited_together", "communities_beside", "contexts_of", "shared_citing")
)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    original = browsed_database(tmp_path_factory.mktemp("site") / "papers.db")
    with snapshot(original, TABLES) as path:
        yield path


@pytest.fixture(scope="module")
def pages(copy: Path) -> Iterator["Pages"]:
    served = Pages(application(copy, Served))
    yield served
    served.close()


class Pages:
    """Datasette, asked one page at a time."""

    def __init__(self, datasette: Datasette) -> None:
        self.datasette = datasette
        self.runner = asyncio.Runner()

    def get(self, path: str, status: int = 200) -> httpx.Response:
        response = self.runner.run(self.datasette.client.get(path, follow_redirects=True))
        assert response.status_code == status, f"{path}: {response.text[:500]}"
        return response

    def rows(self, path: str) -> list[dict[str, object]]:
        """Return the rows behind a page, by its JSON form."""
        page, _, given = path.partition("?")
        rows = self.get(f"{page}.json?{given}&_shape=array").json()
        assert isinstance(rows, list)
        return rows

    def close(self) -> None:
        self.runner.close()
        self.datasette.executor.shutdown()
        for database in self.datasette.databases.values():
            database.close()


def query_page(query: queries.Query) -> str:
    given = "&".join(f"{p.name}={quote(GIVEN.get(p.name, ''))}" for p in query.parameters)
    return f"/papers/{query.name}?{given}"


PAGES = ["/", "/papers", *(f"/papers/{name}" for name in SHOWN)]
PAGES += [query_page(query) for query in queries.queries().values()]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_answers_from_this_machine_alone(pages: Pages, path: str) -> None:
    html = pages.get(path).text
    assert "<h1" in html
    loaded = re.findall(
        r"""<(?:script|img|iframe|source)\b[^>]*?\bsrc="([^"]+)|"""
        r"""<link\b[^>]*?\bhref="([^"]+)|url\(['"]?([^)'"]+)|@import""",
        html,
    )
    assert loaded
    assert not [
        part for match in loaded for part in match if "//" in part and "localhost" not in part
    ]
    assert SCRIPT not in html


@pytest.mark.parametrize("path", PAGES[2:])
def test_every_table_view_and_query_has_rows(pages: Pages, path: str) -> None:
    assert pages.rows(path) or path.startswith(NOTHING_TO_SHOW)


def test_the_home_page_leads_to_every_question_and_thanks_the_sources(pages: Pages) -> None:
    html = pages.get("/").text
    assert "3 listed papers (2 with an identifier), 1 paper around them, 5 citations" in html
    assert "Thank you to arXiv." in html
    for name, query in queries.queries().items():
        if not query.is_detail:
            assert f'href="/papers/{name}"' in html
            assert query.title in html
    papers, database = html.split("What is there, and what is missing")
    assert "Most cited inside the list" in papers
    assert "Last runs" in database
    assert "arXiv, record: 1 of 3 found, 1 absent, 1 not asked" in database


def test_a_papers_page_names_its_authors_and_leads_to_the_questions(pages: Pages) -> None:
    html = pages.get(f"/papers/papers/{ALPHA}").text
    authors = re.findall(r'<a href="/papers/authors/(\d)"><bdi>(\w+)</bdi></a>', html)
    assert authors == [("1", "Zoë"), ("2", "An")]
    assert '<a href="/papers/collections/1"><bdi>Oral (iclr)</bdi></a>' in html
    for name in ("papers_citing", "references_of", "where_from"):
        assert f'href="/papers/{name}?paper={ALPHA}"' in html
        assert pages.rows(f"/papers/{name}?paper={ALPHA}")


def test_both_titles_of_a_pair_lead_to_their_papers(pages: Pages) -> None:
    asked = quote(f"select {ALPHA} as paper, 'A' as title, {BETA} as other, 'B' as other_title")
    html = pages.get(f"/papers?sql={asked}").text
    for number, title in ((ALPHA, "A"), (BETA, "B")):
        assert f'<a href="/papers/papers/{number}">{title}</a>' in html


def test_a_question_is_shown_by_its_title(pages: Pages) -> None:
    html = pages.get("/papers/papers_citing?paper=https://arxiv.org/abs/2310.00002v2").text
    assert "<title>Papers citing X: papers</title>" in html
    assert f"/papers/papers/{ALPHA}" in html
    assert "There is no such paper here: 2399.99999" in (
        pages.get("/papers/papers_citing?paper=2399.99999").text
    )
    assert "SELECT" not in html.split("</title>")[0]
    assert "has to be filled in" in pages.get("/papers/papers_citing?paper=").text
    assert "there is: iclr" in pages.get("/papers/most_cited").text
    assert "one of: coupling, cocitation (empty: coupling)" in pages.get("/papers/twins").text


def test_papers_are_looked_up_by_an_index(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection:
        for column in LOOKED_UP.values():
            plan = connection.execute(
                f"EXPLAIN QUERY PLAN SELECT id FROM papers WHERE {column} = 'x'"
            ).fetchall()
            assert "SEARCH" in plan[0][3], column


def test_what_is_not_there_is_not_found_quietly(
    pages: Pages, capfd: pytest.CaptureFixture[str]
) -> None:
    pages.get("/papers/nothing_here", status=404)
    pages.get("/papers/papers/12345", status=404)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "path",
    [
        "/papers/listed/1",
        "/papers/problems?_next=x",
        "/papers/papers.json?_timelimit=x",
        "/papers/papers.json?_through=%7B%7D",
        "/papers/embeddings/1.blob",
    ],
)
def test_what_cannot_be_understood_is_told_so(
    pages: Pages, path: str, capfd: pytest.CaptureFixture[str]
) -> None:
    refused = pages.get(path, status=400)
    assert "This address cannot be answered" in refused.text
    assert refused.headers["x-content-type-options"] == "nosniff"
    out, errors = capfd.readouterr()
    assert out == ""
    assert "could not be answered" in errors
    assert "Traceback" not in errors


def test_links_carry_titles_and_titles_stay_text(pages: Pages) -> None:
    html = pages.get("/papers/citations").text
    assert f'<a href="/papers/papers/{ALPHA}">Alpha what? A C++ study</a>' in html
    assert f'<a href="/papers/papers/{OUTSIDE}">{OUTSIDE}</a>' in html, "a paper without a title"
    escaped = "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; friends"
    for page in ("citations", "papers", f"papers/{BETA}", "most_cited", "problems_with_reasons"):
        html = pages.get(f"/papers/{page}").text
        assert escaped in html
        assert SCRIPT not in html


def test_identifiers_lead_to_their_sources(pages: Pages) -> None:
    html = pages.get(f"/papers/papers/{ALPHA}").text
    assert '<a href="https://arxiv.org/abs/2310.00001">2310.00001</a>' in html
    assert '<a href="https://doi.org/10.1/a">10.1/a</a>' in html
    row = pages.get(f"/papers/citations/{ALPHA},{BETA}").text
    assert f'<a href="/papers/papers/{BETA}">{BETA}</a>' in row
    answer = pages.get("/papers/most_cited").text
    assert f'<a href="/papers/papers/{ALPHA}">Alpha what? A C++ study</a>' in answer


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("C++", ALPHA),
        ("what?", ALPHA),
        ("multi-agent", ALPHA),
        ('"quoted', BETA),
        ("script>alert('x", BETA),
        ("studies", ALPHA),
        ("title:", None),
        ("*", None),
        ("AND (", None),
        ('"', None),
    ],
)
def test_any_text_can_be_searched_for(pages: Pages, words: str, found: int | None) -> None:
    path = f"/papers/papers?_search={quote(words)}"
    assert [row["id"] for row in pages.rows(path)] == ([found] if found else [])
    pages.get(path)


def test_authors_are_found_without_their_accents(pages: Pages) -> None:
    assert [row["id"] for row in pages.rows("/papers/authors?_search=angstrom")] == [1]


def test_facets_and_descriptions_are_shown(pages: Pages) -> None:
    shown = pages.get("/papers/papers.json?_facet_size=max").json()
    years = {each["value"]: each["count"] for each in shown["facet_results"]["year"]["results"]}
    assert years == {2023: 2, 2017: 1}
    assert [row[0] for row in shown["rows"]] == [OUTSIDE, ALPHA, BETA, GAMMA], "most cited first"
    for table, look in site.LOOKS.items():
        html = pages.get(f"/papers/{table}").text
        assert html.count("<details><summary>What the columns mean</summary><dl") == 1
        assert set(re.findall(r'data-column="(\w+)"', html)) >= set(SHOWN[table].columns)
        facets = pages.get(f"/papers/{table}.json").json()["facet_results"]
        assert set(facets) == set(look.facets)
        for text in SHOWN[table].columns.values():
            assert text.replace("'", "&#39;") in html


def test_the_page_of_the_database_lists_what_can_be_asked_and_joined(pages: Pages) -> None:
    # After these, SQLite has a place of its own attached, whichever connection is asked.
    for page in (
        "/",
        "/gaps",
        "/communities",
        "/compare",
        *(f"/papers/papers/{p}" for p in PAPERS),
    ):
        pages.get(page)
    html = pages.get("/papers").text
    for name, query in queries.queries().items():
        assert (f'href="/papers/{name}"' in html) != query.is_detail
    assert "cross-database joins" not in html


def test_hidden_tables_stay_hidden(pages: Pages) -> None:
    tables = {
        table["name"]: table["hidden"] for table in pages.get("/papers.json").json()["tables"]
    }
    assert {name for name, hidden in tables.items() if not hidden} == SHOWN.keys() - VIEWS


def test_columns_are_described_as_they_are(copy: Path) -> None:
    real = {}
    with closing(sqlite3.connect(copy)) as connection:
        for (name,) in connection.execute(
            "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') "
            "AND name NOT LIKE '%\\_fts%' ESCAPE '\\' AND name NOT LIKE '\\_%' ESCAPE '\\'"
        ):
            info = connection.execute("SELECT name FROM pragma_table_xinfo(?)", [name])
            real[name] = [column for (column,) in info]
    assert {name: list(table.columns) for name, table in SHOWN.items()} == real
    assert all(f"| `{column}` |" in columns.data_dictionary() for column in real["papers"])
