"""A dataset page pasted as text: decision, abstract, title, arXiv id, OpenReview link."""

from collections.abc import Iterator

from db.identifiers import IdentifierError
from db.rows import Listing, Unusable

from .base import refuse
from .cells import is_missing
from .decisions import read_decision
from .identification import identify
from .row import read_row
from .text import numbered_lines, tidy

_LONGEST_TITLE = 300
_LONGEST_DECISION = 40

Cells = list[tuple[int, str]]


def recognises(head: str, name: str) -> int:  # noqa: ARG001  every format is asked alike
    """Return 95 where decisions and OpenReview links stand alone on their lines."""
    lines = [line.strip() for _, line in numbered_lines(head)]
    return 95 if any(map(_is_link, lines)) and any(map(read_decision, lines)) else 0


def read(text: str) -> Iterator[Listing | Unusable]:
    """Yield the papers of a page; what stands above the first is the page's own heading."""
    for number, cells in enumerate(_blocks(text)):
        if read_decision(cells[0][1]) or any(_is_id(cell) or _is_link(cell) for _, cell in cells):
            yield from _read_block(cells, is_first=number == 0)
        elif number:
            yield refuse(cells[0][0], "text that belongs to no paper", cells[0][1])


def _blocks(text: str) -> Iterator[Cells]:
    """Yield the cells of each paper: a decision opens it, an OpenReview link closes it."""
    cells: Cells = []
    for line, raw in numbered_lines(text):
        cell = tidy(raw)
        if is_missing(cell):
            continue
        if cells and read_decision(cell):
            yield cells
            cells = []
        cells.append((line, cell))
        if _is_link(cell):
            yield cells
            cells = []
    if cells:
        yield cells


def _read_block(cells: Cells, is_first: bool) -> Iterator[Listing | Unusable]:
    """Read a paper from its end, where the kinds of cell are plain, to its beginning."""
    rest = list(cells)
    row: list[tuple[str, object]] = []
    if _is_link(rest[-1][1]):
        row.append(("openreview", rest.pop()[1]))
    if rest and _is_id(rest[-1][1]):
        row.append(("arxiv", rest.pop()[1]))
    line = cells[0][0]
    if rest and (read_decision(rest[0][1]) or _is_unusual_decision(rest, is_first)):
        row.append(("decision", rest.pop(0)[1]))
    elif is_first:
        rest = _without_heading(rest)
        line = rest[0][0] if rest else line
    if rest and len(rest[-1][1]) <= _LONGEST_TITLE:
        row.append(("title", rest.pop()[1]))
    row.append(("abstract", " ".join(cell for _, cell in rest)))
    return read_row(row, line)


def _is_unusual_decision(cells: Cells, is_first: bool) -> bool:
    return not is_first and len(cells) > 2 and len(cells[0][1]) <= _LONGEST_DECISION


def _without_heading(cells: Cells) -> Cells:
    has_abstract = len(cells) > 1 and len(cells[-2][1]) > _LONGEST_TITLE
    return cells[-2:] if has_abstract else cells[-1:]


def _is_link(cell: str) -> bool:
    return "openreview.net/" in cell and " " not in cell


def _is_id(cell: str) -> bool:
    try:
        found = identify(cell)
    except IdentifierError:
        return True  # meant as one, and reported as broken
    return found is not None and found.scheme != "openreview"
