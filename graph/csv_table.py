"""Nodes and edges as tables that spreadsheets and Gephi's import of spreadsheets open.

UTF-8 with the mark that Excel looks for; lines end as RFC 4180 says. Text that a spreadsheet
would run as a formula gets an apostrophe in front (db/formulas.py says why).
"""

import re
from collections.abc import Iterator, Sequence

from db.formulas import harmless

from .looks import LOOKS, labels, looks
from .network import Column, Network
from .text_rows import blocks, joined, pieces, texts, utf8

_QUOTED = re.compile('[",\r\n]|^ | $')
_MARK = "\ufeff"


def node_table(network: Network) -> Iterator[bytes]:
    """Yield a table with a line a node, its first columns Id and Label."""
    columns = [
        *(column for column in network.nodes if column.name not in ("label", *LOOKS)),
        *(column for name in LOOKS for column in looks(network, (name,))),
    ]
    yield _header("Id", "Label", columns=columns)
    names = labels(network)
    for rows in blocks(network.node_count):
        block = slice(*rows)
        opening = [
            f"{cell(key)},{cell(name)}"
            for key, name in zip(network.keys[block], names[block], strict=True)
        ]
        yield _lines(opening, columns, rows)


def edge_table(network: Network) -> Iterator[bytes]:
    """Yield a table with a line an edge: Source, Target, Type, Weight, its other columns."""
    weight = Column.of("Weight", "double", network.weight, "")
    columns = [weight, *network.edges]
    yield _header("Source", "Target", "Type", columns=columns)
    keys = texts([cell(key) for key in network.keys])
    direction = ",Directed" if network.directed else ",Undirected"
    for rows in blocks(network.edge_count):
        block = slice(*rows)
        ends = zip(
            keys[network.source[block]].tolist(), keys[network.target[block]].tolist(), strict=True
        )
        yield _lines([f"{source},{target}{direction}" for source, target in ends], columns, rows)


def cell(text: str) -> str:
    """Return a cell: harmless, without NUL, in quotes where it must be."""
    safe = harmless(text.replace("\0", "\ufffd"))
    return '"' + safe.replace('"', '""') + '"' if _QUOTED.search(safe) else safe


def _header(*first: str, columns: Sequence[Column]) -> bytes:
    return utf8(_MARK + ",".join([*first, *(cell(column.name) for column in columns)]) + "\r\n")


def _lines(opening: Sequence[str], columns: Sequence[Column], rows: tuple[int, int]) -> bytes:
    parts = [pieces(column, rows, ",", "", cell, missing=",") for column in columns]
    return utf8(joined(opening, *parts, ["\r\n"] * len(opening)))
