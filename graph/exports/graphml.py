"""GraphML, for Gephi first: http://graphml.graphdrawing.org.

What Gephi's importer wants shapes the file: plain key ids that mean nothing to it, types
of the schema only, lower-case `label` and `weight`, no element without a value, no data
of the graph itself (where the file comes from stands in a comment). Text is kept as it
is; a character that XML 1.0 cannot hold becomes U+FFFD.

Written by hand, since joining columns of text is many times faster than building elements.
"""

import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from db.version import __version__

from ..names import distinct
from ..network import Cell, Column, Network

NAME = "graphml"
SUFFIXES = (".graphml",)
DESCRIPTION = "GraphML, for Gephi, igraph, Cytoscape and yEd."

_ROWS = 20_000
_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
_HEAD = f"""<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="{_NAMESPACE}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="{_NAMESPACE} {_NAMESPACE}/1.0/graphml.xsd">
"""

_ILLEGAL = "\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff"
# A bare carriage return would be read as a line feed. '>' is left alone where XML allows it:
# each reference is one more piece of text in Gephi's reader, which drops blank pieces.
_SPECIAL = re.compile(rf"[&<\r{_ILLEGAL}]|\]\]>")
_ESCAPES = {"&": "&amp;", "<": "&lt;", "\r": "&#13;", "]]>": "]]&gt;"}
_NOT_IN_ID = re.compile(r"[^A-Za-z0-9._:-]")

_Keyed = Sequence[tuple[str, Column]]


def write(network: Network, file: BinaryIO) -> None:
    """Write the network; values that are missing in it are missing in the file."""
    weight = Column.of("weight", "double", network.weight, "The weight of the edge")
    nodes = _with_keys("n", network.nodes)
    edges = _with_keys("e", (weight, *network.edges))
    for text in (
        _head(network, nodes, edges),
        *_elements(network, nodes, edges),
        "</graph>\n</graphml>\n",
    ):
        file.write(text.encode())


def _with_keys(prefix: str, columns: Sequence[Column]) -> _Keyed:
    return [(f"{prefix}{number}", column) for number, column in enumerate(columns)]


def _head(network: Network, nodes: _Keyed, edges: _Keyed) -> str:
    declarations = [
        f'<key id="{key}" for="{scope}" attr.name="{column.name}" attr.type="{column.type}">'
        f"<desc>{escape(column.description)}</desc></key>\n"
        for scope, keyed in (("node", nodes), ("edge", edges))
        for key, column in keyed
    ]
    direction = "directed" if network.directed else "undirected"
    start = f'<graph edgedefault="{direction}">\n'
    return "".join((_HEAD, _origin(network), *declarations, start))


def _origin(network: Network) -> str:
    """Say in a comment where the file comes from; nothing in it depends on the present time."""
    facts = f"{network.kind} network by citeweave {__version__}"
    if network.selection.collection is not None:
        facts += f", collection {network.selection.collection}"
    if network.as_of is not None:
        facts += f", newest answer {network.as_of}"
    facts = re.sub(f"[{_ILLEGAL}]", "\ufffd", facts)
    return f"<!-- {re.sub('-(?=-)', '- ', facts)} -->\n"


def _elements(network: Network, nodes: _Keyed, edges: _Keyed) -> Iterator[str]:
    """Yield the text of all nodes, then of all edges, some thousands at a time."""
    ids = node_ids(network.keys)
    for start in range(0, network.node_count, _ROWS):
        stop = start + _ROWS
        names = [f'<node id="{name}">' for name in ids[start:stop]]
        yield _join(names, nodes, start, stop, "</node>\n")
    for start in range(0, network.edge_count, _ROWS):
        stop = start + _ROWS
        ends = zip(
            network.source[start:stop].tolist(), network.target[start:stop].tolist(), strict=True
        )
        names = [f'<edge source="{ids[source]}" target="{ids[target]}">' for source, target in ends]
        yield _join(names, edges, start, stop, "</edge>\n")


def _join(names: list[str], columns: _Keyed, start: int, stop: int, end: str) -> str:
    parts = [_data(key, column, start, stop) for key, column in columns]
    rows = zip(names, *parts, strict=True)
    return "".join([text for row in rows for text in (*row, end)])


def _data(key: str, column: Column, start: int, stop: int) -> list[str]:
    """Return a column's data elements, an empty text where a value is missing."""
    opening = f'<data key="{key}">'
    cells = column.cells(start, stop)
    if column.type == "boolean":
        elements: dict[Cell | None, str] = {
            True: f"{opening}true</data>",
            False: f"{opening}false</data>",
            None: "",
        }
        return [elements[cell] for cell in cells]
    if column.type == "string":
        return ["" if cell is None else f"{opening}{escape(str(cell))}</data>" for cell in cells]
    # Python's shortest digits give the same number back, and Java reads its 1e-05 too.
    return ["" if cell is None else f"{opening}{cell}</data>" for cell in cells]


def node_ids(keys: Sequence[str]) -> tuple[str, ...]:
    """Return the keys as ids that the schema allows, e.g. cs-0701001, still distinct."""
    return distinct(_NOT_IN_ID.sub("-", key) for key in keys)


def escape(text: str) -> str:
    """Return text as the content of an element; what XML cannot hold becomes U+FFFD."""
    return _SPECIAL.sub(lambda found: _ESCAPES.get(found[0], "\ufffd"), text)
