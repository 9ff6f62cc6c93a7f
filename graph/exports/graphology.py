"""Graphology's serialised graph, for Gephi Lite and sigma.js.

https://graphology.github.io/serialization.html
"""

from collections.abc import Iterator
from typing import BinaryIO

from ..json_text import listed, members, quoted
from ..looks import POSITION, SIZE, colours, facts, labels, looks
from ..network import Column, Network
from ..origin import origin
from ..text_rows import blocks, pieces, texts, utf8

NAME = "graphology"
SUFFIXES = (".graphology.json", ".json")
DESCRIPTION = "Graphology JSON, for Gephi Lite and sigma.js."


def write(network: Network, file: BinaryIO) -> None:
    """Write the network; values that are missing in it are missing in the file."""
    kind = "directed" if network.directed else "undirected"
    file.write(
        utf8(
            f'{{"attributes": {{"name": {quoted(origin(network))}}},\n'
            f'"options": {{"type": "{kind}", "multi": false, "allowSelfLoops": true}},\n'
            '"nodes": ['
        )
    )
    for text in _nodes(network):
        file.write(utf8(text))
    file.write(b'\n],\n"edges": [')
    for text in _edges(network):
        file.write(utf8(text))
    file.write(b"\n]}\n")


def _nodes(network: Network) -> Iterator[str]:
    names, colour = labels(network), colours(network)
    columns = (
        *looks(network, POSITION),
        *looks(network, SIZE),
        *(() if colour is None else (colour,)),
        *facts(network, "label"),
    )
    for rows in blocks(network.node_count):
        block = slice(*rows)
        opening = [
            f'{{"key": {quoted(key)}, "attributes": {{"label": {quoted(name)}'
            for key, name in zip(network.keys[block], names[block], strict=True)
        ]
        yield listed(rows, opening, *members(columns, rows), ["}}"] * len(opening))


def _edges(network: Network) -> Iterator[str]:
    keys = [quoted(key) for key in network.keys]
    sources = texts([f'"source": {key}' for key in keys])
    targets = texts([f', "target": {key}, "attributes": {{"weight": ' for key in keys])
    direction = "" if network.directed else '"undirected": true, '
    weight = Column.of("weight", "double", network.weight, "")
    for rows in blocks(network.edge_count):
        block = slice(*rows)
        opening = [f'{{"key": "{number}", {direction}' for number in range(*rows)]
        yield listed(
            rows,
            opening,
            sources[network.source[block]].tolist(),
            targets[network.target[block]].tolist(),
            pieces(weight, rows, "", "", quoted),
            *members(network.edges, rows),
            ["}}"] * len(opening),
        )
