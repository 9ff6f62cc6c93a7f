"""PivotMDS: a first layout from the distances to some nodes.

Brandes and Pich (2007), Eigensolver methods for progressive multidimensional scaling of
large data. doi:10.1007/978-3-540-70904-6_6
"""

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from ..network import Floats, Integers

PIVOTS = 50


def spread(ends: Integers, node_count: int, random: np.random.Generator) -> Floats:
    """Return positions (node_count × 2) whose distances are like those along the edges.

    `ends` (edges × 2) joins all nodes to one component. Distances count edges. Nodes that
    are equally far from all pivots, as the leaves of a star, are parted by chance.
    """
    shape = (node_count, node_count)
    links = csr_array((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=shape)
    pivots = np.sort(random.choice(node_count, min(PIVOTS, node_count), replace=False))
    squares = dijkstra(links, directed=False, unweighted=True, indices=pivots).T ** 2
    centred = (
        squares.mean(axis=0) + squares.mean(axis=1, keepdims=True) - squares.mean() - squares
    ) / 2
    # eigh sorts ascending: the last two axes hold most.
    axes = np.linalg.eigh(centred.T @ centred)[1][:, -2:]
    found = centred @ axes
    reach = np.sqrt((found**2).sum(axis=1).mean()) or 1.0
    return np.asarray(found / reach + random.normal(0, 0.01, (node_count, 2)))
