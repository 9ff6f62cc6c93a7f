"""Clustering: how many of the pairs of a node's neighbours are linked themselves.

Watts and Strogatz 1998, Collective dynamics of 'small-world' networks.
"""

import numpy as np

from ..measuring import Options
from ..network import Column, Floats, Integers, Network
from ..networkit_graph import pairs, ran, to_networkit

NAME = "clustering"
DESCRIPTION = "Share of the pairs of a node's neighbours that are linked, directions aside."
IS_STANDARD = False


def clustering(source: Integers, target: Integers, node_count: int) -> Floats:
    """Return the share of linked pairs among each node's neighbours, 0 with fewer than two."""
    if not len(source):
        return np.zeros(node_count)
    import networkit

    linked = pairs(source, target, np.ones(len(source)), node_count)
    graph = to_networkit(linked.source, linked.target, node_count)
    found = ran(networkit.centrality.LocalClusteringCoefficient(graph, True)).scores()
    return np.nan_to_num(np.array(found, dtype=np.float64))


def columns(network: Network, options: Options) -> tuple[Column, ...]:
    """Return the clustering coefficients, missing with fewer than two neighbours."""
    source, target, count = network.source, network.target, network.node_count
    linked = pairs(source, target, np.ones(len(source)), count)
    neighbours = np.bincount(np.concatenate(linked[:2]), minlength=count)
    return (
        Column.of(
            "clustering",
            "double",
            clustering(source, target, count),
            "Share of the pairs of its neighbours that are linked themselves",
            neighbours > 1,
        ),
    )
