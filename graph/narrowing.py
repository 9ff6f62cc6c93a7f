"""Narrows a network that is built: to heavy edges, to its largest component."""

import numpy as np

from db.wording import counted

from .measures.component import components
from .network import Network


def heavy(network: Network, min_weight: float | None) -> Network:
    """Return the network without the edges that weigh less."""
    if min_weight is None:
        return network
    return network.with_edges(np.asarray(network.weight >= min_weight))


def largest_component(network: Network) -> tuple[Network, tuple[str, ...]]:
    """Return the largest connected part, of equal ones the first, and a sentence on the rest."""
    if not network.node_count:
        return network, ()
    part = components(network.source, network.target, network.node_count)
    parts = int(part.max())
    if parts == 1:
        return network, ()
    kept = np.asarray(part == 1)
    sentence = (
        f"Only the largest of {parts:,} components is here (--largest-component): "
        f"{np.count_nonzero(kept):,} of {counted(network.node_count, 'node')}."
    )
    return network.with_nodes(kept), (sentence,)
