"""One value of a table: missing, text, number, or wrapped in something else."""

import math
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

from .authors import in_natural_order, split_authors
from .text import tidy

_MISSING = frozenset(
    ["", "null", "none", "nan", "n/a", "na", "nil", "<na>", "#n/a", "-", "--", "–", "—"]
)

_LONGEST_MISSING = 20


def is_missing(cell: object) -> bool:
    """Return whether a cell says 'nothing here', in any of the usual spellings."""
    if isinstance(cell, str):
        if len(cell) > _LONGEST_MISSING and not cell.isspace():
            return False
        return tidy(cell).casefold() in _MISSING
    return cell is None or (is_number(cell) and math.isnan(cell))  # type: ignore[arg-type]


def is_number(cell: object) -> bool:
    """Return whether a cell came as a number; a list's text never does."""
    return isinstance(cell, int | float | Decimal)


def unwrap(cell: object) -> object:
    """Return what is inside OpenReview's {"value": …}."""
    while isinstance(cell, Mapping) and "value" in cell:
        cell = cell["value"]
    return cell


def as_text(cell: object) -> str | None:
    """Return a cell as clean text; None for what is missing or is not text."""
    if isinstance(cell, list | tuple) and len(cell) == 1:
        cell = unwrap(cell[0])
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)  # a title '0' that went through a number
    if is_missing(cell) or not isinstance(cell, str | int | float | Decimal):
        return None
    return tidy(str(cell)) or None


def as_year(cell: object) -> int | None:
    """Return the year of a year or date; None where there is none to be sure of."""
    found = re.match(r"\s*((?:1[89]|20)\d\d)(?!\d)", str(cell), re.ASCII)
    return int(found[1]) if found else None


def as_authors(cell: object) -> tuple[str, ...]:
    """Return the names in a list of names, of {"name": …}, or in one text."""
    if isinstance(cell, list | tuple):
        return in_natural_order(_names(cell))
    text = as_text(cell)
    return split_authors(text) if text else ()


def _names(cells: list[object] | tuple[object, ...]) -> Iterator[str]:
    for cell in cells:
        name = as_text(cell.get("name") if isinstance(cell, Mapping) else cell)
        if name:
            yield name
