"""How much an edge matters to its ends."""

import numpy as np

from .network import Floats, Integers, Network


def rank_at_ends(network: Network, amount: Floats | Integers) -> Integers:
    """Return each edge's place, from 0, by falling amount among the edges of an end.

    It is the place at the end to which the edge matters more; of equal amounts the earlier edge
    comes first.
    """
    count = network.edge_count
    node = np.concatenate((network.source, network.target))
    edge = np.tile(np.arange(count), 2)
    order = np.lexsort((edge, -amount[edge], node))
    ordered = node[order]
    place = np.empty(2 * count, np.int64)
    place[order] = np.arange(2 * count) - np.searchsorted(ordered, ordered)
    return np.minimum(place[:count], place[count:])
