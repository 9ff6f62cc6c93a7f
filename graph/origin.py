"""Says where a written network comes from; nothing in it depends on the present time."""

from db.version import __version__

from .network import Network

CREATOR = f"citeweave {__version__}"


def origin(network: Network) -> str:
    """Return it in words: citation network by citeweave 0.1.0, collection iclr2024, …"""
    facts = f"{network.kind} network by {CREATOR}"
    if network.selection.collection is not None:
        facts += f", collection {network.selection.collection}"
    if network.as_of is not None:
        facts += f", newest answer {network.as_of}"
    return facts
