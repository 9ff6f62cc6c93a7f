"""GraphML, for Gephi first: http://graphml.graphdrawing.org.

What Gephi's importer wants shapes the file: plain key ids that mean nothing to it, types
of the schema only, lower-case `label` and `weight`, shades of type int, no element without a
value, no data of the graph itself (where the file comes from stands in a comment). Text is
kept as it is; a character that XML 1.0 cannot hold becomes U+FFFD.
"""

from collections.abc import Iterator, Sequence
from typing import BinaryIO

from ..looks import COLOUR
from ..names import plain_ids
from ..network import Column, Network
from ..origin import origin
from ..text_rows import blocks, joined, pieces, texts
from ..xml_text import comment, content

NAME = "graphml"
SUFFIXES = (".graphml",)
DESCRIPTION = "GraphML, for Gephi, igraph, Cytoscape and yEd."

_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_HEAD = f"""<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="{_NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="{_NAMESPACE} {_NAMESPACE}/1.0/graphml.xsd">
"""

_Keyed = Sequence[tuple[str, Column]]


def write(network: Network, file: BinaryIO) -> None:
    """Write the network; values that are missing in it are missing in the file."""
    weight = Column.of("weight", "double", network.weight, "The weight of the edge")
    nodes = _with_keys("n", network.nodes)
    edges = _with_keys("e", (weight, *network.edges))
    file.write(_head(network, nodes, edges).encode())
    for text in _elements(network, nodes, edges):
        file.write(text.encode())
    file.write(b"</graph>\n</graphml>\n")


def _with_keys(prefix: str, columns: Sequence[Column]) -> _Keyed:
    return [(f"{prefix}{number}", column) for number, column in enumerate(columns)]


def _head(network: Network, nodes: _Keyed, edges: _Keyed) -> str:
    declarations = [
        f'<key id="{key}" for="{scope}" attr.name="{column.name}" '
        f'attr.type="{"int" if scope == "node" and column.name in COLOUR else column.type}">'
        f"<desc>{content(column.description)}</desc></key>\n"
        for scope, keyed in (("node", nodes), ("edge", edges))
        for key, column in keyed
    ]
    direction = "directed" if network.directed else "undirected"
    start = f'<graph edgedefault="{direction}">\n'
    return "".join((_HEAD, comment(origin(network)), "\n", *declarations, start))


def _elements(network: Network, nodes: _Keyed, edges: _Keyed) -> Iterator[str]:
    """Yield the text of all nodes, then of all edges, some thousands at a time."""
    ids = plain_ids(network.keys)
    for rows in blocks(network.node_count):
        start, stop = rows
        opening = [f'<node id="{name}">' for name in ids[start:stop]]
        yield joined(opening, *_data(nodes, rows), ["</node>\n"] * len(opening))
    sources = texts([f'<edge source="{name}"' for name in ids])
    targets = texts([f' target="{name}">' for name in ids])
    for rows in blocks(network.edge_count):
        start, stop = rows
        tail = sources[network.source[start:stop]].tolist()
        head = targets[network.target[start:stop]].tolist()
        yield joined(tail, head, *_data(edges, rows), ["</edge>\n"] * len(tail))


def _data(columns: _Keyed, rows: tuple[int, int]) -> list[list[str]]:
    """Return each column's data elements, an empty text where a value is missing."""
    return [
        pieces(column, rows, f'<data key="{key}">', "</data>", content) for key, column in columns
    ]
