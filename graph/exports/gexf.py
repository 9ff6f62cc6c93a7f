"""GEXF 1.3, for Gephi with a timeline: https://gexf.net.

A node is there from the day its paper was published, an edge from its own date, and both
stay; where no date is known there is none. Position, size and colour stand in the elements of
the viz module. Text is kept as it is; a character that XML 1.0 cannot hold becomes U+FFFD.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import BinaryIO

from ..looks import COLOUR, POSITION, SIZE, facts, labels, looks
from ..names import plain_ids
from ..network import Column, ColumnType, Network
from ..origin import CREATOR, origin
from ..text_rows import blocks, joined, pieces, texts
from ..xml_text import attribute, content

NAME = "gexf"
SUFFIXES = (".gexf",)
DESCRIPTION = "GEXF 1.3, for Gephi and Gephi Lite, with a timeline."

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://gexf.net/1.3 http://gexf.net/1.3/gexf.xsd" version="1.3">
"""
_TYPES: dict[ColumnType, str] = {
    "boolean": "boolean",
    "long": "long",
    "double": "double",
    "string": "string",
}


def write(network: Network, file: BinaryIO) -> None:
    """Write the network; values that are missing in it are missing in the file."""
    born, made = _start(network.nodes, "published"), _start(network.edges, "date")
    file.write(_head(network, born, made).encode())
    for text in _nodes(network, born):
        file.write(text.encode())
    file.write(b"</nodes>\n<edges>\n")
    for text in _edges(network, made):
        file.write(text.encode())
    file.write(b"</edges>\n</graph>\n</gexf>\n")


def _head(network: Network, *starts: Column | None) -> str:
    is_dynamic = any(column is not None and column.present.any() for column in starts)
    time = ' mode="dynamic" timeformat="date" timerepresentation="interval"'
    direction = "directed" if network.directed else "undirected"
    return "".join(
        (
            _HEAD,
            _meta(network),
            f'<graph defaultedgetype="{direction}" idtype="string"',
            time if is_dynamic else ' mode="static"',
            ">\n",
            _attributes("node", facts(network, "label")),
            _attributes("edge", network.edges),
            "<nodes>\n",
        )
    )


def _meta(network: Network) -> str:
    """Say where the file comes from; its date is that of the newest answer behind it."""
    day = _day(network.as_of or "")
    modified = f' lastmodifieddate="{day}"' if day else ""
    return (
        f"<meta{modified}><creator>{content(CREATOR)}</creator>"
        f"<description>{content(origin(network))}</description></meta>\n"
    )


def _attributes(scope: str, columns: Sequence[Column]) -> str:
    declarations = [
        f'<attribute id="{attribute(column.name)}" title="{attribute(column.name)}" '
        f'type="{_TYPES[column.type]}"/>\n'
        for column in columns
    ]
    return f'<attributes class="{scope}" mode="static">\n{"".join(declarations)}</attributes>\n'


def _start(columns: Sequence[Column], name: str) -> Column | None:
    """Return since when each row is there, as a day that the calendar has, else missing."""
    for column in columns:
        if column.name == name:
            cells = column.cells()
            days = {cell: _day(str(cell)) for cell in set(cells) - {None}}
            return Column.of("start", "string", [days.get(cell) for cell in cells], "")
    return None


def _day(text: str) -> str | None:
    try:
        return date.fromisoformat(text[:10]).isoformat()
    except ValueError:
        return None


def _nodes(network: Network, start: Column | None) -> Iterator[str]:
    ids, names = plain_ids(network.keys), labels(network)
    columns = facts(network, "label")
    for rows in blocks(network.node_count):
        block = slice(*rows)
        opening = [
            f'<node id="{key}" label="{attribute(name)}"'
            for key, name in zip(ids[block], names[block], strict=True)
        ]
        yield joined(
            opening,
            *_element(columns, start, rows),
            *_viz(network, rows),
            ["</node>\n"] * len(opening),
        )


def _edges(network: Network, start: Column | None) -> Iterator[str]:
    ids = plain_ids(network.keys)
    sources = texts([f' source="{key}"' for key in ids])
    targets = texts([f' target="{key}"' for key in ids])
    weight = Column.of("weight", "double", network.weight, "")
    for rows in blocks(network.edge_count):
        block = slice(*rows)
        yield joined(
            [f'<edge id="{number}"' for number in range(*rows)],
            sources[network.source[block]].tolist(),
            targets[network.target[block]].tolist(),
            pieces(weight, rows, ' weight="', '"', attribute),
            *_element(network.edges, start, rows),
            ["</edge>\n"] * (rows[1] - rows[0]),
        )


def _element(
    columns: Sequence[Column], start: Column | None, rows: tuple[int, int]
) -> list[list[str]]:
    """Return the rest of the opening tag and the values, an empty text where one is missing."""
    count = rows[1] - rows[0]
    since = [] if start is None else [pieces(start, rows, ' start="', '"', attribute)]
    values = [
        pieces(column, rows, f'<attvalue for="{attribute(column.name)}" value="', '"/>', attribute)
        for column in columns
    ]
    return [*since, ["><attvalues>"] * count, *values, ["</attvalues>"] * count]


def _viz(network: Network, rows: tuple[int, int]) -> list[list[str]]:
    """Return size, position and colour; Gephi wants a size's value as its first attribute."""
    found = []
    for names, befores, after in (
        (SIZE, ('<viz:size value="',), '"/>'),
        (POSITION, ('<viz:position x="', '" y="'), '" z="0.0"/>'),
        (COLOUR, ('<viz:color r="', '" g="', '" b="'), '"/>'),
    ):
        columns = looks(network, names)
        for column, before in zip(columns, befores, strict=False):
            last = after if column is columns[-1] else ""
            found.append(pieces(column, rows, before, last, attribute))
    return found
