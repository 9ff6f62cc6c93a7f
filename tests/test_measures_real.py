"""Measures agree with networkx and igraph on real citations, which have circles."""

import igraph
import networkx as nx
import numpy as np
import pytest
from real_citations import part, real_citations

from graph.measures.betweenness import betweenness, sampled_betweenness
from graph.measures.closeness import closeness
from graph.measures.clustering import clustering
from graph.measures.community import adjusted_rand, communities, mutual_information
from graph.measures.component import components
from graph.measures.core import cores
from graph.measures.hits import hits
from graph.measures.main_path import main_path
from graph.measures.mixing import mixing
from graph.measures.pagerank import pagerank
from graph.networkit_graph import pairs


def as_networkx(citing: np.ndarray, cited: np.ndarray, count: int) -> "nx.DiGraph[int]":
    g: nx.DiGraph[int] = nx.DiGraph()
    g.add_nodes_from(range(count))
    g.add_edges_from(zip(citing.tolist(), cited.tolist(), strict=True))
    return g


def as_igraph(citing: np.ndarray, cited: np.ndarray, count: int, directed: bool) -> igraph.Graph:
    return igraph.Graph(count, np.column_stack((citing, cited)).tolist(), directed=directed)


def values(by_node: dict[int, float]) -> np.ndarray:
    return np.array([by_node[node] for node in range(len(by_node))])


def test_all_of_it_against_networkx_and_igraph() -> None:
    citing, cited, count = real_citations()
    weight = np.ones(len(citing))
    g, directed = as_networkx(citing, cited, count), as_igraph(citing, cited, count, True)
    u = g.to_undirected()
    ranks = pagerank(citing, cited, weight, count)
    assert np.abs(ranks - values(nx.pagerank(g, tol=1e-15, max_iter=500))).max() < 1e-9
    assert np.abs(ranks - directed.pagerank()).max() < 1e-9
    found = hits(citing, cited, weight, count)
    hub, authority = nx.hits(g)
    assert np.abs(found.hub - values(hub)).max() < 1e-9
    assert np.abs(found.authority - values(authority)).max() < 1e-9
    assert np.array_equal(cores(citing, cited, count), values(nx.core_number(u)))
    assert np.abs(clustering(citing, cited, count) - values(nx.clustering(u))).max() < 1e-12
    parts = components(citing, cited, count)
    sizes = sorted(directed.connected_components("weak").sizes(), reverse=True)
    assert np.bincount(parts)[1:].tolist() == sizes


def test_a_part_of_it_against_networkx_and_igraph() -> None:
    citing, cited, count = part(1200)
    low, high, _ = pairs(citing, cited, np.ones(len(citing)), count)
    g = as_networkx(citing, cited, count)
    for graph, s, t in ((g, citing, cited), (g.to_undirected(), low, high)):
        is_directed = graph.is_directed()
        found = betweenness(s, t, count, directed=is_directed)
        reference = as_igraph(s, t, count, is_directed).betweenness()
        possible = (count - 1) * (count - 2) / (1 if is_directed else 2)
        assert np.abs(found - np.array(reference) / possible).max() < 1e-12
        near = closeness(s, t, count, directed=is_directed)
        assert np.abs(near - values(nx.closeness_centrality(graph))).max() < 1e-12
        # A sample of a third finds the same papers in front.
        estimate = sampled_betweenness(s, t, count, count // 3, 0, directed=is_directed)
        assert np.corrcoef(estimate, found)[0, 1] > 0.95


def test_communities_are_as_good_as_those_of_igraph() -> None:
    citing, cited, count = real_citations()
    linked = pairs(citing, cited, np.ones(len(citing)), count)
    reference = as_igraph(linked.source, linked.target, count, False)
    reference.es["weight"] = linked.weight
    other = reference.community_leiden("modularity", weights="weight", n_iterations=10)
    found = communities(citing, cited, np.ones(len(citing)), count)
    assert found.modularity == pytest.approx(
        reference.modularity(found.community, weights="weight"), abs=1e-9
    )
    assert found.modularity is not None
    assert found.modularity > other.modularity - 0.01
    # igraph's clusters are joined inside; so must these be.
    inside = found.community[linked.source] == found.community[linked.target]
    joined = components(linked.source[inside], linked.target[inside], count)
    linked_nodes = found.community > 0
    assert len(np.unique(joined[linked_nodes])) == found.count
    theirs = np.array(other.membership)
    compare = igraph.compare_communities
    assert adjusted_rand(found.community, theirs) == pytest.approx(
        compare(found.community.tolist(), other.membership, "adjusted_rand")
    )
    assert mutual_information(found.community, theirs) == pytest.approx(
        compare(found.community.tolist(), other.membership, "nmi")
    )


def test_the_main_path_counts_chains_as_whole_numbers_do() -> None:
    citing, cited, count = real_citations()
    found = main_path(citing, cited, count)
    g = nx.condensation(as_networkx(cited, citing, count))
    until, after = dict.fromkeys(g, 1), dict.fromkeys(g, 1)
    order = list(nx.topological_sort(g))
    for node in order:
        until[node] = sum(until[before] for before in g.pred[node]) or 1
    for node in reversed(order):
        after[node] = sum(after[later] for later in g.succ[node]) or 1
    every = sum(after[node] for node in g if g.succ[node] and not g.pred[node])
    best: dict[int, float] = {}
    for node in order:
        best[node] = max(
            (best[b] + until[b] * after[node] / every for b in g.pred[node]), default=0
        )
    groups = [g.graph["mapping"][step[0]] for step in found.steps]
    shares = [until[a] * after[b] / every for a, b in nx.utils.pairwise(groups)]
    assert found.shares == pytest.approx(shares, abs=1e-9)
    assert sum(found.shares) == pytest.approx(max(best.values()), abs=1e-9)
    for group, step in zip(groups, found.steps, strict=True):
        assert g.nodes[group]["members"] == set(step)


def test_assortativity_against_igraph() -> None:
    citing, cited, count = real_citations()
    kind = np.arange(count) % 3
    found = mixing(citing, cited, kind.astype(str).tolist(), permutations=9)
    reference = as_igraph(citing, cited, count, True).assortativity_nominal(kind.tolist())
    assert found.assortativity == pytest.approx(reference)
