"""ForceAtlas2: edges pull, nodes push each other away.

Jacomy, Venturini, Heymann and Bastian (2014). doi:10.1371/journal.pone.0098679. The steps
are those of graphology's ForceAtlas2, in Rust (crategraph-forceatlas2).
"""

import numpy as np

from ..network import Floats, Integers

# Steps get dearer with the nodes and are needed less from a good start: so many nodes are
# moved in all, within limits. Beyond the last limit the start is the layout.
_MOVES = 1_000_000
_FEWEST, _MOST = 60, 800
_LARGEST = 200_000
# From here on, far nodes push together (Barnes-Hut).
_MANY = 500


def steps(node_count: int) -> int:
    """Return how many steps a component of so many nodes is given."""
    if node_count > _LARGEST:
        return 0
    return min(max(_MOVES // max(node_count, 1), _FEWEST), _MOST)


def moved(start: Floats, ends: Integers, weight: Floats) -> Floats:
    """Return positions (nodes × 2) after the forces have moved the start; deterministic."""
    from crategraph_forceatlas2 import layout  # noqa: PLC0415 - no file but a drawn one needs it

    count = len(start)
    return np.asarray(
        layout(
            count,
            ends,
            init=start * 10 * np.sqrt(count),
            weights=weight / weight.mean(),
            iterations=steps(count),
            threads=1,  # the mode whose result does not depend on the machine's cores
            scalingRatio=10,
            strongGravityMode=True,
            gravity=0.05,
            slowDown=1,
            barnesHutOptimize=count > _MANY,
            barnesHutTheta=1.0,
        ),
        dtype=np.float64,
    )
