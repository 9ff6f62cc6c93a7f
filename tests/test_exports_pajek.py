"""Pajek: networkx and igraph read the same network."""

import re
from pathlib import Path

import igraph
import networkx as nx
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from made_network import NASTY, TITLES, as_utf8_holds, bytes_of, papers_network

from graph.exports.pajek import vertex_label


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("count", [1, 2, 6])
def test_networkx_and_igraph_read_the_same_network_back(
    directed: bool, count: int, tmp_path: Path
) -> None:
    network = papers_network(TITLES[:count], directed)
    path = tmp_path / "papers.net"
    path.write_bytes(bytes_of(network, "pajek"))
    ends = list(zip(network.source.tolist(), network.target.tolist(), strict=True))
    other = igraph.Graph.Read_Pajek(str(path))
    assert other.is_directed() is directed
    assert other.get_edgelist() == ends
    assert other.vcount() == count
    if ends:
        assert other.es["weight"] == network.weight.tolist()
        back = nx.read_pajek(path)
        names = list(back)
        assert sorted(back.edges()) == sorted((names[s], names[t]) for s, t in ends)
    if count == 6:
        assert other.vs["color"][0] == "RGBE69F00"
        assert all(0 <= place <= 1 for name in "xy" for place in other.vs[name])
        # x grows to the right in both, y upwards here and downwards there.
        for name, sign in (("x", 1), ("y", -1)):
            ours = network.column(name).values
            assert np.corrcoef(other.vs[name], sign * ours)[0, 1] == pytest.approx(1)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.none() | NASTY, min_size=3, max_size=6))
@example(['"', '"', "\\", "a\nb", "a b", None])
def test_any_text_is_a_label_that_two_readers_agree_on(titles: list[str | None]) -> None:
    data = bytes_of(papers_network(titles), "pajek").decode()
    labels = re.findall(r'^\d+ "(.*?)"', data, re.MULTILINE)
    assert len(set(labels)) == len(titles)
    assert list(nx.parse_pajek(data.split("\n"))) == labels
    for label, title in zip(labels, titles, strict=True):
        if title and not title.isspace():
            assert label.rstrip("_") == as_utf8_holds(vertex_label(title)).rstrip("_")


def test_the_project_has_partitions_and_whole_vectors() -> None:
    lines = bytes_of(papers_network(), "pajek-project").decode().splitlines()

    def values(heading: str) -> list[str]:
        (start,) = [i for i, line in enumerate(lines) if line.startswith(heading)]
        assert lines[start + 1] == "*Vertices 6"
        return lines[start + 2 : start + 8]

    assert values("*Partition decision (1 oral, 2 poster)") == list("122222")
    assert values("*Partition community") == list("222110")
    assert values("*Partition is_listed") == list("201222")
    assert {float(value) for value in values("*Vector pagerank")} == {1 / 6}
    # One paper's citations are unknown, and Pajek has no word for that.
    assert not [line for line in lines if "citation_count" in line]
