"""The nodes as a CSV table."""

from typing import BinaryIO

from ..csv_table import node_table
from ..network import Network

NAME = "nodes"
SUFFIXES = (".nodes.csv",)
DESCRIPTION = "CSV, one line a node, for spreadsheets and Gephi."


def write(network: Network, file: BinaryIO) -> None:
    """Write the table; a cell is empty where a value is missing."""
    file.writelines(node_table(network))
