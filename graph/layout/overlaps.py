"""Parts circles that lie over each other, moving each as little as need be."""

import numpy as np
from scipy.spatial import KDTree

from ..network import Floats

_ROUNDS = 60
_SLACK = 1.1
"""Circles end so many times the sum of their radii apart."""
# Where nodes are many they are points to the eye, and parting them takes longer than the layout.
LARGEST = 5_000


def parted(positions: Floats, radius: Floats) -> Floats:
    """Return positions (nodes × 2) without circles that overlap, where nodes are not too many."""
    found = positions.copy()
    if not 1 < len(found) <= LARGEST:
        return found
    for _ in range(_ROUNDS):
        one, other = KDTree(found).query_pairs(2 * _SLACK * radius.max(), output_type="ndarray").T
        apart = found[other] - found[one]
        distance = np.hypot(apart[:, 0], apart[:, 1])
        wanted = _SLACK * (radius[one] + radius[other])
        close = np.flatnonzero(distance < wanted * 0.999)
        if not len(close):
            break
        one, other, apart = one[close], other[close], apart[close]
        distance, wanted = distance[close], wanted[close]
        # Two at the very same place are parted along x.
        apart[distance == 0] = (1.0, 0.0)
        distance[distance == 0] = 1.0
        push = apart / distance[:, None] * ((wanted - np.hypot(*apart.T)) / 2)[:, None]
        for axis in (0, 1):
            found[:, axis] += np.bincount(other, push[:, axis], len(found))
            found[:, axis] -= np.bincount(one, push[:, axis], len(found))
    return found
