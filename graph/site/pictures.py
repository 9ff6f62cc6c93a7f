"""The picture of a database's networks that the pages show, each node a link to its page."""

from collections.abc import Sequence
from pathlib import Path

from ..drawing import drawn
from ..network import Network
from ..pane import pane
from .parts import Address, Links

KINDS = ("citation", "coupling", "cocitation", "coauthor")
TITLE = "Papers, and who cites whom"


def draw_networks(database: Path, links: Links) -> str:
    """Return a page with the networks of all listed papers, by kind. Raises GraphError."""
    # The package offers it under the name of one of its modules.
    from .. import network as network_of  # noqa: PLC0415

    networks = [drawn(network_of(database, kind)) for kind in KINDS]

    def addresses(network: Network) -> Sequence[str | None]:
        page = "author" if network.kind == "coauthor" else "paper"
        return [links.page(Address(page, (str(node),))) for node in network.node_ids.tolist()]

    return pane([each for each in networks if each.node_count], TITLE, addresses)
