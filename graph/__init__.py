"""Citation networks out of a citeweave database.

import graph

g = graph.load("papers.db")                     # a networkx.DiGraph
network = graph.network("papers.db")            # the same as typed columns
graph.export(network, "iclr2024.graphml")       # a file for Gephi
"""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from db import network_rows
from db.database import explained, open_readonly
from db.wording import counted

from .errors import GraphError
from .exports import export
from .kinds import kind as kind_named
from .measures import measured
from .network import Column, Network, Selection

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Column", "GraphError", "Network", "Selection", "described", "export", "load", "network"]


def load(
    path: str | Path, kind: str = "citation", collection: str | None = None
) -> "nx.DiGraph[str] | nx.Graph[str]":
    """Return a network of the database as a networkx graph, a DiGraph where edges have a direction.

    Nodes are arXiv ids, or OpenReview ids, or `paper-<number>` where there is neither. Node
    and edge attributes are named as the database's columns; unknown values are left out.
    Raises db.errors.DatabaseError and GraphError.
    """
    # Here, because importing networkx takes longer than making a small network's file.
    from .networkx_graph import to_networkx  # noqa: PLC0415

    return to_networkx(network(path, kind, collection))


def network(path: str | Path, kind: str = "citation", collection: str | None = None) -> Network:
    """Return a network of the database as typed columns, with the reason where it is thin.

    Raises db.errors.DatabaseError and GraphError.
    """
    build = kind_named(kind).build
    path = Path(path)
    with (
        explained(path),
        closing(open_readonly(path)) as connection,
        network_rows.one_moment(connection),
    ):
        known = network_rows.collections(connection)
        if collection is not None and collection not in known:
            there = ", ".join(known) or "none"
            raise GraphError(f"{path} has no collection '{collection}'; there is: {there}.")
        return measured(build(connection, Selection(collection)))


def described(network: Network) -> str:
    """Return a network's size in words: 100 papers, 12 links between them, …"""
    kind = kind_named(network.kind)
    return (
        f"{counted(network.node_count, kind.NODE)}, {counted(network.edge_count, kind.EDGE)} "
        f"between them, {counted(network.isolated_count, kind.NODE)} without any"
    )
