"""Betweenness: on how many shortest paths between others a node lies.

Freeman 1977, A set of measures of centrality based on betweenness; exact by Brandes 2001, A
faster algorithm for betweenness centrality; from samples by Brandes and Pich 2007, Centrality
estimation in large networks.
"""

import numpy as np
from scipy.sparse import csr_array

from ..measuring import Options
from ..network import Column, Floats, Integers, Network
from ..networkit_graph import one_thread, to_networkit

NAME = "betweenness"
DESCRIPTION = "Share of shortest paths through a node; estimated from samples in large networks."
IS_STANDARD = False

MOST_WORK = 1_000_000_000
"""Nodes times edges up to which every path is counted: about a minute."""
SAMPLES = 1_000
_CELLS = 8_000_000


def betweenness(source: Integers, target: Integers, node_count: int, *, directed: bool) -> Floats:
    """Return the share of the pairs of other nodes whose shortest paths lead through each node.

    A path counts its edges; weights are strengths, not lengths. Where a pair has several
    shortest paths, each counts in part. One thread, since the order of additions shows.
    """
    if node_count < 3:
        return np.zeros(node_count)
    import networkit

    with one_thread():
        graph = to_networkit(source, target, node_count, directed=directed)
        scores = np.array(networkit.centrality.Betweenness(graph).run().scores())
    return scores / ((node_count - 1) * (node_count - 2))


def sampled_betweenness(
    source: Integers, target: Integers, node_count: int, samples: int, seed: int, *, directed: bool
) -> Floats:
    """Estimate the same from the paths that start at some nodes, drawn without repetition.

    NetworKit's own estimate is wrong where edges have a direction: it weighs a path's nodes
    by their distance from its start, which cancels out over both directions only.
    """
    if node_count < 3:
        return np.zeros(node_count)
    links = csr_array((np.ones(len(source)), (source, target)), shape=(node_count, node_count))
    if not directed:
        links = (links + links.T).tocsr()
    back = links.T.tocsr()
    drawn = np.random.default_rng(seed).permutation(node_count)[:samples]
    scores = np.zeros(node_count)
    at_once = max(1, _CELLS // node_count)
    for start in range(0, len(drawn), at_once):
        scores += _through(links, back, drawn[start : start + at_once])
    return scores * (node_count / len(drawn)) / ((node_count - 1) * (node_count - 2))


def _through(links: csr_array, back: csr_array, starts: Integers) -> Floats:
    """Return how many shortest paths from these starts lead through each node."""
    columns = np.arange(len(starts))
    paths = np.zeros((links.shape[0], len(starts)))
    paths[starts, columns] = 1
    reached = [paths.copy()]
    while reached[-1].any():
        following = back @ reached[-1]
        following[paths > 0] = 0
        paths += following
        reached.append(following)
    # Backwards: what a node passes on, it shares among those it was reached from.
    passed = np.zeros_like(paths)
    safe = np.where(paths > 0, paths, 1)
    for step in range(len(reached) - 1, 0, -1):
        here = reached[step] > 0
        share = np.where(here, (1 + passed) / safe, 0)
        passed += np.where(reached[step - 1] > 0, (links @ share) * paths, 0)
    passed[starts, columns] = 0
    return np.asarray(passed.sum(axis=1))


def columns(network: Network, options: Options) -> tuple[Column, ...]:
    """Return the betweenness, which says of itself whether it is exact."""
    source, target, count = network.source, network.target, network.node_count
    how = "Share of the shortest paths between other nodes that lead through it"
    if count * len(source) <= MOST_WORK:
        scores = betweenness(source, target, count, directed=network.directed)
    else:
        samples = min(SAMPLES, count)
        scores = sampled_betweenness(
            source, target, count, samples, options.seed, directed=network.directed
        )
        how += f"; estimated from {samples:,} nodes drawn with seed {options.seed}"
    return (Column.of("betweenness", "double", scores, how),)
