"""The identifiers in one row, and what is wrong with them.

A cell is judged by what it holds: whatever column an arXiv link stands in, it is one.
The column only decides what a bare id is.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from db.identifiers import IdentifierError, parse_arxiv

from . import identification
from .cells import as_text, is_missing, is_number
from .columns import VENUE, scheme_of
from .identification import Identifier, identify
from .text import storable

_NAMES = {
    "arxiv": "arXiv ids",
    "s2": "Semantic Scholar ids",
    "corpus": "corpus ids",
    "doi": "DOIs",
    "openreview": "OpenReview ids",
}
_ARXIV_IN_VENUE = re.compile(r"\barxiv:\s*([\w./-]*\w)", re.IGNORECASE)


@dataclass
class Findings:
    """Identifiers in the order of their columns; problems as (reason, text of the cell)."""

    identifiers: list[Identifier] = field(default_factory=list)
    problems: list[tuple[str, str]] = field(default_factory=list)

    def settle(self) -> dict[str, Identifier]:
        """Return one identifier a scheme; where two differ, neither is right for sure."""
        settled: dict[str, Identifier] = {}
        disputed = set()
        for found in self.identifiers:
            first = settled.setdefault(found.scheme, found)
            if first.value != found.value and found.scheme not in disputed:
                disputed.add(found.scheme)
                both = f"{first.value} and {found.value}"
                self.problems.append((f"two different {_NAMES[found.scheme]}: {both}", both))
            elif first.version is None and found.version is not None:
                settled[found.scheme] = found
        return {scheme: found for scheme, found in settled.items() if scheme not in disputed}


def find_identifiers(cells: Mapping[str, object]) -> Findings:
    """Return every identifier in the cells of one row, by folded column name."""
    findings = Findings()
    for part, scheme in _candidates(cells):
        try:
            found = identify_cell(part, scheme)
        except IdentifierError as error:
            findings.problems.append((storable(str(error)), storable(str(part))))
        else:
            findings.identifiers += [found] if found else []
    if not any(found.scheme == "openreview" for found in findings.identifiers):
        findings.identifiers += _guesses(cells)
    return findings


def identify_cell(cell: object, scheme: str) -> Identifier | None:
    """Return the identifier in a cell of a column of that scheme; None for something else.

    IdentifierError where the column promises one, or the cell looks like one, and it is broken.
    """
    if is_number(cell):
        return _identify_number(cell, scheme)
    text = as_text(cell)
    if text is None:
        return None
    given = storable(str(cell)) if isinstance(cell, str) else text
    if (found := identify(text)) or scheme in ("any", "link"):
        return found._replace(given=given) if found else None
    return identification.read_bare(scheme, text, given)


def _identify_number(cell: object, scheme: str) -> Identifier | None:
    if scheme == "corpus":
        return identification.read_bare("corpus", as_text(cell) or "", str(cell))
    if scheme == "arxiv" or (scheme == "any" and "." in (as_text(cell) or "")):
        parse_arxiv(float(cell))  # type: ignore[arg-type]  # refuses every number, and says so
    if scheme in ("doi", "openreview", "s2"):
        raise IdentifierError(f"{cell} was read as a number; keep the column as text")
    return None  # a running number


def _candidates(cells: Mapping[str, object]) -> Iterator[tuple[object, str]]:
    for name, cell in cells.items():
        if scheme := scheme_of(name):
            parts = cell if isinstance(cell, list | tuple) else (cell,)
            yield from ((part, scheme) for part in parts if not is_missing(part))
        elif name in VENUE and (stated := _ARXIV_IN_VENUE.search(as_text(cell) or "")):
            yield stated[1], "arxiv"


def _guesses(cells: Mapping[str, object]) -> Iterator[Identifier]:
    for name, cell in cells.items():
        if scheme_of(name) == "any" and isinstance(cell, str):
            guess = identification.guess_openreview(cell.strip())
            if guess:
                yield guess
