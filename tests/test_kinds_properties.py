"""Kinds of networks: what holds of any citations, and agreement with networkx and igraph."""

from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import igraph
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_networks import made, real_links
from networkx.algorithms import bipartite

import graph
from graph import sharing
from graph.likeness import nearest, of_unit_length
from graph.sharing import first_shared, incidence, share

MANY = 10**9
Link = tuple[int, int]
LINKS = st.sets(
    st.tuples(st.integers(1, 9), st.integers(1, 14)).filter(lambda link: link[0] != link[1]),
    max_size=50,
)
OWNERSHIP = st.sets(st.tuples(st.integers(0, 11), st.integers(0, 9)), max_size=70)


def matrix_of(ownership: set[Link], rows: int = 12) -> sharing.csr_array[np.float64]:
    node, thing = np.array(sorted(ownership), dtype=np.int64).reshape(-1, 2).T
    return incidence(node, thing, rows)


@given(OWNERSHIP, st.integers(1, 4), st.sampled_from([1, 7, 1_000_000]))
def test_shares_are_the_products_off_the_diagonal(
    ownership: set[Link], least: int, products: int
) -> None:
    """Whatever the size of the blocks, A·Aᵀ comes out, each pair once and in order."""
    matrix = matrix_of(ownership)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sharing, "_LEAST_PRODUCTS", products)
        patch.setattr(sharing, "_MOST_PRODUCTS", products)
        result = share(matrix, least, MANY)
    dense = matrix.toarray()
    product = dense @ dense.T
    rows, columns = np.nonzero(np.triu(product, 1) >= least)
    pairs = result.pairs
    assert list(zip(pairs.source, pairs.target, strict=True)) == list(
        zip(rows, columns, strict=True)
    )
    assert pairs.shared.tolist() == product[rows, columns].tolist()
    assert np.array_equal(product, product.T)
    owners = np.maximum(dense.sum(axis=0) - 1, 1)
    fractions = (dense / owners) @ dense.T
    assert pairs.fractional.tolist() == pytest.approx(fractions[rows, columns].tolist())
    of_all = np.triu(product, 1)
    assert result.by_shared[1:].tolist() == [
        np.count_nonzero(of_all == shared) for shared in range(1, len(result.by_shared))
    ]
    first = first_shared(matrix, pairs)
    assert first.tolist() == [
        int(np.flatnonzero(dense[row] * dense[column])[0])
        for row, column in zip(rows, columns, strict=True)
    ]


@given(OWNERSHIP, st.integers(0, 12))
def test_too_many_pairs_leave_all_that_share_most(ownership: set[Link], most: int) -> None:
    everything = share(matrix_of(ownership), 1, MANY).pairs.shared
    kept = share(matrix_of(ownership), 1, most)
    assert len(kept.pairs.shared) <= most
    assert len(kept.pairs.shared) == np.count_nonzero(everything >= kept.least)
    if kept.least > 1:
        assert np.count_nonzero(everything >= kept.least - 1) > most


@settings(max_examples=20, deadline=None)
@given(LINKS)
def test_cocitation_is_the_coupling_of_the_reversed_citations(links: set[Link]) -> None:
    with TemporaryDirectory() as folder:
        cited = made(Path(folder) / "a.db", range(1, 10), links)
        citing = made(Path(folder) / "b.db", range(1, 10), [(t, s) for s, t in links])
        one, other = graph.network(cited, "coupling"), graph.network(citing, "cocitation")
    assert one.edge_count == other.edge_count
    for name in ("shared", "cosine", "association", "fractional"):
        assert one.edge_column(name).cells() == other.edge_column(name).cells()
    assert one.source.tolist() == other.source.tolist()
    assert one.target.tolist() == other.target.tolist()


@settings(max_examples=20, deadline=None)
@given(LINKS, st.integers(1, 3), st.integers(1, 3))
def test_the_citation_kinds_are_parts_of_the_whole_graph(
    links: set[Link], cited_by: int, citing: int
) -> None:
    """Cycles and mutual citations included; networkx takes the parts of a DiGraph."""
    listed = set(range(1, 10))
    with TemporaryDirectory() as folder:
        path = made(Path(folder) / "a.db", listed, links)
        among = graph.load(path)
        around = graph.load(path, "neighbourhood", min_cited_by=cited_by, min_citing=citing)
    whole: nx.DiGraph[int] = nx.DiGraph(sorted(links))
    whole.add_nodes_from(listed)
    near = {
        node
        for node in set(whole) - listed
        if len(listed & set(whole.predecessors(node))) >= cited_by
        or len(listed & set(whole.successors(node))) >= citing
    }
    for made_, nodes in ((among, listed), (around, listed | near)):
        expected = {(f"paper-{s}", f"paper-{t}") for s, t in whole.subgraph(nodes).edges}
        assert set(made_.edges) == expected
        assert set(made_) == {f"paper-{node}" for node in nodes}


@settings(max_examples=20, deadline=None)
@given(st.dictionaries(st.integers(1, 8), st.sets(st.integers(1, 9), min_size=1), min_size=1))
def test_the_projected_bipartite_network_is_that_of_coauthors(
    authors: dict[int, set[int]],
) -> None:
    with TemporaryDirectory() as folder:
        path = made(
            Path(folder) / "a.db",
            list(authors),
            authors={p: sorted(who) for p, who in authors.items()},
        )
        both, together = graph.load(path, "bipartite"), graph.load(path, "coauthor")
    people = [node for node, kind in both.nodes(data="node_type") if kind == "author"]
    counted = bipartite.weighted_projected_graph(both, people)
    shared = bipartite.collaboration_weighted_projected_graph(both, people)
    assert set(people) == set(together)
    for weight, projected in (("shared", counted), ("fractional", shared)):
        assert {frozenset(ends): w for *ends, w in together.edges(data=weight)} == pytest.approx(
            {frozenset(ends): w for *ends, w in projected.edges(data="weight")}
        )


@given(
    st.lists(st.lists(st.integers(-4, 4), min_size=3, max_size=3), min_size=1, max_size=12),
    st.integers(1, 13),
    st.booleans(),
)
def test_nearest_are_those_of_sorting_all(
    vectors: list[list[int]], count: int, mutual: bool
) -> None:
    rows = of_unit_length(np.array(vectors, np.float32))
    alike = np.rint((rows @ rows.T).astype(float) * 1e6)
    found = []
    for row, values in enumerate(alike.tolist()):
        order = sorted(
            (other for other in range(len(values)) if other != row and values[other] > 0),
            key=lambda other: (-values[other], other),
        )
        found.append(set(order[:count]))
    expected = [
        (a, b)
        for a in range(len(found))
        for b in range(a + 1, len(found))
        if (b in found[a]) + (a in found[b]) >= (2 if mutual else 1)
    ]
    near = nearest(rows, count, mutual=mutual)
    assert list(zip(near.first.tolist(), near.second.tolist(), strict=True)) == expected
    assert near.likeness.tolist() == [alike[pair] / 1e6 for pair in expected]


def test_the_real_network_agrees_with_igraph(tmp_path: Path) -> None:
    """Every paper of the real network as listed; coupling and co-citation of a few hundred."""
    links = real_links()
    count = int(links.max()) + 1
    path = made(tmp_path / "real.db", range(1, count + 1), (links + 1).tolist())
    reference = igraph.Graph(count, links.tolist(), directed=True)
    citation = graph.network(path)
    ends = zip(citation.source.tolist(), citation.target.tolist(), strict=True)
    assert list(ends) == sorted(map(tuple, links.tolist()))
    some = range(0, count, count // 200)
    for kind, matrix in (("coupling", reference.bibcoupling), ("cocitation", reference.cocitation)):
        network = graph.network(path, kind, min_shared=2)
        expected = np.array(matrix(vertices=list(some)))
        for row, node in zip(expected, some, strict=True):
            row[node] = 0
            here = np.concatenate(
                (network.target[network.source == node], network.source[network.target == node])
            )
            assert sorted(here.tolist()) == np.flatnonzero(row >= 2).tolist()
            weights = network.weight[(network.source == node) | (network.target == node)]
            assert sorted(weights.tolist()) == sorted(row[row >= 2].tolist())
        assert all(a <= b for a, b in pairwise(network.source.tolist()))
