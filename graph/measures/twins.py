"""Concurrent twins: pairs of papers close to each other that do not cite each other.

Close by what they cite: Kessler 1963, Bibliographic coupling between scientific papers; by who
cites both: Small 1973, Co-citation in the scientific literature.
"""

import numpy as np

from ..network import Floats, Integers

NAME = "twins"
DESCRIPTION = "Pairs that share what they cite, or who cites them, and do not cite each other."


def twins(
    source: Integers,
    target: Integers,
    strength: Floats,
    citing: Integers,
    cited: Integers,
    node_count: int,
) -> Integers:
    """Return the places of the pairs of which neither cites the other, the strongest first.

    Pairs come once each; of equally strong ones the first in order goes first.
    """
    pair = np.minimum(source, target) * node_count + np.maximum(source, target)
    linked = np.minimum(citing, cited) * node_count + np.maximum(citing, cited)
    apart = np.flatnonzero(~np.isin(pair, linked))
    return apart[np.lexsort((pair[apart], -strength[apart]))]
