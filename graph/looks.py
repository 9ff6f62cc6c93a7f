"""The columns of nodes that say how a picture shows them, which formats write their own way."""

from dataclasses import replace

import numpy as np

from .network import Column, Network

POSITION = ("x", "y")
SIZE = ("size",)
COLOUR = ("r", "g", "b")
LOOKS = (*POSITION, *SIZE, *COLOUR)


def looks(network: Network, names: tuple[str, ...]) -> tuple[Column, ...]:
    """Return the named columns, each present where all of them are; none if one lacks."""
    found = {column.name: column for column in network.nodes if column.name in names}
    if len(found) < len(names):
        return ()
    there = np.logical_and.reduce([column.present for column in found.values()])
    return tuple(replace(found[name], present=there) for name in names)


def facts(network: Network, *without: str) -> tuple[Column, ...]:
    """Return the columns of the nodes that are no looks, without those named."""
    return tuple(column for column in network.nodes if column.name not in (*LOOKS, *without))


def labels(network: Network) -> tuple[str, ...]:
    """Return what to call each node: its label, else its key."""
    for column in network.nodes:
        if column.name == "label":
            cells = zip(column.cells(), network.keys, strict=True)
            return tuple(key if cell is None else str(cell) for cell, key in cells)
    return network.keys


def colours(network: Network) -> Column | None:
    """Return the colours as one column of words, #rrggbb, or None where there are none."""
    shades = looks(network, COLOUR)
    if not shades:
        return None
    r, g, b = (shade.values.clip(0, 255) for shade in shades)
    words = [f"#{number:06x}" for number in (r << 16 | g << 8 | b).tolist()]
    return Column.of("color", "string", words, "Colour", shades[0].present)
