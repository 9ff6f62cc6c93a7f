"""Where papers can be read."""

from .network import Column, Network


def addresses(network: Network) -> Column:
    """Return each node's page: at arXiv, else at OpenReview, else it is missing."""
    found: list[str | None] = [None] * network.node_count
    for name, start in (
        ("openreview_id", "https://openreview.net/forum?id="),
        ("arxiv_id", "https://arxiv.org/abs/"),
    ):
        for column in network.nodes:
            if column.name == name:
                cells = zip(column.cells(), found, strict=True)
                found = [other if cell is None else f"{start}{cell}" for cell, other in cells]
    return Column.of("url", "string", found, "Where the paper can be read")
