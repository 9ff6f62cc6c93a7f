"""PageRank: the share of time a reader who follows citations at random spends on a paper."""

import math

import numpy as np
from scipy.sparse import csr_array

from ..network import Floats, Integers

DAMPING = 0.85
_TOLERANCE = 1e-12


def pagerank(
    source: Integers,
    target: Integers,
    weight: Floats,
    node_count: int,
    damping: float = DAMPING,
) -> Floats:
    """Return each node's rank; the ranks sum to 1.

    The reader follows an edge with probability `damping`, chosen by weight, and jumps to
    any node otherwise, also from a node without edges out. The power iteration stops when
    the whole vector changes by less than 1e-12, whatever the number of nodes; stopping at
    a change per node, as is common, leaves large networks wrong by several per cent.
    """
    if node_count == 0:
        return np.empty(0)
    strength = np.bincount(source, weights=weight, minlength=node_count)
    shape = (node_count, node_count)
    step = csr_array((damping * weight / strength[source], (target, source)), shape=shape)
    dangling = np.flatnonzero(strength == 0)
    ranks = np.full(node_count, 1 / node_count)
    # Each round shrinks the change by the damping at least, so the rounds are bounded.
    for _ in range(math.ceil(math.log(_TOLERANCE / 2) / math.log(damping)) + 1):
        jump = (1 - damping + damping * ranks[dangling].sum()) / node_count
        following = step @ ranks + jump
        change = np.abs(following - ranks).sum()
        ranks = following
        if change < _TOLERANCE:
            break
    return np.asarray(ranks / ranks.sum())
