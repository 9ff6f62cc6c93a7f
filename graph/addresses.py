"""Where papers can be read."""

from db import addresses as elsewhere

from .network import Cell, Column, Network


def address(arxiv_id: object, openreview_id: object = None) -> str | None:
    """Return a paper's page at arXiv, else at OpenReview; None without either id."""
    at_arxiv = elsewhere.address("arxiv_id", arxiv_id)
    return at_arxiv or elsewhere.address("openreview_id", openreview_id)


def addresses(network: Network) -> Column:
    """Return the page of each node that is a paper, else it is missing."""
    columns = {column.name: column for column in network.nodes}
    nothing: list[Cell | None] = [None] * network.node_count
    ids = [
        columns[name].cells() if name in columns else nothing
        for name in ("arxiv_id", "openreview_id")
    ]
    found = [address(*both) for both in zip(*ids, strict=True)]
    return Column.of("url", "string", found, "Where the paper can be read")
