"""CSV: the tables hold the network, and a spreadsheet runs nothing."""

import csv
import io
import zipfile

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from made_network import NASTY, as_utf8_holds, bytes_of, papers_network

from db.formulas import harmless


def read(data: bytes) -> list[dict[str, str]]:
    text = data.decode("utf-8-sig")
    assert data.startswith(b"\xef\xbb\xbf"), "Excel takes it for another encoding"
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_nodes_have_their_columns_and_empty_cells() -> None:
    network = papers_network()
    rows = read(bytes_of(network, "nodes"))
    assert list(rows[0])[:4] == ["Id", "Label", "title", "arxiv_id"]
    assert [row["Id"] for row in rows] == list(network.keys)
    assert [row["citation_count"] for row in rows] == ["0", "5", "500", "", "1", "2"]
    assert [row["is_listed"] for row in rows] == ["true", "", "false", "true", "true", "true"]
    assert [float(row["x"]) for row in rows] == network.column("x").cells()
    assert rows[2]["Label"] == "'=HYPERLINK(1)"
    assert rows[5]["Label"] == network.keys[5]


@pytest.mark.parametrize("directed", [True, False])
def test_edges_have_their_columns(directed: bool) -> None:
    network = papers_network(directed=directed)
    rows = read(bytes_of(network, "edges"))
    assert list(rows[0]) == ["Source", "Target", "Type", "Weight", "date", "is_impossible"]
    assert [(row["Source"], row["Target"], float(row["Weight"])) for row in rows] == [
        (network.keys[s], network.keys[t], w)
        for s, t, w in zip(network.source, network.target, network.weight, strict=True)
    ]
    assert {row["Type"] for row in rows} == {"Directed" if directed else "Undirected"}


def test_the_archive_holds_both_tables() -> None:
    network = papers_network()
    with zipfile.ZipFile(io.BytesIO(bytes_of(network, "csv"))) as archive:
        assert archive.namelist() == ["nodes.csv", "edges.csv"]
        assert archive.read("nodes.csv") == bytes_of(network, "nodes")
        assert archive.read("edges.csv") == bytes_of(network, "edges")


@settings(deadline=None, max_examples=50)
@given(st.lists(st.none() | NASTY, max_size=6))
@example(["=1+1", "+", "-5", '"', ",", "\r\n"])
def test_any_text_comes_back_harmless(titles: list[str | None]) -> None:
    rows = read(bytes_of(papers_network(titles), "nodes"))
    assert [row["title"] for row in rows] == [
        harmless(as_utf8_holds(text).replace("\0", "\ufffd")) if text and not text.isspace() else ""
        for text in titles
    ]
