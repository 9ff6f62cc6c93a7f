"""Measures: cases computed by hand, properties, and what empty networks give."""

import subprocess
import sys
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import graph
from graph.measures import Options, families, measured
from graph.measures.betweenness import betweenness, sampled_betweenness
from graph.measures.closeness import closeness
from graph.measures.clustering import clustering
from graph.measures.community import (
    adjusted_rand,
    communities,
    modularity,
    mutual_information,
    stability,
)
from graph.measures.component import by_size, components
from graph.measures.core import cores
from graph.measures.degree import degrees, strengths
from graph.measures.disruption import REASONS, Known, disruption
from graph.measures.hits import hits
from graph.measures.main_path import main_path
from graph.measures.mixing import assortativity, mixing
from graph.measures.pagerank import pagerank
from graph.measures.twins import twins
from graph.network import Column, Network
from graph.networkit_graph import pairs, ran


def ends(*edges: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    array = np.array(edges, dtype=np.int64).reshape(-1, 2)
    return array[:, 0], array[:, 1]


def made(
    count: int, *edges: tuple[int, int], directed: bool = True, titles: list[str] | None = None
) -> Network:
    source, target = ends(*edges)
    keys = tuple(f"n{number}" for number in range(count))
    nodes = (Column.of("label", "string", keys, ""),)
    if titles is not None:
        nodes += (Column.of("title", "string", titles, ""),)
    return Network(
        "citation", directed, np.arange(count), keys, nodes, source, target,
        np.ones(len(source)), (),
    )  # fmt: skip


EDGES = st.integers(1, 12).flatmap(
    lambda n: st.tuples(
        st.just(n),
        st.lists(
            st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)).filter(lambda e: e[0] != e[1]),
            unique=True,
            max_size=40,
        ),
    )
)


def drawn(case: tuple[int, list[tuple[int, int]]]) -> "nx.DiGraph[int]":
    g: nx.DiGraph[int] = nx.DiGraph()
    g.add_nodes_from(range(case[0]))
    g.add_edges_from(case[1])
    return g


def in_order(values: dict[int, float]) -> list[float]:
    return [values[node] for node in sorted(values)]


# Two triangles joined by one edge, and a node alone.
BARBELL = ((0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (3, 5), (4, 5))


def test_the_barbell_by_hand() -> None:
    source, target = ends(*BARBELL)
    assert cores(source, target, 7).tolist() == [2, 2, 2, 2, 2, 2, 0]
    assert components(source, target, 7).tolist() == [1, 1, 1, 1, 1, 1, 2]
    # Of the three neighbours of 2 and of 3, one pair in three is linked.
    assert clustering(source, target, 7).tolist() == pytest.approx([1, 1, 1 / 3, 1 / 3, 1, 1, 0])
    # 2 lies between {0, 1} and {3, 4, 5}: six of the 15 pairs of the six other nodes.
    assert betweenness(source, target, 7, directed=False).tolist() == pytest.approx(
        [0, 0, 6 / 15, 6 / 15, 0, 0, 0]
    )
    # From 2: 0, 1, 3 at one step, 4, 5 at two: 5 / 7, times 5 of 6 other nodes.
    assert closeness(source, target, 7, directed=False)[2] == pytest.approx(5 / 7 * 5 / 6)
    found = communities(source, target, np.ones(7), 7)
    assert found.community.tolist() == [1, 1, 1, 2, 2, 2, 0]
    # Six of seven edges inside; each side has half of all ends.
    assert found.modularity == pytest.approx(6 / 7 - 1 / 2)
    assert strengths(source, np.arange(7.0), 7).tolist() == [1, 2, 3, 9, 6, 0, 0]


def test_hubs_and_authorities_by_hand() -> None:
    """Two papers cite one, one of them another: authority a, b with a = 2 h, h = a + b."""
    found = hits(*ends((0, 2), (1, 2), (0, 3)), np.ones(3), 4)
    golden = (1 + 5**0.5) / 2
    assert found.authority.tolist() == pytest.approx(
        [0, 0, golden / (1 + golden), 1 / (1 + golden)]
    )
    assert found.hub.tolist() == pytest.approx([golden / (1 + golden), 1 / (1 + golden), 0, 0])
    # Two equal parts share the scores, where a library's start may give one part all.
    assert hits(*ends((0, 1), (2, 3)), np.ones(2), 4).authority.tolist() == [0, 0.5, 0, 0.5]


def test_pagerank_towards_a_set_by_hand() -> None:
    """0 cites 1, jumps lead to 0 alone: r0 = 0.15 + 0.85 r1 and r1 = 0.85 r0."""
    ranks = pagerank(*ends((0, 1)), np.ones(1), 3, towards=np.array([True, False, False]))
    assert ranks.tolist() == pytest.approx([1 / 1.85, 0.85 / 1.85, 0])
    with pytest.raises(ValueError, match="needs a node"):
        pagerank(*ends((0, 1)), np.ones(1), 2, towards=np.zeros(2, bool))


@given(EDGES, st.data())
@settings(deadline=None)
def test_measures_equal_those_of_networkx(
    case: tuple[int, list[tuple[int, int]]], data: st.DataObject
) -> None:
    g, count = drawn(case), case[0]
    u = g.to_undirected()
    source, target = ends(*case[1])
    weight = np.ones(len(source))
    low, high, _ = pairs(source, target, weight, count)
    assert degrees(target, count).tolist() == in_order(dict(g.in_degree))
    assert cores(source, target, count).tolist() == in_order(nx.core_number(u))
    assert clustering(source, target, count).tolist() == pytest.approx(in_order(nx.clustering(u)))
    for graph_, s, t in ((g, source, target), (u, low, high)):
        directed = graph_.is_directed()
        assert closeness(s, t, count, directed=directed).tolist() == pytest.approx(
            in_order(nx.closeness_centrality(graph_))
        )
        expected = pytest.approx(in_order(nx.betweenness_centrality(graph_)))
        assert betweenness(s, t, count, directed=directed).tolist() == expected
    chosen = data.draw(st.sets(st.integers(0, count - 1), min_size=1))
    towards = np.isin(np.arange(count), list(chosen))
    reference = nx.pagerank(
        g, tol=1e-15, max_iter=2000, personalization=dict(enumerate(towards.astype(float)))
    )
    assert pagerank(source, target, weight, count, towards=towards).tolist() == pytest.approx(
        in_order(reference), abs=1e-9
    )
    parts = components(source, target, count)
    assert {frozenset(np.flatnonzero(parts == n).tolist()) for n in set(parts.tolist())} == {
        frozenset(part) for part in nx.connected_components(u)
    }
    found = communities(source, target, weight, count)
    if len(source):
        merged = pairs(source, target, weight, count)
        w = nx.Graph()
        w.add_nodes_from(range(count))
        w.add_weighted_edges_from(zip(*(a.tolist() for a in merged), strict=True))
        alone = [{node} for node in range(count) if found.community[node] == 0]
        together = [
            set(np.flatnonzero(found.community == n).tolist()) for n in range(1, found.count + 1)
        ]
        for resolution in (1.0, 2.0):
            assert modularity(merged, found.community, resolution) == pytest.approx(
                nx.community.modularity(w, together + alone, resolution=resolution)
            )


@given(st.lists(st.integers(0, 4), min_size=1))
def test_groups_are_numbered_by_size(labels: list[int]) -> None:
    numbers = by_size(np.array(labels))
    sizes = np.bincount(numbers)[1:]
    assert (np.diff(sizes) <= 0).all()
    assert len({*zip(labels, numbers.tolist(), strict=True)}) == len(set(labels))
    assert sizes.min() > 0


def test_likeness_of_partitions() -> None:
    one, other = np.array([1, 1, 2, 2]), np.array([1, 2, 1, 2])
    assert adjusted_rand(one, 3 - one) == mutual_information(one, 3 - one) == 1
    # No pair is together in both, two in each, 4/6 by chance: (0 - 2/3) / (2 - 2/3).
    assert adjusted_rand(one, other) == pytest.approx(-1 / 2)
    assert mutual_information(one, other) == pytest.approx(0)


def test_communities_that_are_plain_are_stable_and_finer_at_a_higher_resolution() -> None:
    source, target = ends(*BARBELL)
    found = stability(source, target, np.ones(7), 7)
    assert found is not None
    assert (found.runs, found.adjusted_rand, found.mutual_information) == (10, 1, 1)
    assert communities(source, target, np.ones(7), 7, resolution=8).count > 2
    assert communities(source, target, np.ones(7), 7, resolution=0).count == 1


def test_communities_are_named_by_what_their_titles_share() -> None:
    titles = [
        "Diffusion of proteins",
        "A diffusion model for proteins",
        "Proteins by diffusion",
        "Graph attention networks",
        "On attention in graph learning",
        "Graph attention, <script> again",
        "",
    ]
    network = measured(made(7, *BARBELL, titles=titles))
    names = network.column("community_name").cells()
    assert names[0] == "1: diffusion, proteins"
    assert names[3] == "2: attention, graph"
    assert names[6] is None
    assert network.column("community").cells() == [1, 1, 1, 2, 2, 2, None]
    # Without titles, the best linked nodes stand for the community.
    assert measured(made(7, *BARBELL)).column("community_name").cells()[3] == "2: n3, n4, n5"


def test_a_word_of_all_communities_names_none_before_one_of_its_own() -> None:
    titles = ["Graph proteins", "Graph proteins", "Graph", "Graph knots", "Graph knots", "Graph"]
    names = measured(made(6, *BARBELL, titles=titles)).column("community_name").cells()
    assert {names[0], names[3]} == {"1: proteins, graph", "2: knots, graph"}


def test_the_main_path_by_hand() -> None:
    """Paper 0 is cited by 1 and 2, both by 3, it by 4 and 5; 6 cites 1.

    Chains from 0 to 4, 5, 6: over 1-3 two, over 2-3 two, 0-1-6 one; so 0-1 carries three of
    five, 1-3 two, 3-4 two: 0-1-3-4 has 7/5, 0-2-3-4 has 6/5.
    """
    cites = ((1, 0), (2, 0), (3, 1), (3, 2), (4, 3), (5, 3), (6, 1))
    found = main_path(*ends(*cites), 7)
    assert found.steps == ((0,), (1,), (3,), (4,))
    assert found.shares == pytest.approx((3 / 5, 2 / 5, 2 / 5))
    network = measured(made(7, *cites), ["main_path"])
    assert network.column("main_path").cells() == [1, 2, None, 3, 4, None, None]


def test_a_circle_is_one_step_of_the_main_path() -> None:
    found = main_path(*ends((1, 0), (2, 1), (1, 2), (3, 2), (3, 1)), 4)
    assert found.steps == ((0,), (1, 2), (3,))
    assert found.shares == (1, 1)
    assert main_path(*ends((0, 1), (1, 0)), 2).steps == ()


@given(EDGES)
def test_the_main_path_is_a_chain_of_citations_and_the_heaviest(
    case: tuple[int, list[tuple[int, int]]],
) -> None:
    acyclic = [(max(edge), min(edge)) for edge in case[1]]
    found = main_path(*ends(*set(acyclic)), case[0])
    chains = nx.DiGraph([(cited, citing) for citing, cited in acyclic])
    first = [node for node in chains if not chains.in_degree(node)]
    last = [node for node in chains if not chains.out_degree(node)]
    every = [p for f in first for t in last for p in nx.all_simple_paths(chains, f, t)]

    def share(link: tuple[int, int]) -> float:
        return sum(link in set(nx.utils.pairwise(path)) for path in every) / len(every)

    walked = [step[0] for step in found.steps]
    links = list(nx.utils.pairwise(walked))
    assert found.shares == pytest.approx([share(link) for link in links])
    if every:
        assert walked in every
        heaviest = max(sum(share(link) for link in nx.utils.pairwise(path)) for path in every)
        assert sum(found.shares) == pytest.approx(heaviest)


def test_more_chains_than_a_number_holds() -> None:
    """A ladder of 2,000 steps has 2^2000 chains."""
    rungs = np.arange(2000)
    source = np.concatenate((3 * rungs + 1, 3 * rungs + 2, 3 * rungs + 3, 3 * rungs + 3))
    target = np.concatenate((3 * rungs, 3 * rungs, 3 * rungs + 1, 3 * rungs + 2))
    found = main_path(source, target, 6001)
    assert len(found.steps) == 4001
    assert found.shares == pytest.approx([0.5] * 4000)


def test_disruption_by_hand() -> None:
    """Paper 0 (2010) cites 1. Of those who cite in time: 2 and 3 only it, 4 both, 5 only 1.

    (2 - 1) / 4. Papers 6 (too late), 7 (too early) and 8 (of an unknown year) do not count.
    """
    links = ((0, 1), (2, 0), (3, 0), (4, 0), (4, 1), (5, 1), (6, 0), (7, 1), (8, 0))
    year = np.array([2010, 2000, 2010, 2015, 2012, 2011, 2016, 2009, np.nan])
    every, always = np.ones(9, bool), np.full(9, 2020)
    focal = np.array([0])

    def cd5(**changes: object) -> tuple[float, str]:
        facts = {"year": year, "references": every, "cited_until": always, **changes}
        last = int(facts.pop("last_year", 2020))  # type: ignore[call-overload]
        found = disruption(*ends(*links), Known(**facts), focal, last)  # type: ignore[arg-type]
        why = int(found.why_missing[0])
        return float(found.index[0]), "" if why < 0 else REASONS[why]

    assert cd5() == (pytest.approx(0.25), "")
    assert cd5(cited_until=np.full(9, 2015)) == cd5()
    fetched_early = np.where(np.arange(9) == 1, 2014, 2020)
    in_time = "in these years are known"
    for changes, reason in (
        ({"cited_until": fetched_early}, f"not all papers that cite its references {in_time}"),
        ({"cited_until": np.zeros(9, int)}, f"not all papers that cite it {in_time}"),
        ({"references": ~every}, "its references are not known, or there are none"),
        ({"last_year": 2014}, "its five years are not over"),
        ({"year": np.full(9, np.nan)}, "the year of the paper is not known"),
    ):
        value, why = cd5(**changes)
        assert np.isnan(value)
        assert why == reason


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=12))
def test_disruption_is_1_where_all_cite_only_it_and_minus_1_where_all_cite_both(
    citing: list[tuple[bool, bool]],
) -> None:
    links = [(0, 1)]
    for number, (it, its) in enumerate(citing, start=2):
        links += [(number, 0)] * it + [(number, 1)] * its
    count = len(citing) + 2
    known = Known(np.full(count, 2010.0), np.ones(count, bool), np.full(count, 2020))
    index = float(disruption(*ends(*links), known, np.array([0]), 2020).index[0])
    counted = [pair for pair in citing if any(pair)]
    if not counted:
        assert np.isnan(index)
    else:
        values = [-2 * it * its + it for it, its in counted]
        assert index == pytest.approx(sum(values) / len(values))


def test_mixing_by_hand() -> None:
    group = ["oral", "oral", "poster", "poster", None]
    found = mixing(*ends((0, 1), (0, 2), (2, 3), (3, 2), (4, 0)), group)
    assert found.groups == ("oral", "poster")
    assert found.papers.tolist() == [2, 2]
    assert found.observed.tolist() == [[1, 1], [0, 2]]
    # e = [[1, 1], [0, 2]] / 4, a = (2, 2) / 4, b = (1, 3) / 4: (3/4 - 1/2) / (1 - 1/2).
    assert found.assortativity == pytest.approx(1 / 2)
    assert found.expected.sum() == pytest.approx(4)
    assert (found.p > 0).all()
    assert found.p.max() <= 1
    two = mixing(*ends((0, 1)), ["a", "b"], seed=3)
    assert two.observed.tolist() == [[0, 1], [0, 0]]
    # However one a and one b are dealt, they are not of the same group.
    assert np.diag(two.expected).tolist() == [0, 0]
    assert two.expected.sum() == pytest.approx(1)


def test_permutations_call_a_strong_pattern_unlikely_and_a_drawn_one_not() -> None:
    random = np.random.default_rng(1)
    group = ["oral"] * 30 + ["poster"] * 30
    source, target = random.integers(0, 60, (2, 400))
    same = (source < 30) == (target < 30)
    strong = mixing(source[same], target[same], group, permutations=499)
    assert strong.assortativity == 1
    assert strong.p.max() == strong.assortativity_p == 1 / 500
    drawn_ = mixing(source, target, group, permutations=499)
    assert drawn_.assortativity_p is not None
    assert drawn_.assortativity_p > 0.05


@given(EDGES, st.data())
@settings(deadline=None)
def test_assortativity_equals_that_of_networkx(
    case: tuple[int, list[tuple[int, int]]], data: st.DataObject
) -> None:
    g = drawn(case)
    group = data.draw(st.lists(st.sampled_from("ab"), min_size=case[0], max_size=case[0]))
    nx.set_node_attributes(g, dict(enumerate(group)), "group")
    found = mixing(*ends(*case[1]), group, permutations=3)
    assert found.observed.sum() == len(case[1])
    if found.assortativity is not None:
        assert found.assortativity == pytest.approx(
            nx.attribute_assortativity_coefficient(g, "group")
        )


def test_assortativity_of_one_group_is_unknown() -> None:
    assert assortativity(np.array([[7]])) is None
    assert assortativity(np.zeros((2, 2))) is None


def test_twins_are_the_strongest_pairs_that_do_not_cite_each_other() -> None:
    source, target = ends((0, 1), (0, 2), (1, 2), (2, 3))
    strength = np.array([0.5, 0.9, 0.9, 0.7])
    found = twins(source, target, strength, *ends((2, 0)), 4)
    assert found.tolist() == [2, 3, 0]


EMPTY = {"nothing": made(0), "one node": made(1), "no edge": made(3)}


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("case", EMPTY)
def test_every_measure_of_next_to_nothing(case: str, directed: bool) -> None:
    count = EMPTY[case].node_count
    options = Options(towards=np.ones(count, bool) if count else None)
    network = measured(made(count, directed=directed), families(), options)
    for column in network.nodes[1:]:
        assert len(column.values) == count
        assert all(value in (0, None) for value in column.cells()) or column.name in (
            "pagerank",
            "personal_pagerank",
            "component",
        )
    none = np.empty(0, np.int64)
    assert stability(none, none, np.empty(0), count) is None
    assert sampled_betweenness(none, none, count, 5, 0, directed=directed).tolist() == [0] * count
    assert mixing(none, none, [None] * count).groups == ()
    assert mixing(none, none, ["oral"] * count).assortativity is None
    assert twins(none, none, np.empty(0), none, none, count).tolist() == []
    known = Known(np.full(count, 2000.0), np.ones(count, bool), np.full(count, 2020))
    assert np.isnan(disruption(none, none, known, np.arange(count), 2020).index).all()


def test_slow_measures_are_taken_when_asked_for() -> None:
    network = made(7, *BARBELL)
    names = {column.name for column in measured(network).nodes}
    assert {"in_degree", "pagerank", "core", "component", "community", "community_name"} <= names
    assert "betweenness" not in names
    more = {column.name for column in measured(network, ["betweenness", "hits"]).nodes}
    assert more - names == {"betweenness", "hub", "authority"}
    again = measured(measured(network), ["betweenness"], Options(resolution=8))
    assert len(again.nodes) == len({column.name for column in again.nodes})
    assert "resolution 8" in again.column("community").description
    undirected = measured(made(7, *BARBELL, directed=False), families())
    assert not {"in_degree", "hub", "main_path"} & {column.name for column in undirected.nodes}
    with pytest.raises(graph.GraphError, match="no measure 'nonsense'; there is: betweenness,"):
        measured(network, ["nonsense"])
    for family in families().values():
        assert family.DESCRIPTION.endswith(".")


@pytest.mark.parametrize("directed", [True, False])
def test_an_estimate_comes_to_the_exact_value(directed: bool) -> None:
    """Also where edges have a direction: of a chain, the middle is on most paths."""
    for edges in (BARBELL, tuple((n, n + 1) for n in range(6))):
        source, target = ends(*edges)
        exact = betweenness(source, target, 7, directed=directed)
        estimate = sampled_betweenness(source, target, 7, 200_000, 0, directed=directed)
        assert estimate.tolist() == pytest.approx(exact.tolist(), rel=0.02)


def test_an_estimate_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graph.measures.betweenness.MOST_WORK", 10)
    exact = "estimated"
    column = measured(made(7, *BARBELL), ["betweenness"]).column("betweenness")
    assert f"{exact} from 1,000 draws with seed 0" in column.description


SAME = """
import hashlib, numpy as np
from graph.measures import families, measured
from graph.measures.community import stability
from graph.measures.mixing import mixing
from graph.network import Column, Network
random = np.random.default_rng(7)
ends = np.unique(random.integers(0, 300, (2000, 2)), axis=0)
ends = ends[ends[:, 0] != ends[:, 1]]
words = ["graph", "tree", "lattice", "knot", "sheaf"]
titles = [" ".join(random.choice(words, 3)) for _ in range(300)]
network = Network(
    "citation", True, np.arange(300), tuple(map(str, range(300))),
    (Column.of("title", "string", titles, ""),), ends[:, 0].copy(), ends[:, 1].copy(),
    random.random(len(ends)), (),
)
digest = hashlib.sha256()
for column in measured(network, families()).nodes:
    digest.update(repr((column.name, column.description, column.cells())).encode())
digest.update(repr(stability(network.source, network.target, network.weight, 300)).encode())
found = mixing(network.source, network.target, titles)
digest.update(repr((found.groups, found.p.tolist(), found.expected.tolist())).encode())
print(digest.hexdigest())
"""


def test_the_same_network_has_the_same_measures_in_every_process() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", SAME],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(Path(graph.__file__).parents[1])},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "0", "4711")
    }
    assert len(said) == 1


class _Ending:
    """Stands for an algorithm of NetworKit that ends by an error."""

    def __init__(self, told: str) -> None:
        self.told = told

    def run(self) -> None:
        raise RuntimeError(self.told)


def test_ctrl_c_in_a_measure_is_no_error() -> None:
    with pytest.raises(KeyboardInterrupt):
        ran(_Ending("Received CTRL+C/SIGINT"))
    with pytest.raises(RuntimeError, match="negative"):
        ran(_Ending("a weight is negative"))
