"""CSV, TSV and the like: one paper a row, columns named in the first row."""

import csv
from collections.abc import Iterator
from itertools import islice
from typing import Literal

from db.identifiers import IdentifierError
from db.rows import Listing, Unusable

from .base import refuse
from .cells import is_missing
from .columns import count_known, name_papers
from .identification import identify
from .row import read_marks, read_row
from .text import numbered_lines

_DELIMITERS = (",", "\t", ";", "|")
_SINGLE = "\x1f"  # a delimiter that no text has: the whole line is one cell
_MOST_LINES = 500
"""Lines of one record; a quoted cell longer than this is a quotation mark gone astray."""


def recognises(head: str, name: str) -> int:
    """Return 85 for known column names, 45 for unnamed columns with ids among them."""
    header, delimiter = _header(head)
    if name_papers(header):
        if delimiter == _SINGLE:
            return 85 if "\n\n" not in head.strip() else 0
        return 85 if count_known(header) > 1 or name.endswith((".csv", ".tsv")) else 75
    return 45 if _unnamed_delimiter(head) else 0


def read(text: str) -> Iterator[Listing | Unusable]:
    """Yield the papers of a table."""
    csv.field_size_limit(2**31 - 1)
    header, delimiter = _header(text)
    records = _records(text, delimiter if name_papers(header) else _unnamed_delimiter(text) or ",")
    if not name_papers(header):
        for line, cells, problem in records:
            yield from _flag(line, cells, problem)
            yield from read_marks(cells, line)
        return
    next(records, None)
    for line, cells, problem in records:
        yield from _flag(line, cells, problem)
        yield from _read_record(header, cells, line)


def _read_record(header: list[str], cells: list[str], line: int) -> Iterator[Listing | Unusable]:
    if any(not is_missing(cell) for cell in cells[len(header) :]):
        # The columns have shifted, so only what needs no column name can be trusted.
        yield refuse(
            line,
            f"{len(cells)} cells where the header has {len(header)}: put quotation marks around "
            "text with the delimiter in it; only ids and links are taken from this line",
            " ".join(cells),
        )
        yield from read_marks(cells, line)
    elif any(cell.strip() for cell in cells):
        yield from read_row(zip(header, cells, strict=False), line)


def _flag(line: int, cells: list[str], problem: str | None) -> Iterator[Unusable]:
    if problem:
        yield refuse(line, problem, " ".join(cells))


def _header(text: str) -> tuple[list[str], str]:
    """Return the first row and the delimiter under which most of its names are known."""
    first = next((line for _, line in numbered_lines(text) if line.strip()), "")
    rows = [(_split(first, delimiter), delimiter) for delimiter in _DELIMITERS]
    header, delimiter = max(rows, key=lambda row: count_known(row[0]))
    return header, delimiter if len(header) > 1 else _SINGLE


def _unnamed_delimiter(text: str) -> str | None:
    """Return the delimiter that parts every one of the first lines, half of them with an id."""
    lines = [line for _, line in islice(numbered_lines(text), 20) if line.strip()]
    for delimiter in _DELIMITERS:
        rows = [_split(line, delimiter) for line in lines]
        marked = sum(any(map(_is_mark, row)) for row in rows)
        if marked * 2 >= len(rows) > 0 and all(len(row) > 1 for row in rows):
            return delimiter
    return None


def _is_mark(cell: str) -> bool:
    try:
        return identify(cell) is not None
    except IdentifierError:
        return False


class _Feed:
    """Lines for csv.reader, one record at a time, with a way back to where it began."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._next = self._began = 0
        self.line = 1
        self._taken = 0
        self.ran_out = False

    def __iter__(self) -> "_Feed":
        return self

    def __next__(self) -> str:
        if self._next >= len(self._text) or self._taken == _MOST_LINES:
            self.ran_out = True
            raise StopIteration
        end = self._text.find("\n", self._next) + 1 or len(self._text)
        line = self._text[self._next : end]
        self._next, self._taken = end, self._taken + 1
        return line.replace("\r", " ")

    def begin(self) -> None:
        """Start a record at the line after those taken."""
        self.line += self._taken
        self._began, self._taken, self.ran_out = self._next, 0, False

    def retake_line(self) -> str:
        """Go back to the record's beginning and take its first line alone."""
        self._next, self._taken = self._began, 0
        return next(self)


def _records(text: str, delimiter: str) -> Iterator[tuple[int, list[str], str | None]]:
    """Yield (line it starts on, cells, what is wrong with its quoting) of each record."""
    feed = _Feed(text)
    while True:
        cells = next(csv.reader(feed, delimiter=delimiter, skipinitialspace=True), None)
        if cells is None:
            return
        problem = None
        if feed.ran_out:  # csv asks for a line after the last only inside quotation marks
            cells = _split(feed.retake_line(), delimiter, csv.QUOTE_NONE)
            problem = "a quotation mark opens on this line and never closes; taken literally"
        if cells:
            yield feed.line, cells, problem
        feed.begin()


def _split(line: str, delimiter: str, quoting: Literal[0, 3] = csv.QUOTE_MINIMAL) -> list[str]:
    lines = [line.replace("\r", " ")]
    return next(csv.reader(lines, delimiter=delimiter, quoting=quoting, skipinitialspace=True), [])
