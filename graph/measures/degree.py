"""How many edges a node has."""

import numpy as np

from ..network import Integers


def degrees(ends: Integers, node_count: int) -> Integers:
    """Count how often each node is an end: of the targets its in-degree, of the sources out."""
    return np.bincount(ends, minlength=node_count).astype(np.int64, copy=False)
