"""Closeness: how few steps lead to a node from those that reach it.

Freeman 1979, Centrality in social networks: conceptual clarification; in networks of several
parts by Wasserman and Faust 1994, Social Network Analysis, p. 201.
"""

import numpy as np

from ..measuring import Options
from ..network import Column, Floats, Integers, Network
from ..networkit_graph import ran, to_networkit

NAME = "closeness"
DESCRIPTION = "How few steps lead to a node, times the share of nodes that reach it."
IS_STANDARD = False


def closeness(source: Integers, target: Integers, node_count: int, *, directed: bool) -> Floats:
    """Return the share of other nodes that reach each node, divided by their mean distance.

    0 where none does. Paths follow the edges, so of a citation network they start at the
    papers that cite, directly or over others. Each node's value is computed by one thread,
    so any number of threads gives the same.
    """
    if node_count < 2 or not len(source):
        return np.zeros(node_count)
    import networkit

    # NetworKit measures the way from a node; the way to it runs along the edges turned round.
    graph = to_networkit(target, source, node_count, directed=directed)
    variant = networkit.centrality.ClosenessVariant.GENERALIZED
    return np.array(ran(networkit.centrality.Closeness(graph, True, variant)).scores())


def columns(network: Network, options: Options) -> tuple[Column, ...]:
    """Return the closeness."""
    scores = closeness(
        network.source, network.target, network.node_count, directed=network.directed
    )
    how = "Share of the nodes from which a path leads here, divided by their mean distance"
    return (Column.of("closeness", "double", scores, how),)
