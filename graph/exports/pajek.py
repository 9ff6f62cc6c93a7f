"""Pajek's network file, which VOSviewer, UCINET and igraph read too: http://mrvar.fdv.uni-lj.si/pajek.

A vertex is a number and a label in quotes, so labels are kept on one line, quotes become
apostrophes, and a repeated label gets an underscore, since some readers take labels for names.
Positions lie between 0 and 1 with y downwards. Further columns have their place in a project
file (.paj).
"""

from collections.abc import Iterator
from typing import BinaryIO

import numpy as np

from ..looks import POSITION, colours, labels, looks
from ..names import distinct
from ..network import Column, Floats, Network
from ..text_rows import blocks, joined, pieces, texts, utf8

NAME = "pajek"
SUFFIXES = (".net",)
DESCRIPTION = "Pajek network, for Pajek, VOSviewer, UCINET and igraph."

_MARGIN = 0.05


def write(network: Network, file: BinaryIO) -> None:
    """Write vertices, and arcs where edges have a direction, else edges."""
    file.write(f"*Vertices {network.node_count}\n".encode())
    for text in _vertices(network):
        file.write(utf8(text))
    file.write(b"*Arcs\n" if network.directed else b"*Edges\n")
    for text in _lines(network):
        file.write(utf8(text))


def _vertices(network: Network) -> Iterator[str]:
    names = distinct(vertex_label(name) for name in labels(network))
    columns = _places(network)
    colour = colours(network)
    for rows in blocks(network.node_count):
        opening = [
            f'{number} "{name}"'
            for number, name in enumerate(names[slice(*rows)], start=rows[0] + 1)
        ]
        parts = [pieces(column, rows, " ", "", str) for column in columns]
        if colour is not None and columns:
            parts.append(pieces(colour, rows, " ic ", "", _shade))
        yield joined(opening, *parts, ["\n"] * len(opening))


def vertex_label(text: str) -> str:
    """Return text as it may stand in quotes on a line; a backslash would start a command."""
    line = " ".join(text.translate(_HARMLESS).split())
    return line or "-"


_HARMLESS = {
    ord('"'): "'",
    ord("\\"): "/",
    **dict.fromkeys([*range(0x20), 0x7F, 0x85, 0x2028, 0x2029], " "),
}


def _shade(colour: str) -> str:
    return f"RGB{colour[1:].upper()}"


def _places(network: Network) -> list[Column]:
    """Return x, y and z; none where a node lacks a position, since they are read in order."""
    position = looks(network, POSITION)
    if not position or not position[0].present.all() or network.node_count == 0:
        return []
    x, y = (column.values for column in position)
    reach = float(max(np.ptp(x), np.ptp(y))) or 1.0
    flat = np.full(network.node_count, 0.5)
    scaled: list[Floats] = [
        _MARGIN + (1 - 2 * _MARGIN) * (x - x.min()) / reach,
        _MARGIN + (1 - 2 * _MARGIN) * (y.max() - y) / reach,
        flat,
    ]
    return [Column.of("", "double", values.round(5), "") for values in scaled]


def _lines(network: Network) -> Iterator[str]:
    numbers = texts([str(number) for number in range(1, network.node_count + 1)])
    weight = Column.of("weight", "double", network.weight, "")
    for rows in blocks(network.edge_count):
        block, count = slice(*rows), rows[1] - rows[0]
        yield joined(
            numbers[network.source[block]].tolist(),
            [" "] * count,
            numbers[network.target[block]].tolist(),
            pieces(weight, rows, " ", "\n", str),
        )
