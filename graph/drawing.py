"""How a network looks when it is opened: place, size and colour of each node."""

from dataclasses import replace

import numpy as np

from .errors import GraphError
from .looks import LOOKS
from .measures.degree import degrees
from .network import Column, Floats, Integers, Network

# Okabe and Ito (2008), told apart by people with any kind of colour vision; black is left to
# the labels. The sky blue comes before the blue that is close to it.
PALETTE = (
    (230, 159, 0),
    (86, 180, 233),
    (0, 158, 115),
    (204, 121, 167),
    (0, 114, 178),
    (213, 94, 0),
    (240, 228, 66),
)
GREY = (170, 170, 170)
"""Of nodes without a value and of groups that are small or past the last colour."""

_SMALLEST, _LARGEST = 4.0, 100.0
"""Radii of the smallest and the largest node. To these Gephi scales what it imports, and
the positions by the same ratio, so that with these it leaves everything as it is."""
_SMALL_GROUP = 3
_COLOUR_BY = ("community", "decision")


def drawn(network: Network, colour_by: str | None = None, seed: int = 0) -> Network:
    """Return the network with x, y, size (radius), r, g and b of each node.

    The area grows with the logarithm of the citations, or of the degree where the nodes have
    no citations. The colour tells the community, else the decision, or the values of the named
    column. Looks that the network had are replaced. Raises GraphError for an unknown column.
    """
    from .layout import positions  # noqa: PLC0415 - scipy is slow to import

    shades = _shades(_groups(network, colour_by), network.node_count)
    size = _sizes(network)
    place = positions(network.source, network.target, network.weight, size, seed).round(2)
    kept = tuple(column for column in network.nodes if column.name not in LOOKS)
    return replace(network, nodes=kept).with_columns(
        Column.of("x", "double", place[:, 0] + 0.0, "Place in the picture, to the right"),
        Column.of("y", "double", place[:, 1] + 0.0, "Place in the picture, upwards"),
        Column.of("size", "double", size.round(2), "Radius of the node in the picture"),
        *(
            Column.of(name, "long", shades[:, place], f"{word} of the node's colour, 0 to 255")
            for place, (name, word) in enumerate((("r", "Red"), ("g", "Green"), ("b", "Blue")))
        ),
    )


def _sizes(network: Network) -> Floats:
    """Return radii: the area grows by even steps where what counts grows by even ratios."""
    amount = np.log1p(_amount(network))
    share = amount / (amount.max(initial=0) or 1.0)
    return np.sqrt(_SMALLEST**2 + share * (_LARGEST**2 - _SMALLEST**2))


def _amount(network: Network) -> Floats:
    for column in network.nodes:
        if column.name == "citation_count" and column.present.any():
            return np.where(column.present, column.values, 0).astype(np.float64)
    ends = np.concatenate((network.source, network.target))
    return degrees(ends, network.node_count).astype(np.float64)


def _groups(network: Network, colour_by: str | None) -> Column | None:
    """Return the column whose values are to be told apart."""
    columns = {column.name: column for column in network.nodes if column.name not in LOOKS}
    if colour_by is None:
        return next((columns[name] for name in _COLOUR_BY if name in columns), None)
    if colour_by not in columns:
        there = ", ".join(columns)
        raise GraphError(f"There is no column '{colour_by}' to colour by; there is: {there}.")
    if columns[colour_by].type == "double":
        raise GraphError(f"'{colour_by}' is a measure; colour by words or whole numbers.")
    return columns[colour_by]


def _shades(column: Column | None, node_count: int) -> Integers:
    """Return the colour of each node (node_count × 3): the largest groups have one each."""
    grey = len(PALETTE)
    shade = np.full(node_count, grey)
    if column is not None and column.present.any():
        there = np.flatnonzero(column.present)
        _, group, size = np.unique(column.values[there], return_inverse=True, return_counts=True)
        shade[there] = shades_of_groups(size)[group]
    return np.asarray(np.array([*PALETTE, GREY], dtype=np.int64)[shade])


def shades_of_groups(size: Integers) -> Integers:
    """Return each group's place in the palette, by falling size; past its end it is grey."""
    grey = len(PALETTE)
    shade = np.full(len(size), grey)
    shade[np.argsort(-size, kind="stable")[:grey]] = np.arange(min(len(size), grey))
    shade[size < _SMALL_GROUP] = grey
    return shade
