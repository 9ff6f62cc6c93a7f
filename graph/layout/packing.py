"""Puts components side by side, the largest first, and nodes without an edge in a grid."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..network import Floats

_PAGE = 1.4
"""Width of the page by its height."""
_GAP = 0.6
"""Between boxes and between nodes of the grid, in mean diameters of the nodes."""


class Box(NamedTuple):
    """The room of a component."""

    width: float
    height: float


def shelves(boxes: Sequence[Box], gap: float) -> tuple[Floats, float]:
    """Return the lower left corner of each box (boxes × 2) and the width of the page.

    The boxes come in rows, the higher first. One that takes most of the area makes the page
    as wide as itself; else the page is as wide as is right for the area of all.
    """
    areas = [(box.width + gap) * (box.height + gap) for box in boxes]
    widest = max((box.width for box in boxes), default=0.0)
    whole = sum(areas)
    width = widest if 2 * max(areas, default=0) > whole else max(np.sqrt(whole * _PAGE), widest)
    order = sorted(range(len(boxes)), key=lambda index: (-boxes[index].height, index))
    corners = np.zeros((len(boxes), 2))
    x = y = deep = 0.0
    for index in order:
        box = boxes[index]
        if x > 0 and x + box.width > width:
            x, y, deep = 0.0, y - deep - gap, 0.0
        corners[index] = (x, y - box.height)
        x += box.width + gap
        deep = max(deep, box.height)
    return corners, float(width)


def gap_of(radius: Floats) -> float:
    """Return the gap between boxes for nodes of these radii."""
    return float(2 * radius.mean() * (1 + _GAP)) if len(radius) else 1.0


def grid(radius: Floats, width: float) -> Floats:
    """Return positions of single nodes in rows from the upper left, (0, 0), downwards.

    The rows are as long as the page is wide, or make a page of their own where it has none.
    """
    if not len(radius):
        return np.zeros((0, 2))
    pitch = 2 * float(radius.max()) * (1 + _GAP / 2)
    wide = width if width > 0 else np.sqrt(len(radius) * _PAGE) * pitch
    columns = max(int(wide / pitch), 1)
    row, column = np.divmod(np.arange(len(radius)), columns)
    return np.stack(((column + 0.5) * pitch, -(row + 0.5) * pitch), axis=1)
