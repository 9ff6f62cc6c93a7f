"""Which edges the page keeps: a picture of millions of lines is slow, and shows nothing."""

import numpy as np

from db.wording import counted, plural

from ..kinds import kind
from ..network import Booleans, Network
from ..ranks import rank_at_ends

MOST_EDGES = 40_000


def strongest(network: Network, most: int = MOST_EDGES) -> Booleans:
    """Return which edges to keep: of each node the strongest, then the second, and so on.

    An edge stands where the end stands to which it matters more; of equal ones the heavier,
    then the earlier edge comes first.
    """
    count = network.edge_count
    kept = np.ones(count, bool)
    if count > most:
        kept[np.lexsort((-network.weight, rank_at_ends(network, network.weight)))[most:]] = False
    return kept


def left_out(network: Network, most: int = MOST_EDGES) -> tuple[str, ...]:
    """Say which edges the page does not hold, if any; all nodes are in it."""
    if network.edge_count <= most:
        return ()
    words = kind(network.kind)
    return (
        f"The page draws {most:,} of {counted(network.edge_count, words.EDGE)}: of each "
        f"{words.NODE} the strongest first. Measures count all {plural(words.EDGE)}.",
    )
