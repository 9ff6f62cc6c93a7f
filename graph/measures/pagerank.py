"""PageRank: the share of time a reader who follows citations at random spends on a paper.

Brin and Page 1998, The anatomy of a large-scale hypertextual web search engine; jumps to
chosen nodes: Haveliwala 2002, Topic-sensitive PageRank.
"""

import math

import numpy as np
from scipy.sparse import csr_array

from db.wording import counted

from ..measuring import Options
from ..network import Booleans, Column, Floats, Integers, Network

NAME = "pagerank"
DESCRIPTION = "PageRank, damping 0.85, towards all nodes and those of --towards."
IS_STANDARD = True

DAMPING = 0.85
_TOLERANCE = 1e-12


def pagerank(
    source: Integers,
    target: Integers,
    weight: Floats,
    node_count: int,
    damping: float = DAMPING,
    towards: Booleans | None = None,
) -> Floats:
    """Return each node's rank; the ranks sum to 1.

    The reader follows an edge with probability `damping`, chosen by weight, and jumps
    otherwise, also from a node without edges out: to any node, or to any of those `towards`.
    The power iteration stops when the whole vector changes by less than 1e-12, whatever the
    number of nodes; stopping at a change per node, as is common, leaves large networks wrong
    by several per cent.
    """
    if node_count == 0:
        return np.empty(0)
    goals = np.ones(node_count) if towards is None else towards.astype(float)
    if not goals.any():
        raise ValueError("a personalised PageRank needs a node to jump to")
    goals /= goals.sum()
    strength = np.bincount(source, weights=weight, minlength=node_count)
    shape = (node_count, node_count)
    step = csr_array((damping * weight / strength[source], (target, source)), shape=shape)
    dangling = np.flatnonzero(strength == 0)
    ranks = goals
    # Each round shrinks the change by the damping at least, so the rounds are bounded.
    for _ in range(math.ceil(math.log(_TOLERANCE / 2) / math.log(damping)) + 1):
        following = step @ ranks + (1 - damping + damping * ranks[dangling].sum()) * goals
        change = np.abs(following - ranks).sum()
        ranks = following
        if change < _TOLERANCE:
            break
    return np.asarray(ranks / ranks.sum())


def columns(network: Network, options: Options) -> tuple[Column, ...]:
    """Return the ranks; edges without a direction are followed both ways."""
    source, target, weight = network.source, network.target, network.weight
    if not network.directed:
        source, target = np.concatenate((source, target)), np.concatenate((target, source))
        weight = np.concatenate((weight, weight))
    count = network.node_count
    ranks = Column.of(
        "pagerank",
        "double",
        pagerank(source, target, weight, count),
        "PageRank in this network, damping 0.85; all sum to 1",
    )
    if options.towards is None:
        return (ranks,)
    chosen = counted(int(np.count_nonzero(options.towards)), "chosen node")
    personal = pagerank(source, target, weight, count, towards=options.towards)
    return (
        ranks,
        Column.of(
            "personal_pagerank",
            "double",
            personal,
            f"PageRank with jumps to {chosen} only, damping 0.85; all sum to 1",
        ),
    )
