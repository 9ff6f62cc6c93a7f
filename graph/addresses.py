"""Where papers can be read."""

from db import addresses as elsewhere

from .network import Cell, Column, Network

_IDS = ("arxiv_id", "openreview_id", "doi")


def address(arxiv_id: object, openreview_id: object = None, doi: object = None) -> str | None:
    """Return a paper's page at arXiv, else at OpenReview, else by its DOI; None without ids."""
    known = zip(_IDS, (arxiv_id, openreview_id, doi), strict=True)
    return next(filter(None, (elsewhere.address(*each) for each in known)), None)


def addresses(network: Network) -> Column:
    """Return the page of each node that is a paper, else it is missing."""
    columns = {column.name: column for column in network.nodes}
    nothing: list[Cell | None] = [None] * network.node_count
    ids = [columns[name].cells() if name in columns else nothing for name in _IDS]
    found = [address(*each) for each in zip(*ids, strict=True)]
    return Column.of("url", "string", found, "Where the paper can be read")
