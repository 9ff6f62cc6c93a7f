"""The edges as a CSV table."""

from typing import BinaryIO

from ..csv_table import edge_table
from ..network import Network

NAME = "edges"
SUFFIXES = (".edges.csv",)
DESCRIPTION = "CSV, one line an edge, for spreadsheets and Gephi."
IS_DRAWN = False


def write(network: Network, file: BinaryIO) -> None:
    """Write the table; a cell is empty where a value is missing."""
    file.writelines(edge_table(network))
