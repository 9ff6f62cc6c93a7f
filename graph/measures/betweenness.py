"""Betweenness: on how many shortest paths between others a node lies.

Freeman 1977, A set of measures of centrality based on betweenness; exact by Brandes 2001, A
faster algorithm for betweenness centrality; from samples by Geisberger, Sanders and Schultes
2008, Better approximation of betweenness centrality.
"""

import numpy as np

from ..measuring import Options
from ..network import Column, Floats, Integers, Network
from ..networkit_graph import one_thread, ran, to_networkit

NAME = "betweenness"
DESCRIPTION = "Share of shortest paths through a node; estimated from samples in large networks."
IS_STANDARD = False

MOST_WORK = 1_000_000_000
"""Nodes times edges up to which every path is counted: some ten seconds."""
SAMPLES = 1_000


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
        scores = np.array(ran(networkit.centrality.Betweenness(graph)).scores())
    return scores / ((node_count - 1) * (node_count - 2))


def sampled_betweenness(
    source: Integers, target: Integers, node_count: int, samples: int, seed: int, *, directed: bool
) -> Floats:
    """Estimate the same from the shortest paths that start at nodes drawn at random.

    A path counts for a node by how far the node is from its start, so that nodes next to a
    drawn one are not overrated (Geisberger, Sanders and Schultes 2008). Over both directions
    these parts add up to one; where edges have one, their reverse is therefore asked too.
    """
    if node_count < 3 or not len(source):
        return np.zeros(node_count)
    import networkit

    scores = np.zeros(node_count)
    ways = [(source, target), (target, source)] if directed else [(source, target)]
    with one_thread(seed):
        for ends in ways:
            graph = to_networkit(*ends, node_count, directed=directed)
            estimate = networkit.centrality.EstimateBetweenness(graph, samples)
            scores += np.array(ran(estimate).scores()) / len(ways)
    return scores / ((node_count - 1) * (node_count - 2))


def columns(network: Network, options: Options) -> tuple[Column, ...]:
    """Return the betweenness, which says of itself whether it is exact."""
    source, target, count = network.source, network.target, network.node_count
    how = "Share of the shortest paths between other nodes that lead through it"
    if count * len(source) <= MOST_WORK:
        scores = betweenness(source, target, count, directed=network.directed)
    else:
        scores = sampled_betweenness(
            source, target, count, SAMPLES, options.seed, directed=network.directed
        )
        how += f"; estimated from {SAMPLES:,} draws with seed {options.seed}"
    return (Column.of("betweenness", "double", scores, how),)
