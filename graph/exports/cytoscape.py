"""Cytoscape.js JSON, which Cytoscape opens as a network with its layout.

https://js.cytoscape.org/#notation/elements-json. Cytoscape's y grows downwards.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO

from ..json_text import listed, members, quoted
from ..looks import POSITION, SIZE, colours, facts, labels, looks
from ..network import Column, Network
from ..origin import CREATOR, origin
from ..text_rows import blocks, pieces, texts, utf8

NAME = "cytoscape"
SUFFIXES = (".cyjs",)
DESCRIPTION = "Cytoscape.js JSON, for Cytoscape."

_MEANT = ("id", "name", "shared_name", "source", "target", "interaction", "selected")
"""Names that mean something else to Cytoscape than a column of ours."""


def write(network: Network, file: BinaryIO) -> None:
    """Write the network; values that are missing in it are missing in the file."""
    name = quoted(origin(network))
    file.write(
        utf8(
            f'{{"format_version": "1.0", "generated_by": {quoted(CREATOR)}, '
            '"target_cytoscapejs_version": "~2.1",\n'
            f'"data": {{"name": {name}, "shared_name": {name}}},\n"elements": {{"nodes": ['
        )
    )
    for text in _nodes(network):
        file.write(utf8(text))
    file.write(b'\n],\n"edges": [')
    for text in _edges(network):
        file.write(utf8(text))
    file.write(b"\n]}}\n")


def _nodes(network: Network) -> Iterator[str]:
    names, colour = labels(network), colours(network)
    columns = (
        *facts(network, "label", *_MEANT),
        *looks(network, SIZE),
        *(() if colour is None else (colour,)),
    )
    position = looks(network, POSITION)
    for rows in blocks(network.node_count):
        block = slice(*rows)
        opening = [
            f'{{"data": {{"id": {quoted(key)}, "name": {quoted(name)}, '
            f'"shared_name": {quoted(key)}, "label": {quoted(name)}'
            for key, name in zip(network.keys[block], names[block], strict=True)
        ]
        closed, end = ["}"] * len(opening), ["}"] * len(opening)
        places = _places(position, rows)
        yield listed(rows, opening, *members(columns, rows), closed, *places, end)


def _places(position: tuple[Column, ...], rows: tuple[int, int]) -> list[list[str]]:
    if not position:
        return []
    x, y = position
    return [
        pieces(x, rows, ', "position": {"x": ', "", quoted),
        pieces(replace(y, values=-y.values), rows, ', "y": ', "}", quoted),
    ]


def _edges(network: Network) -> Iterator[str]:
    keys = [quoted(key) for key in network.keys]
    sources = texts([f'"source": {key}' for key in keys])
    targets = texts([f', "target": {key}, "weight": ' for key in keys])
    interaction = quoted(network.kind)
    weight = Column.of("weight", "double", network.weight, "")
    columns = [column for column in network.edges if column.name not in _MEANT]
    prefix = _prefix(network.keys)
    for rows in blocks(network.edge_count):
        block = slice(*rows)
        opening = [
            f'{{"data": {{"id": "{prefix}{number}", "interaction": {interaction}, '
            for number in range(*rows)
        ]
        yield listed(
            rows,
            opening,
            sources[network.source[block]].tolist(),
            targets[network.target[block]].tolist(),
            pieces(weight, rows, "", "", quoted),
            *members(columns, rows),
            ["}}"] * len(opening),
        )


def _prefix(keys: tuple[str, ...]) -> str:
    """Return what no node's id begins with, since nodes and edges share one space of ids."""
    prefix = "edge-"
    while any(key.startswith(prefix) for key in keys):
        prefix += "-"
    return prefix
