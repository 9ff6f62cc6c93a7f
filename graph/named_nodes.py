"""Finds the nodes of a network that people name: by key, or a paper by any of its ids."""

import sqlite3
from collections.abc import Iterable

import numpy as np

from db.lookup import find_paper

from .errors import GraphError
from .kinds import kind as kind_named
from .network import Booleans, Network


def nodes_named(
    connection: sqlite3.Connection, network: Network, names: Iterable[str]
) -> Booleans | None:
    """Return which nodes are named, None where no name is given.

    Raises GraphError where the network has no such node.
    """
    place_of = {key: place for place, key in enumerate(network.keys)}
    found = np.zeros(network.node_count, bool)
    for name in names:
        place = place_of.get(name)
        if place is None:
            place = _paper(connection, network, name)
        if place is None:
            noun = kind_named(network.kind).NODE
            raise GraphError(f"The {network.kind} network has no {noun} '{name}'.")
        found[place] = True
    return found if found.any() else None


def _paper(connection: sqlite3.Connection, network: Network, name: str) -> int | None:
    """Return the place of the paper that an id names in any spelling."""
    # Authors have numbers of their own, which may be those of papers.
    if kind_named(network.kind).NODE != "paper":
        return None
    places = np.flatnonzero(network.node_ids == find_paper(connection, name))
    return int(places[0]) if len(places) else None
