"""The picture of a database's networks that the pages show, each node a link to its page."""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from db.queries import ask

from ..drawing import drawn
from ..network import Network
from ..pane import pane
from ..pane.strongest import strongest
from .parts import Address, Links

KINDS = ("citation", "coupling", "cocitation", "coauthor")
TITLE = "Papers, and who cites whom"


def collection_names(connection: sqlite3.Connection) -> dict[str, str]:
    """Return the names of the collections by their numbers."""
    return {str(number): str(name) for number, name, *_ in ask(connection, "collections_held").rows}


def draw_networks(database: Path, links: Links, collection: str | None = None) -> str:
    """Return a page with the networks of the listed papers, by kind. Raises GraphError.

    `collection` is the name of the one to which the papers are narrowed.
    """
    # The package offers it under the name of one of its modules.
    from .. import network as network_of  # noqa: PLC0415

    networks = [_pictured(network_of(database, kind, collection)) for kind in KINDS]

    def addresses(network: Network) -> Sequence[str | None]:
        page = "author" if network.kind == "coauthor" else "paper"
        return [links.page(Address(page, (str(node),))) for node in network.node_ids.tolist()]

    shown = [each for each in networks if each.node_count] or networks[:1]
    return pane(shown, f"{TITLE}: {collection}" if collection else TITLE, addresses)


def _pictured(network: Network) -> Network:
    """Return the network drawn by the edges that the picture has: placing by all takes longer,
    and papers would stand together for edges that nobody sees."""
    return replace(network, nodes=drawn(network.with_edges(strongest(network))).nodes)
