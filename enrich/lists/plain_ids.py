"""Ids or links, one a line: arXiv, DOI, OpenReview, Semantic Scholar; `#` starts a comment."""

import re
from collections.abc import Iterator

from db.identifiers import IdentifierError
from db.rows import Listing, Unusable

from .base import refuse
from .identification import guess_openreview, identify
from .row import read_row
from .text import numbered_lines

_BULLET = re.compile(r"(?:[-*•]|\d{1,6}[.)])\s+")
_COMMENT = re.compile(r"(?:^|\s)#.*")


def recognises(head: str, name: str) -> int:  # noqa: ARG001  every format is asked alike
    """Return 20 to 80 by the share of lines that are ids or links, or are meant to be."""
    lines = [entry for _, entry in _entries(head)]
    marked = sum(any(map(_is_mark, _parts(entry))) for entry in lines)
    return 20 + 60 * marked // len(lines) if marked else 0


def read(text: str) -> Iterator[Listing | Unusable]:
    """Yield a paper for each id; several on a line may be parted by commas or spaces."""
    for line, entry in _entries(text):
        for part in _parts(entry):
            if _is_mark(part):
                yield from read_row([("id", part)], line)
            else:
                yield refuse(
                    line,
                    "not an arXiv id or link, DOI, OpenReview link or Semantic Scholar link",
                    part,
                )


def _entries(text: str) -> Iterator[tuple[int, str]]:
    for line, raw in numbered_lines(text):
        entry = _BULLET.sub("", _COMMENT.sub("", raw).strip(), count=1).strip("<> \t")
        if entry:
            yield line, entry


def _parts(entry: str) -> list[str]:
    """Return the ids of a line apart if it is made of ids only, else the line whole."""
    parts = [part for part in re.split(r"[\s,;]+", entry) if part]
    return parts if len(parts) > 1 and all(map(_is_mark, parts)) else [entry]


def _is_mark(text: str) -> bool:
    try:
        return identify(text) is not None or guess_openreview(text) is not None
    except IdentifierError:
        return True  # meant as one; the reader says what is wrong with it
