"""Components: which nodes are joined by any chain of edges.

Hopcroft and Tarjan 1973, Efficient algorithms for graph manipulation.
"""

import numpy as np

from ..measuring import Options
from ..network import Column, Integers, Network

NAME = "component"
DESCRIPTION = "The connected part that a node is in, directions aside; 1 is the largest."
IS_STANDARD = True


def components(source: Integers, target: Integers, node_count: int) -> Integers:
    """Return each node's component, from 1 for the largest on."""
    # Here, because importing it takes longer than small networks do.
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    if node_count == 0:
        return np.empty(0, np.int64)
    shape = (node_count, node_count)
    links = csr_array((np.ones(len(source), np.int8), (source, target)), shape=shape)
    _, labels = connected_components(links, directed=True, connection="weak")
    return by_size(labels.astype(np.int64))


def by_size(labels: Integers) -> Integers:
    """Number groups from 1 by size, the largest first; of equal ones that of the first node."""
    _, first, group, size = np.unique(
        labels, return_index=True, return_inverse=True, return_counts=True
    )
    rank = np.empty(len(size), np.int64)
    rank[np.lexsort((first, -size))] = np.arange(1, len(size) + 1)
    return rank[group]


def columns(network: Network, options: Options) -> tuple[Column, ...]:
    """Return the components."""
    numbers = components(network.source, network.target, network.node_count)
    how = "Number of the connected part it is in, directions aside; 1 is the largest"
    return (Column.of("component", "long", numbers, how),)
