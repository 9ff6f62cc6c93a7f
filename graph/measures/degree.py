"""How many edges a node has, and their weights together."""

import numpy as np

from ..measuring import Options
from ..network import Column, Floats, Integers, Network

NAME = "degree"
DESCRIPTION = "Edges of each node (in, out, all) and the sum of their weights."
IS_STANDARD = True


def degrees(ends: Integers, node_count: int) -> Integers:
    """Count how often each node is an end: of the targets its in-degree, of the sources out."""
    return np.bincount(ends, minlength=node_count).astype(np.int64, copy=False)


def strengths(ends: Integers, weight: Floats, node_count: int) -> Floats:
    """Add up the weights of the edges at each node.

    Barrat et al. 2004, The architecture of complex weighted networks.
    """
    return np.bincount(ends, weights=weight, minlength=node_count).astype(np.float64, copy=False)


def columns(network: Network, options: Options) -> tuple[Column, ...]:
    """Return the degrees, and the strength where edges weigh differently."""
    source, target, count = network.source, network.target, network.node_count
    incoming, outgoing = degrees(target, count), degrees(source, count)
    all_ = Column.of("degree", "long", incoming + outgoing, "Edges at the node")
    counts = (
        Column.of("in_degree", "long", incoming, "Edges that lead to the node: who cites it here"),
        Column.of("out_degree", "long", outgoing, "Edges that leave the node: what it cites here"),
    )
    weights = np.concatenate((network.weight, network.weight))
    strength = Column.of(
        "strength",
        "double",
        strengths(np.concatenate((source, target)), weights, count),
        "Weights of the edges at the node, added up",
    )
    return (
        *(counts if network.directed else ()),
        all_,
        *((strength,) if (network.weight != 1).any() else ()),
    )
