"""Hubs and authorities: good hubs cite good authorities, which good hubs cite.

Kleinberg 1999, Authoritative sources in a hyperlinked environment.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from ..measuring import Options
from ..network import Column, Floats, Integers, Network

NAME = "hits"
DESCRIPTION = "Hubs and authorities (HITS); only where edges have a direction."
IS_STANDARD = False

_TOLERANCE = 1e-14
_MOST_ROUNDS = 20_000


@dataclass(frozen=True)
class Hits:
    """Hub and authority scores, each summing to 1; zero throughout where there is no edge."""

    hub: Floats
    authority: Floats
    converged: bool


def hits(source: Integers, target: Integers, weight: Floats, node_count: int) -> Hits:
    """Return the scores that a power iteration from equal scores comes to.

    Where several parts of the network are equally strong, this start makes the answer one.
    It stops when no more than rounding changes; `converged` is False where 20,000 rounds
    do not get there, since two parts are then almost equally strong.
    """
    links = csr_array((weight, (source, target)), shape=(node_count, node_count))
    # Followed backwards, so that both products run along rows.
    back = links.T.tocsr()
    authority = np.full(node_count, 1 / max(1, node_count))
    converged = len(source) == 0
    for _ in range(0 if converged else _MOST_ROUNDS):
        following = _shares(back @ (links @ authority))
        change = np.abs(following - authority).sum()
        authority = following
        if converged := bool(change < _TOLERANCE):
            break
    return Hits(_shares(links @ authority), _shares(authority * bool(len(source))), converged)


def _shares(scores: Floats) -> Floats:
    total = scores.sum()
    return np.asarray(scores / total if total else scores)


def columns(network: Network, options: Options) -> tuple[Column, ...]:
    """Return both scores; missing where they do not settle."""
    if not network.directed:
        return ()
    found = hits(network.source, network.target, network.weight, network.node_count)
    known = np.full(network.node_count, found.converged)
    return (
        Column.of("hub", "double", found.hub, "Hub score (HITS); all sum to 1", known),
        Column.of(
            "authority", "double", found.authority, "Authority score (HITS); all sum to 1", known
        ),
    )
