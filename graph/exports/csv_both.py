"""Nodes and edges as two CSV tables in one archive, the whole network for a spreadsheet."""

import zipfile
from collections.abc import Iterable
from typing import BinaryIO

from ..csv_table import edge_table, node_table
from ..network import Network

NAME = "csv"
SUFFIXES = (".csv.zip", ".zip")
DESCRIPTION = "Both CSV tables, nodes.csv and edges.csv, in one archive."

# The same network gives the same bytes, so the archive knows no present time.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


def write(network: Network, file: BinaryIO) -> None:
    """Write the archive."""
    with zipfile.ZipFile(file, "w") as archive:
        _add(archive, "nodes.csv", node_table(network))
        _add(archive, "edges.csv", edge_table(network))


def _add(archive: zipfile.ZipFile, name: str, lines: Iterable[bytes]) -> None:
    about = zipfile.ZipInfo(name, _NO_TIME)
    about.compress_type = zipfile.ZIP_DEFLATED
    about.external_attr = 0o644 << 16
    about.create_system = 3
    with archive.open(about, "w") as file:
        file.writelines(lines)
