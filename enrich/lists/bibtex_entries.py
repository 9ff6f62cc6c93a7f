"""The entries of a BibTeX file as papers: names, TeX and links made plain."""

import logging
import re
from collections.abc import Iterator

from bibtexparser.entrypoint import parse_string
from bibtexparser.library import Library
from bibtexparser.middlewares.names import split_multiple_persons_names
from bibtexparser.middlewares.parsestack import default_parse_stack
from bibtexparser.model import Block, Entry, ParsingFailedBlock
from pylatexenc.latex2text import LatexNodes2Text

from db.rows import Listing, Unusable

from .authors import in_natural_order
from .base import refuse
from .row import read_row

# What they log about broken entries is reported with its line instead.
for _library in ("bibtexparser", "pylatexenc"):
    logging.getLogger(_library).setLevel(logging.CRITICAL)

_TEX = LatexNodes2Text(math_mode="verbatim")
_URL = re.compile(r".*\\(?:url|href)\s*\{([^{}]*)\}.*", re.DOTALL)
_WORDED = frozenset({"title", "journal", "journaltitle", "booktitle"})
_LINKING = frozenset({"url", "doi", "howpublished"})
_UNSAID = frozenset({"type", "status", "name", "paper", "id"})
"""Fields that mean something else in BibTeX than in a table of papers."""


def read_entries(text: str) -> Iterator[Listing | Unusable]:
    """Yield the papers of the entries, and the entries that are broken."""
    library = parse_string(text)
    failed = library.failed_blocks
    entries = [*library.entries, *_read_repeated(failed, library)]
    broken = [block for block in failed if block.ignore_error_block is None]
    blocks: list[Block] = [*entries, *broken]
    for block in sorted(blocks, key=lambda block: block.start_line or 0):
        line = (block.start_line or 0) + 1
        if isinstance(block, ParsingFailedBlock):
            reason = " ".join(str(getattr(block.error, "abort_reason", block.error)).split())
            yield refuse(line, f"broken BibTeX entry: {reason}", block.raw or "")
        elif isinstance(block, Entry):
            yield from read_row(_row(block), line)


def _read_repeated(failed: list[ParsingFailedBlock], library: Library) -> list[Entry]:
    """Return entries set aside because their key, or a field in them, is there twice."""
    entries = [b.ignore_error_block for b in failed if isinstance(b.ignore_error_block, Entry)]
    for number, entry in enumerate(entries):
        entry.key = f"{entry.key} {number}"
    again = Library([*library.strings, *entries])
    for step in default_parse_stack():
        again = step.transform(again)
    return list(again.entries)


def _row(entry: Entry) -> Iterator[tuple[str, object]]:
    values = {field.key.casefold(): str(field.value) for field in reversed(entry.fields)}
    archive = values.get("archiveprefix") or values.get("eprinttype") or "arxiv"
    for name, value in values.items():
        if name == "author":
            names = split_multiple_persons_names(value)
            yield name, list(in_natural_order(_without_tex(person) for person in names))
        elif name in _WORDED:
            yield name, _without_tex(value)
        elif name in _LINKING:
            yield "url2" if name == "howpublished" else name, _link(value)
        elif name not in _UNSAID and (name != "eprint" or archive.casefold() == "arxiv"):
            yield name, value


def _link(value: str) -> str:
    return _URL.sub(r"\1", value).replace("\\", "")


def _without_tex(text: str) -> str:
    """Return text with braces dropped and accents in Unicode; formulas stay as they are."""
    if not re.search(r"[\\{}~]|--|``", text):
        return text
    # People write these as text, though to TeX they are comment, column and parameter.
    signs_are_text = re.sub(r"(?<!\\)([%&#])", r"\\\1", text)
    try:
        plain = _TEX.latex_to_text(signs_are_text)
    except Exception:  # the library raises whatever a broken macro makes it run into
        plain = ""
    return plain.strip() or re.sub(r"[{}]", "", text)
