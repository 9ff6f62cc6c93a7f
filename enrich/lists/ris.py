"""RIS, as reference managers and databases export it."""

import re
from collections.abc import Iterator

from db.rows import Listing, Unusable

from .authors import in_natural_order
from .base import refuse
from .row import read_row
from .text import numbered_lines

_START = re.compile(r"TY {1,2}- ?")
_END = re.compile(r"ER {1,2}-")
_SHORT_START = re.compile(r"TY -")
_SHORT_TAG = re.compile(r"^([A-Z][A-Z0-9]) - ?")

# rispy's name for each tag, in the order of trust, and the column that it fills.
_COLUMNS = (
    ("title", "title"),
    ("primary_title", "title"),
    ("abstract", "abstract"),
    ("notes_abstract", "abstract"),
    ("year", "year"),
    ("publication_year", "year"),
    ("date", "year"),
    ("secondary_title", "venue"),
    ("journal_name", "venue"),
    ("alternate_title3", "venue"),
    ("doi", "doi"),
    ("accession_number", "identifier"),
    ("urls", "url"),
    ("file_attachments1", "url2"),
    ("file_attachments2", "url3"),
)


def recognises(head: str, name: str) -> int:  # noqa: ARG001  every format is asked alike
    """Return 88 where a line has the tag that opens a record."""
    return 88 if any(_START.match(line) for _, line in numbered_lines(head)) else 0


def read(text: str) -> Iterator[Listing | Unusable]:
    """Yield the papers of the records."""
    import rispy  # noqa: PLC0415  a library only this format needs

    for line, record in _records(text):
        try:
            parsed = rispy.loads(record)[0]
        except (IndexError, KeyError, TypeError, ValueError, AttributeError) as error:
            yield refuse(line, f"broken RIS record: {error}", record)
        else:
            yield from read_row(_row(parsed), line)


def _records(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of each record, from its TY to its ER, the next TY, or the end."""
    begins, lines, is_short = 0, list[str](), False
    for number, raw in numbered_lines(text):
        is_short = _SHORT_START.match(raw) is not None or (is_short and bool(lines))
        line = _SHORT_TAG.sub(r"\1  - ", raw.rstrip(), count=1) if is_short else raw.rstrip()
        starts, ends = bool(_START.match(line)), bool(_END.match(line))
        if lines and (starts or ends):
            yield begins, "\n".join([*lines, "ER  - "])
            lines = []
        if starts:
            begins = number
        if starts or (lines and not ends):
            lines.append(line)
    if lines:
        yield begins, "\n".join([*lines, "ER  - "])


def _row(record: dict[str, object]) -> Iterator[tuple[str, object]]:
    names = record.get("authors") or record.get("first_authors")
    if isinstance(names, list):
        yield "authors", list(in_natural_order(map(str, names)))
    for name, column in _COLUMNS:
        if name in record:
            yield column, record[name]
