"""Where papers can be read."""

from db.addresses import address

from .network import Column, Network


def addresses(network: Network) -> Column:
    """Return each node's page: at arXiv, else at OpenReview, else it is missing."""
    found: list[str | None] = [None] * network.node_count
    for name in ("openreview_id", "arxiv_id"):
        for column in network.nodes:
            if column.name == name:
                cells = zip(column.cells(), found, strict=True)
                found = [address(name, cell) or other for cell, other in cells]
    return Column.of("url", "string", found, "Where the paper can be read")
