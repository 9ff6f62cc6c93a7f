"""Bare abstracts, parted by blank lines, under a heading or none."""

import re
from collections.abc import Iterator

from db.rows import Listing, Unusable
from db.wording import counted

from .base import refuse
from .row import read_row
from .text import numbered_lines, tidy

_SHORTEST = 250
"""Characters; what is shorter is a heading, a title or a note."""

_PROSE = 0.8
"""Share of letters and spaces in abstracts, even those with many formulas."""


def recognises(head: str, name: str) -> int:  # noqa: ARG001  every format is asked alike
    """Return 30 where most paragraphs below the heading are prose of an abstract's length."""
    if re.match(r"\s*[<{\[@%]", head):
        return 0
    paragraphs = [text for _, text in _paragraphs(head)]
    below = paragraphs[1:] if paragraphs and len(paragraphs[0]) < _SHORTEST else paragraphs
    abstracts = sum(map(_is_abstract, below))
    return 30 if below and abstracts >= 0.6 * len(below) else 0


def read(text: str) -> Iterator[Listing | Unusable]:
    """Yield a paper for each paragraph that can be an abstract."""
    for number, (line, paragraph) in enumerate(_paragraphs(text)):
        if _is_abstract(paragraph):
            yield from read_row([("abstract", paragraph)], line)
        elif number:
            yield refuse(
                line,
                f"too short for an abstract, or not prose: {counted(len(paragraph), 'sign')}; "
                "a list of titles needs a first line with the word title",
                paragraph,
            )


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """Yield (line, paragraph): wrapped lines are joined, long lines are paragraphs each."""
    block: list[tuple[int, str]] = []
    for line, raw in numbered_lines(text + "\n\n"):
        cell = tidy(raw)
        if cell:
            block.append((line, cell))
        elif block:
            yield from _split_block(block)
            block = []


def _split_block(block: list[tuple[int, str]]) -> list[tuple[int, str]]:
    if all(len(cell) >= _SHORTEST for _, cell in block):
        return block
    return [(block[0][0], " ".join(cell for _, cell in block))]


def _is_abstract(paragraph: str) -> bool:
    prose = sum(sign.isalpha() or sign == " " for sign in paragraph)
    words = paragraph.count(" ") + 1
    return len(paragraph) >= _SHORTEST <= 12 * words and prose >= _PROSE * len(paragraph)
