"""Pajek's project file: the network with its partitions and vectors.

A partition gives each vertex the number of its class, here for words, truths, years and
communities; a vector gives it a measure. Pajek knows no missing value: class 0 means unknown,
and a measure that some vertices lack is left out, since a 0 would be wrong.
"""

from typing import BinaryIO

import numpy as np

from ..looks import facts
from ..network import Column, Integers, Network
from ..text_rows import blocks, pieces, utf8
from . import pajek

NAME = "pajek-project"
SUFFIXES = (".paj",)
DESCRIPTION = "Pajek project: the network with partitions and vectors, for Pajek."

_MOST_CLASSES = 1000
_WHOLE_CLASSES = ("community", "year", "component", "core")


def write(network: Network, file: BinaryIO) -> None:
    """Write the network, then each column that is a partition or a vector."""
    file.write(utf8(f"*Network {network.kind}\n"))
    pajek.write(network, file)
    for column in facts(network, "label", "title"):
        if _is_partition(column):
            classes, words = _classes(column)
            # The names of the classes stand in the partition's own name.
            file.write(utf8(f"*Partition {column.name}{words}\n*Vertices {network.node_count}\n"))
            _values(Column.of("", "long", classes, ""), network.node_count, file)
        elif column.type in ("long", "double") and column.present.all():
            file.write(utf8(f"*Vector {column.name}\n*Vertices {network.node_count}\n"))
            _values(column, network.node_count, file)


def _is_partition(column: Column) -> bool:
    """Tell whether a column sorts nodes into classes: words that repeat, or known numbers."""
    if column.type == "string":
        different = {cell for cell in column.cells() if cell is not None}
        return 0 < len(different) <= _MOST_CLASSES and 2 * len(different) <= column.present.sum()
    return column.type == "boolean" or column.name in _WHOLE_CLASSES


def _classes(column: Column) -> tuple[Integers, str]:
    """Return the class of each vertex, 0 for unknown, and the classes in words."""
    cells = column.cells()
    different = sorted({cell for cell in cells if cell is not None}, key=lambda cell: (cell,))
    number = {cell: place for place, cell in enumerate(different, start=1)}
    words = ", ".join(f"{number[cell]} {cell}" for cell in different)
    classes = np.array([0 if cell is None else number[cell] for cell in cells], dtype=np.int64)
    return classes, f" ({pajek.vertex_label(words)})" if words else ""


def _values(column: Column, count: int, file: BinaryIO) -> None:
    for rows in blocks(count):
        file.write("".join(pieces(column, rows, "", "\n", str)).encode())
