"""One page to look at and to show: networks as pictures with search, filters and lists.

It is one file that opens in any browser and asks for nothing; see graph/pane.
"""

from collections.abc import Sequence
from typing import BinaryIO

from ..drawing import drawn
from ..looks import POSITION, looks
from ..network import Network
from ..pane import left_out, pane

NAME = "html"
SUFFIXES = (".html", ".htm")
__all__ = ["left_out", "write", "write_all"]
DESCRIPTION = "A page to look around in with the browser, of one or more kinds."


def write(network: Network, file: BinaryIO) -> None:
    """Write the page of one network."""
    write_all([network], file)


def write_all(networks: Sequence[Network], file: BinaryIO) -> None:
    """Write the page that switches between networks; those without places are drawn."""
    placed = [each if looks(each, POSITION) else drawn(each) for each in networks]
    file.write(pane(placed, _title(networks)).encode())


def _title(networks: Sequence[Network]) -> str:
    names = {each.selection.collection for each in networks} - {None}
    return ", ".join(sorted(filter(None, names))) or "The networks of the listed papers"
