"""Positions: every node has one of its own, neighbours are near, the same seed gives the same."""

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.distance import pdist, squareform

from graph.layout import positions
from graph.layout.overlaps import parted
from graph.layout.packing import Box, shelves
from graph.layout.pivots import spread
from graph.network import Floats, Integers

NO_ENDS = np.zeros(0, np.int64)


def ends_of(graph: "nx.Graph[int]") -> tuple[Integers, Integers, Floats, Floats]:
    """Return source, target, weight and radius of a graph with the nodes 0, 1, …"""
    pairs = np.array(sorted(graph.edges()), dtype=np.int64).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1], np.ones(len(pairs)), np.full(len(graph), 5.0)


def overlapping(place: Floats, radius: Floats) -> int:
    distance = squareform(pdist(place))
    touching = distance < 0.99 * (radius[:, None] + radius)
    return int(np.triu(touching, 1).sum())


@pytest.mark.parametrize("count", [0, 1, 2, 3, 50])
def test_nodes_without_an_edge_stand_in_a_grid(count: int) -> None:
    radius = np.full(count, 5.0)
    found = positions(NO_ENDS, NO_ENDS, np.zeros(0), radius)
    assert found.shape == (count, 2)
    assert np.isfinite(found).all()
    assert count < 2 or overlapping(found, radius) == 0
    if count == 50:
        assert len(set(found[:, 1].round(6))) < 10, "in rows"
        assert len(set(found[:, 0].round(6))) < 10, "in columns"


@settings(deadline=None, max_examples=40)
@given(
    st.integers(1, 30).flatmap(
        lambda count: st.tuples(
            st.just(count),
            st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=60),
            st.lists(st.floats(0.1, 50), min_size=count, max_size=count),
        )
    )
)
def test_any_network_is_laid_out_without_overlap(
    network: tuple[int, list[tuple[int, int]], list[float]],
) -> None:
    """Also with loops, both directions, several components and nodes of very unlike size."""
    count, pairs, radii = network
    ends = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    radius = np.array(radii)
    found = positions(ends[:, 0], ends[:, 1], np.ones(len(ends)), radius)
    assert np.isfinite(found).all()
    assert np.allclose(found.mean(axis=0), 0, atol=1e-6)
    again = positions(ends[:, 0], ends[:, 1], np.ones(len(ends)), radius)
    assert np.array_equal(found, again)
    if count > 1:
        assert overlapping(found, radius) == 0


def test_neighbours_are_nearer_than_others_and_components_do_not_mix() -> None:
    cliques = nx.disjoint_union(nx.connected_caveman_graph(4, 8), nx.complete_graph(6))
    cliques = nx.disjoint_union(cliques, nx.empty_graph(5))
    source, target, weight, radius = ends_of(cliques)
    found = positions(source, target, weight, radius)
    distance = squareform(pdist(found))
    linked = np.mean(distance[source, target])
    assert linked < 0.6 * np.mean(distance[:32, :32][np.triu_indices(32, 1)])
    boxes = [
        (found[part].min(axis=0), found[part].max(axis=0))
        for part in (range(32), range(32, 38), range(38, 43))
    ]
    for number, (low, high) in enumerate(boxes):
        for other_low, other_high in boxes[number + 1 :]:
            assert (low > other_high).any() or (high < other_low).any()
    assert overlapping(found, radius) == 0


def test_pivots_keep_the_distances_of_a_path() -> None:
    count = 40
    ends = np.stack((np.arange(count - 1), np.arange(1, count)), axis=1)
    found = spread(ends, count, np.random.default_rng(0))
    wanted = np.abs(np.subtract.outer(np.arange(count), np.arange(count)))
    assert np.corrcoef(squareform(pdist(found)).ravel(), wanted.ravel())[0, 1] > 0.99


def test_the_layout_of_a_grid_has_less_stress_than_networkxs() -> None:
    """Distances in the picture against those along the edges, each scaled as fits best."""
    grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(10, 10), ordering="sorted")
    source, target, weight, radius = ends_of(grid)
    wanted = np.asarray(nx.floyd_warshall_numpy(grid))

    def stress(place: Floats) -> float:
        distance, far = squareform(pdist(place)), wanted > 0
        share = distance[far] / wanted[far]
        scale = share.sum() / (share**2).sum()
        return float(np.mean((scale * share - 1) ** 2))

    other = nx.spring_layout(grid, seed=0)
    ours = positions(source, target, weight, radius)
    assert stress(ours) < stress(np.array([other[node] for node in range(100)]))


def test_circles_are_parted_and_others_left_where_they_are() -> None:
    place = np.array([(0.0, 0.0), (0.0, 0.0), (1.0, 0.0), (100.0, 100.0)])
    radius = np.array([5.0, 5.0, 3.0, 5.0])
    found = parted(place, radius)
    assert overlapping(found, radius) == 0
    assert np.array_equal(found[3], place[3])


@given(st.lists(st.tuples(st.floats(1, 100), st.floats(1, 100)), max_size=20))
def test_boxes_on_shelves_keep_their_gap_and_the_page(sizes: list[tuple[float, float]]) -> None:
    boxes = [Box(*size) for size in sizes]
    corners, width = shelves(boxes, 3.0)
    for number, (one, at) in enumerate(zip(boxes, corners, strict=True)):
        assert at[0] >= 0
        assert at[0] + one.width <= width + 1e-6
        for other, there in list(zip(boxes, corners, strict=True))[number + 1 :]:
            apart = np.abs(at + np.array(one) / 2 - there - np.array(other) / 2)
            room = (np.array(one) + np.array(other)) / 2 + 3.0
            assert (apart >= room - 1e-6).any()
