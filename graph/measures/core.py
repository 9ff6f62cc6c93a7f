"""Cores: a node is in the k-core if it keeps k links when all with fewer are taken away in turn.

Seidman 1983, Network structure and minimum degree.
"""

import numpy as np

from ..measuring import Options
from ..network import Column, Integers, Network
from ..networkit_graph import one_thread, pairs, to_networkit

NAME = "core"
DESCRIPTION = "The largest k of the k-cores that a node is in, directions aside."
IS_STANDARD = True


def cores(source: Integers, target: Integers, node_count: int) -> Integers:
    """Return each node's core number; links both ways count once, to itself not at all."""
    if not len(source):
        return np.zeros(node_count, np.int64)
    import networkit

    linked = pairs(source, target, np.ones(len(source)), node_count)
    with one_thread():
        graph = to_networkit(linked.source, linked.target, node_count)
        scores = networkit.centrality.CoreDecomposition(graph).run().scores()
    return np.array(scores).astype(np.int64)


def columns(network: Network, options: Options) -> tuple[Column, ...]:
    """Return the core numbers."""
    numbers = cores(network.source, network.target, network.node_count)
    how = "Largest k so that it is linked to k nodes of which each has k such links, and so on"
    return (Column.of("core", "long", numbers, how),)
