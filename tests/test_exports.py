"""Every format: the same network gives the same bytes, any text and any size is written."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from made_database import five_papers
from made_network import NASTY, bytes_of, papers_network

import graph
from graph.exports import format_for, formats
from graph.network import Network

ROOT = Path(__file__).parents[1]
NAMES = sorted(formats())

PROGRAM = """
import sys, graph
from graph.drawing import drawn
from graph.exports import formats
network = drawn(graph.network(sys.argv[1]))
for name, each in formats().items():
    graph.export(network, f"{sys.argv[2]}/{name}{each.SUFFIXES[0]}")
"""


def test_the_same_database_gives_the_same_bytes_in_every_format(tmp_path: Path) -> None:
    database = five_papers(tmp_path / "papers.db")
    written = {}
    for seed in ("0", "4711"):
        folder = tmp_path / seed
        folder.mkdir()
        subprocess.run(
            [sys.executable, "-c", PROGRAM, str(database), str(folder)],
            check=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
        )
        written[seed] = {file.name: file.read_bytes() for file in folder.iterdir()}
    assert len(written["0"]) == len(NAMES)
    assert written["0"] == written["4711"]


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("count", [0, 1, 2, 6])
@pytest.mark.parametrize("name", NAMES)
def test_small_networks_are_files_too(name: str, count: int, directed: bool) -> None:
    titles = papers_network().column("title").cells()[:count]
    data = bytes_of(papers_network(titles, directed), name)  # type: ignore[arg-type]
    assert data or (name in ("bibtex", "ris") and count == 0)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [1, 3])
def test_a_network_of_many_rows_is_written_whole(
    name: str, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    network = papers_network()
    whole = bytes_of(network, name)
    monkeypatch.setattr("graph.text_rows._ROWS", size)
    assert bytes_of(network, name) == whole


@settings(deadline=None, max_examples=30)
@given(st.lists(st.none() | NASTY, max_size=6))
@example(["\ud83d\ude00", "\0", "]]>", "", "\\", '"'])
def test_any_text_is_utf8_in_every_format(titles: list[str | None]) -> None:
    network = papers_network(titles)
    for name in NAMES:
        if name != "csv":
            bytes_of(network, name).decode("utf-8")


def test_an_ending_means_one_format_and_the_longest_wins() -> None:
    endings = [suffix for each in formats().values() for suffix in each.SUFFIXES]
    assert len(endings) == len(set(endings))
    assert format_for(Path("map.vosviewer.json")).NAME == "vosviewer"
    assert format_for(Path("map.json")).NAME == "graphology"
    with pytest.raises(graph.GraphError, match=r"\.nodes\.csv"):
        format_for(Path("network.csv"))


def test_what_has_no_papers_has_no_references() -> None:
    network = papers_network()
    columns = tuple(column for column in network.nodes if column.name != "title")
    authors = Network(
        kind="coauthor",
        directed=False,
        node_ids=network.node_ids,
        keys=network.keys,
        nodes=columns,
        source=network.source,
        target=network.target,
        weight=network.weight,
        edges=(),
    )
    for name in ("bibtex", "ris"):
        with pytest.raises(graph.GraphError, match="coauthor network are no papers"):
            bytes_of(authors, name)
