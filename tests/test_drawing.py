"""Looks: places, sizes and colours are what the columns say."""

import numpy as np
import pytest
from made_network import TITLES, papers_network

import graph
from graph.drawing import GREY, PALETTE, drawn
from graph.network import Column, Network


def plain(count: int, *columns: Column) -> Network:
    return Network(
        kind="citation",
        directed=True,
        node_ids=np.arange(count),
        keys=tuple(f"k{number}" for number in range(count)),
        nodes=columns,
        source=np.zeros(max(count - 1, 0), np.int64),
        target=np.arange(1, max(count, 1)),
        weight=np.ones(max(count - 1, 0)),
        edges=(),
    )


def colours(network: Network) -> list[tuple[int, ...]]:
    shades = np.stack([network.column(name).values for name in "rgb"], axis=1)
    return [tuple(row) for row in shades.tolist()]


def test_the_area_grows_with_the_logarithm_of_citations() -> None:
    counts = [0, 9, 99, None]
    network = drawn(plain(4, Column.of("citation_count", "long", counts, "")))
    area = network.column("size").values ** 2
    assert network.column("size").values[2] == 100
    assert np.isclose(area[1] - area[0], area[2] - area[1], rtol=1e-3)
    assert area[3] == area[0] == 16


def test_without_citations_the_degree_counts() -> None:
    size = drawn(plain(4)).column("size").values
    assert size[0] == size.max() == 100
    assert len(set(size[1:])) == 1


def test_the_largest_groups_have_a_colour_each_and_small_ones_are_grey() -> None:
    groups = ["b"] * 4 + ["a"] * 5 + ["c"] * 2 + [None]
    network = drawn(plain(12, Column.of("decision", "string", groups, "")))
    assert colours(network) == [PALETTE[1]] * 4 + [PALETTE[0]] * 5 + [GREY] * 3
    many = drawn(plain(30, Column.of("community", "long", np.arange(30) // 3, "")))
    assert set(colours(many)) == {*PALETTE, GREY}
    assert colours(many).count(GREY) == 9


def test_communities_come_before_decisions_and_a_column_may_be_named() -> None:
    decision = Column.of("decision", "string", ["oral"] * 3 + ["poster"] * 3, "")
    community = Column.of("community", "long", [1] * 6, "")
    network = plain(6, decision, community, Column.of("pagerank", "double", np.ones(6), ""))
    assert len(set(colours(drawn(network)))) == 1
    assert len(set(colours(drawn(network, colour_by="decision")))) == 2
    with pytest.raises(graph.GraphError, match=r"no column 'nonsense'.*decision"):
        drawn(network, colour_by="nonsense")
    with pytest.raises(graph.GraphError, match="a measure"):
        drawn(network, colour_by="pagerank")


def test_colours_are_told_apart_without_red_or_green() -> None:
    """Machado, Oliveira and Fernandes (2009): what people without one kind of cone see."""
    lacking = {
        "red": [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
        "green": [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.01182, 0.04294, 0.968881],
        ],
    }
    linear = (np.array([*PALETTE, GREY]) / 255) ** 2.2
    for matrix in lacking.values():
        seen = np.clip(linear @ np.array(matrix).T, 0, 1) ** (1 / 2.2)
        apart = np.linalg.norm(seen[:, None] - seen, axis=2)
        assert apart[np.triu_indices(len(seen), 1)].min() > 0.1


def test_drawing_again_replaces_the_looks() -> None:
    network = papers_network(TITLES)
    again = drawn(network)
    assert [column.name for column in again.nodes] == [column.name for column in network.nodes]
    for name in ("x", "y", "size", "r"):
        assert again.column(name).cells() == network.column(name).cells()
    other = drawn(network, seed=1)
    assert other.column("x").cells() != network.column("x").cells()
