"""The measures that every network carries as columns of its nodes, whatever its kind."""

from ..network import Column, Network
from .degree import degrees
from .pagerank import pagerank


def measured(network: Network) -> Network:
    """Return the network with the standard measures as further columns of its nodes."""
    source, target, count = network.source, network.target, network.node_count
    return network.with_columns(
        Column.of("in_degree", "long", degrees(target, count), "Listed papers that cite it"),
        Column.of("out_degree", "long", degrees(source, count), "Listed papers that it cites"),
        Column.of(
            "pagerank",
            "double",
            pagerank(source, target, network.weight, count),
            "PageRank among the listed papers, damping 0.85; all sum to 1",
        ),
    )
