"""What nodes can be coloured by: columns that say of few groups which one a node is in."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..drawing import GREY, PALETTE, shades_of_groups
from ..looks import COLOUR, facts, looks
from ..network import Column, Integers, Network

_FIRST = ("community_name", "decision", "primary_category", "year")
_NO_GROUPS = ("label", "title", "authors", "published", "arxiv_id", "openreview_id", "doi")
_CODES = ("community", "component")
"""Whole numbers that count nothing."""
_MOST_GROUPS = 200
# From blue to yellow in steps that are even to the eye and told apart in any kind of colour
# vision, as Viridis (Smith and van der Walt 2015) runs between a fifth and nine tenths.
_STEPS = ((65, 68, 135), (42, 120, 142), (34, 168, 132), (122, 209, 81), (214, 226, 40))


@dataclass(frozen=True, eq=False)
class Grouping:
    """A column as groups, in the order of the legend."""

    name: str
    description: str
    is_ordered: bool
    """Whether the groups are steps of a number."""
    words: tuple[str, ...]
    """What each group is called."""
    colours: Integers
    """Red, green and blue of each group, 0 to 255 (groups × 3)."""
    of: Integers
    """The place of each node's group; -1 for those without a value."""

    @property
    def shades(self) -> Integers:
        """The colour of each node (nodes × 3)."""
        return np.vstack((self.colours, GREY)).astype(np.int64)[self.of]


def groupings(network: Network) -> list[Grouping]:
    """Return all ways to colour a network, the usual ones first."""
    found = {grouping.name: grouping for grouping in _found(network)}
    order = [name for name in _FIRST if name in found]
    return [found[name] for name in (*order, *(name for name in found if name not in order))]


def drawn_by(network: Network, choice: Sequence[Grouping]) -> int:
    """Return the place of the grouping that the network has its colours from, else 0."""
    columns = looks(network, COLOUR)
    if columns:
        shades = np.stack([column.values for column in columns], axis=1)
        for place, grouping in enumerate(choice):
            if np.array_equal(grouping.shades, shades):
                return place
    return 0


def _found(network: Network) -> Iterator[Grouping]:
    columns = {column.name: column for column in facts(network, *_NO_GROUPS)}
    for column in columns.values():
        if not column.present.any():
            continue
        if column.type in ("long", "double"):
            if column.name not in _CODES:
                yield _steps(column)
        elif column.name == "community_name" and "community" in columns:
            yield _communities(columns["community"], column)
        else:
            yield from _categories(column)


def _categories(column: Column) -> Iterator[Grouping]:
    """Yield the column's values as groups, if they are few."""
    values, of, size = _values(column)
    if len(values) <= _MOST_GROUPS and 2 * len(values) <= size.sum():
        called = {True: "yes", False: "no"} if column.type == "boolean" else {}
        yield _by_size(column, [called.get(value, str(value)) for value in values], of, size)


def _communities(number: Column, name: Column) -> Grouping:
    """Return the communities, told apart by their numbers and called by their names."""
    values, of, size = _values(number)
    words = [f"community {value}" for value in values]
    named = np.flatnonzero(name.present & (of >= 0))
    for group, node in zip(*np.unique(of[named], return_index=True), strict=True):
        words[group] = str(name.values[named[node]])
    return _by_size(name, words, of, size)


def _values(column: Column) -> tuple[list[Any], Integers, Integers]:
    """Return the column's values in order, of each node its value's place, and their sizes."""
    there = np.flatnonzero(column.present)
    values, group, size = np.unique(column.values[there], return_inverse=True, return_counts=True)
    of = np.full(len(column.values), -1)
    of[there] = group
    return values.tolist(), of, size


def _by_size(column: Column, words: Sequence[str], of: Integers, size: Integers) -> Grouping:
    """Return groups by falling size, in the colours of the files for Gephi."""
    order = np.argsort(-size, kind="stable")
    place = np.empty(len(order) + 1, np.int64)
    place[order], place[-1] = np.arange(len(order)), -1
    palette = np.array([*PALETTE, GREY], np.int64)
    return Grouping(
        column.name,
        column.description,
        False,
        tuple(words[group] for group in order),
        palette[shades_of_groups(size)[order]],
        place[of],
    )


def _steps(column: Column) -> Grouping:
    """Return a number as steps of about as many nodes each, called by what is in them."""
    there = np.flatnonzero(column.present)
    values = column.values[there]
    inner = np.arange(1, len(_STEPS)) / len(_STEPS)
    cuts = np.unique(np.quantile(values, inner, method="inverted_cdf"))
    step = np.searchsorted(cuts, values, side="left")
    steps, step = np.unique(step, return_inverse=True)
    of = np.full(len(column.values), -1)
    of[there] = step
    words = [_range(column, values[step == each]) for each in range(len(steps))]
    chosen = np.linspace(0, len(_STEPS) - 1, len(steps)).round().astype(int)
    colours = np.array(_STEPS, np.int64)[chosen]
    return Grouping(column.name, column.description, True, tuple(words), colours, of)


def _range(column: Column, values: np.ndarray) -> str:
    least, most = (_digits(column, cell) for cell in (values.min().item(), values.max().item()))
    return least if least == most else f"{least} – {most}"


def _digits(column: Column, value: float) -> str:
    if column.type == "double":
        return f"{value:.3g}"
    return str(value) if column.name == "year" else f"{value:,}"
