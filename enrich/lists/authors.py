"""Author names out of the ways that lists write them in one cell."""

import re
from collections.abc import Iterable

_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"")


def split_authors(text: str) -> tuple[str, ...]:
    """Return the names in a cell that parts them by `;`, ` and ` or `,`, given name first."""
    if text.startswith("[") and text.endswith("]") and (names := _QUOTED.findall(text)):
        return in_natural_order(single or double for single, double in names)
    if ";" in text:
        return in_natural_order(text.split(";"))
    parts = re.split(r",?\s+(?:and|&)\s+", text)
    if len(parts) > 1 and all(part.count(",") == 1 for part in parts):
        return in_natural_order(parts)  # Doe, Jane and Roe, Richard
    names = [name for part in parts for name in part.split(",")]
    if len(parts) == 1 and len(names) == 2 and any(" " not in name.strip() for name in names):
        return in_natural_order(parts)  # one author: Doe, Jane
    return in_natural_order(names)


def in_natural_order(names: Iterable[str]) -> tuple[str, ...]:
    """Return names with `Doe, Jane` turned to `Jane Doe`, without blanks and `et al.`."""
    turned = (_turn(" ".join(name.split())) for name in names)
    return tuple(name for name in turned if name and name.casefold() not in _NOBODY)


_NOBODY = {"others", "et al", "et al."}


def _turn(name: str) -> str:
    last, comma, first = name.partition(",")
    if not comma or "," in first:
        return name.strip(" ,")
    return f"{first.strip()} {last.strip()}".strip()
