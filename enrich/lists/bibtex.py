"""BibTeX, as reference managers and publishers write it."""

import re
from collections.abc import Iterator

from db.rows import Listing, Unusable

_ENTRY = re.compile(r"^[ \t]*@[ \t]*[A-Za-z]+[ \t]*[{(]\s*[^\s,{}()]*\s*,", re.MULTILINE)


def recognises(head: str, name: str) -> int:  # noqa: ARG001  every format is asked alike
    """Return 87 where an entry begins a line."""
    return 87 if _ENTRY.search(head) else 0


def read(text: str) -> Iterator[Listing | Unusable]:
    """Yield the papers of the entries, and the entries that are broken."""
    from .bibtex_entries import read_entries  # noqa: PLC0415  two libraries only this format needs

    return read_entries(text)
