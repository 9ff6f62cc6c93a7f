"""The JSON formats, by what their programs' documentation asks for."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_network import NASTY, TITLES, as_utf8_holds, bytes_of, papers_network

from graph.network import Network


def read(network: Network, name: str) -> Any:
    return json.loads(bytes_of(network, name))


@settings(deadline=None, max_examples=50)
@given(st.lists(st.none() | NASTY, max_size=6))
def test_any_text_comes_back_as_it_was(titles: list[str | None]) -> None:
    network = papers_network(titles)
    wanted = [
        as_utf8_holds(text) if text and not text.isspace() else key
        for text, key in zip(titles, network.keys, strict=False)
    ]
    nodes = read(network, "graphology")["nodes"]
    assert [node["attributes"]["label"] for node in nodes] == wanted
    nodes = read(network, "cytoscape")["elements"]["nodes"]
    assert [node["data"]["name"] for node in nodes] == wanted
    items = read(network, "vosviewer")["network"]["items"]
    assert [item["label"] for item in items] == wanted


@pytest.mark.parametrize("directed", [True, False])
def test_graphology_holds_the_network(directed: bool) -> None:
    network = papers_network(directed=directed)
    back = read(network, "graphology")
    assert back["options"]["type"] == ("directed" if directed else "undirected")
    assert [node["key"] for node in back["nodes"]] == list(network.keys)
    first = back["nodes"][0]["attributes"]
    assert first["color"] == "#e69f00"
    assert (first["x"], first["size"]) == (network.column("x").cells()[0], 4.0)
    assert first["year"] == 2023
    assert "citation_count" not in back["nodes"][3]["attributes"]
    assert [
        (
            edge["source"],
            edge["target"],
            edge["attributes"]["weight"],
            edge.get("undirected", False),
        )
        for edge in back["edges"]
    ] == [
        (network.keys[s], network.keys[t], w, not directed)
        for s, t, w in zip(network.source, network.target, network.weight, strict=True)
    ]


def test_cytoscape_holds_the_network_with_y_downwards() -> None:
    network = papers_network()
    elements = read(network, "cytoscape")["elements"]
    assert [node["data"]["id"] for node in elements["nodes"]] == list(network.keys)
    places = [(node["position"]["x"], -node["position"]["y"]) for node in elements["nodes"]]
    assert places == list(
        zip(network.column("x").cells(), network.column("y").cells(), strict=True)
    )
    ids = [element["data"]["id"] for part in elements.values() for element in part]
    assert len(set(ids)) == network.node_count + network.edge_count
    assert elements["edges"][1]["data"]["weight"] == 1.25


def test_vosviewer_is_given_what_it_accepts() -> None:
    """Its own checks: whole ids, x and y numbers, weights known and not negative, clusters 1-1000,
    scores numbers or null, links between items.
    """
    network = papers_network()
    data = read(network, "vosviewer")["network"]
    items, links = data["items"], data["links"]
    ids = [item["id"] for item in items]
    assert ids == list(range(1, len(TITLES) + 1))
    assert all(-1 <= item[name] <= 1 for item in items for name in ("x", "y"))
    assert [item.get("cluster") for item in items] == [2, 2, 2, 1, 1, None]
    assert {cluster["cluster"]: cluster["label"] for cluster in data["clusters"]} == {
        1: TITLES[0],
        2: "big",
    }
    for item in items:
        assert item["weights"].keys() == items[0]["weights"].keys()
        assert item["scores"].keys() == items[0]["scores"].keys()
        assert all(weight >= 0 for weight in item["weights"].values())
    # One paper's citations are unknown, so they cannot be a weight.
    assert [item["scores"]["citation_count"] for item in items] == [0, 5, 500, None, 1, 2]
    assert [item["weights"]["Links"] for item in items] == [1, 2, 2, 2, 1, 0]
    # The first two cite each other: 1.0 and 2.0.
    assert links[0] == {"source_id": 1, "target_id": 2, "strength": 3.0}
    assert len(links) == 4
    assert items[0]["weights"]["Total link strength"] == 3.0
    assert np.sum([link["strength"] for link in links]) == network.weight.sum()


def test_vosviewer_sizes_by_citations_where_all_are_known() -> None:
    items = read(papers_network(TITLES[:3]), "vosviewer")["network"]["items"]
    assert [item["weights"]["Citations"] for item in items] == [0, 5, 500]
