"""Networks as one page to look at: a picture to move in, filters, and all of it as a list.

The page is one file that asks for nothing: it opens from a disk and in a frame of another page.
Its address takes `#node=NUMBER` (of Network.node_ids) and `#kind=NAME`, joined by `&`.
"""

from collections.abc import Callable, Sequence

from ..addresses import addresses
from ..errors import GraphError
from ..network import Network
from .data import page_data
from .page import write_page
from .strongest import MOST_EDGES, left_out

__all__ = ["MOST_EDGES", "left_out", "pane"]

Addresses = Callable[[Network], Sequence[str | None]]
"""Returns of each node where its own page is, None where it has none."""


def _papers_online(network: Network) -> Sequence[str | None]:
    """Return each paper's page at arXiv, else at OpenReview."""
    return [None if cell is None else str(cell) for cell in addresses(network).cells()]


def pane(networks: Sequence[Network], title: str, address: Addresses = _papers_online) -> str:
    """Return the page of these networks, between which it switches, as HTML.

    The networks are measured and drawn (graph.network, graph.drawn). The same networks give
    the same page. Raises GraphError where there is none, or one that is not drawn.
    """
    if not networks:
        raise GraphError("There is no network to show; name at least one kind.")
    return write_page(page_data(networks, address), title)
