"""A network as a networkx graph, the type that other Python code expects."""

from collections.abc import Iterator, Sequence

import networkx as nx

from .network import Cell, Column, Network
from .origin import origin


def to_networkx(network: Network) -> "nx.DiGraph[str] | nx.Graph[str]":
    """Return the same nodes, edges and attributes; missing values are left out."""
    graph: nx.DiGraph[str] | nx.Graph[str] = nx.DiGraph() if network.directed else nx.Graph()
    graph.graph["kind"] = network.kind
    graph.graph["origin"] = origin(network)
    graph.graph["reason"] = "\n".join(network.reason)
    keys = network.keys
    graph.add_nodes_from(zip(keys, _attributes(network.nodes, network.node_count), strict=True))
    weight = Column.of("weight", "double", network.weight, "")
    graph.add_edges_from(
        (keys[source], keys[target], attributes)
        for source, target, attributes in zip(
            network.source.tolist(),
            network.target.tolist(),
            _attributes((weight, *network.edges), network.edge_count),
            strict=True,
        )
    )
    return graph


def _attributes(columns: Sequence[Column], count: int) -> Iterator[dict[str, Cell]]:
    """Yield one dict a row, without the missing values."""
    names = [column.name for column in columns]
    if not names:
        yield from ({} for _ in range(count))
    for row in zip(*(column.cells() for column in columns), strict=True):
        yield {name: cell for name, cell in zip(names, row, strict=True) if cell is not None}
