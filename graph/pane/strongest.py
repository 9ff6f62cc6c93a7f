"""Which edges the page keeps: a picture of millions of lines is slow, and shows nothing."""

import numpy as np

from db.wording import counted, plural

from ..kinds import kind
from ..network import Booleans, Integers, Network

MOST_EDGES = 40_000


def strongest(network: Network, most: int = MOST_EDGES) -> Booleans:
    """Return which edges to keep: of each node the strongest, then the second, and so on.

    An edge stands where the end stands to which it matters more; of equal ones the heavier,
    then the earlier edge comes first.
    """
    count = network.edge_count
    kept = np.ones(count, bool)
    if count > most:
        kept[np.lexsort((-network.weight, _places(network)))[most:]] = False
    return kept


def _places(network: Network) -> Integers:
    """Return each edge's place by weight, from 0, among those of the end where it is higher."""
    count = network.edge_count
    node = np.concatenate((network.source, network.target))
    edge = np.tile(np.arange(count), 2)
    order = np.lexsort((edge, -network.weight[edge], node))
    ordered = node[order]
    place = np.empty(2 * count, np.int64)
    place[order] = np.arange(2 * count) - np.searchsorted(ordered, ordered)
    return np.minimum(place[:count], place[count:])


def left_out(network: Network, most: int = MOST_EDGES) -> tuple[str, ...]:
    """Say which edges the page does not hold, if any; all nodes are in it."""
    if network.edge_count <= most:
        return ()
    words = kind(network.kind)
    return (
        f"The page draws {most:,} of {counted(network.edge_count, words.EDGE)}: of each "
        f"{words.NODE} the strongest first. Measures count all {plural(words.EDGE)}.",
    )
