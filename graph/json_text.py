"""Text as JSON holds it, and columns as the members of objects."""

from collections.abc import Iterable, Sequence
from json.encoder import encode_basestring

from .network import Column
from .text_rows import joined, pieces

# Letters of all scripts stay as they are; quotes, backslashes and C0 are escaped.
quoted = encode_basestring


def members(columns: Iterable[Column], rows: tuple[int, int]) -> list[list[str]]:
    """Return `, "name": value` for each column and row, an empty text where one is missing."""
    return [pieces(column, rows, f", {quoted(column.name)}: ", "", quoted) for column in columns]


def listed(rows: tuple[int, int], *parts: Sequence[str]) -> str:
    """Return rows of a list, one a line, with a comma before each but the list's first."""
    commas = [",\n"] * (rows[1] - rows[0])
    if rows[0] == 0:
        commas[0] = "\n"
    return joined(commas, *parts)
