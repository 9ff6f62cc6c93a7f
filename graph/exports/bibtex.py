"""BibTeX of the papers, for LaTeX, JabRef and Zotero.

Every entry is a @misc: the database does not say where a paper appeared for certain. Text is
meant as text: what TeX would read as a command is escaped, mathematics too, so that nobody's
title can break or run anything. Letters stay UTF-8. Titles stand in double braces, which keep
their capitals.
"""

import re
from typing import BinaryIO
from urllib.parse import quote

from ..names import plain_ids
from ..network import Network
from ..references import Reference, one_line, references
from ..text_rows import utf8

NAME = "bibtex"
SUFFIXES = (".bib",)
DESCRIPTION = "BibTeX of the papers, for LaTeX, JabRef and Zotero."
IS_DRAWN = False

_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_"},
}
_SPECIAL = re.compile(r"[\\{}~^&%$#_]")
# A name with these words or a comma would be read as several names or in another order.
_SEVERAL = re.compile(r"\band\b|,|\bothers\b", re.IGNORECASE)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()


def write(network: Network, file: BinaryIO) -> None:
    """Write an entry for each paper; raises GraphError where the nodes are no papers."""
    papers = list(references(network))
    # BibTeX takes keys that differ in case alone for the same.
    keys = plain_ids((paper.key for paper in papers), str.casefold)
    for key, paper in zip(keys, papers, strict=True):
        file.write(utf8(_entry(key, paper)))


def _entry(key: str, paper: Reference) -> str:
    fields = {
        "author": " and ".join(_name(name) for name in paper.authors),
        "title": paper.title and f"{{{tex(paper.title)}}}",
        "year": None if paper.year is None else str(paper.year),
        "eprint": paper.arxiv_id and _verbatim(paper.arxiv_id),
        "archiveprefix": paper.arxiv_id and "arXiv",
        "primaryclass": paper.arxiv_id and paper.category and tex(paper.category),
        "doi": paper.doi and _verbatim(paper.doi),
        "url": paper.url and _verbatim(paper.url),
        "keywords": paper.decision and tex(paper.decision),
    }
    lines = [f"  {name} = {{{value}}},\n" for name, value in fields.items() if value]
    if month := _month(paper):
        lines.append(f"  month = {month},\n")  # a name that each style writes its own way
    return f"@misc{{{key},\n{''.join(lines)}}}\n\n"


def _month(paper: Reference) -> str | None:
    """Return the month where the day of publication lies in the year that is written."""
    day = paper.published or ""
    if paper.year is None or not re.fullmatch(r"\d{4}-(0[1-9]|1[0-2])(-.*)?", day):
        return None
    return _MONTHS[int(day[5:7]) - 1] if int(day[:4]) == paper.year else None


def _name(text: str) -> str:
    return f"{{{tex(text)}}}" if _SEVERAL.search(text) else tex(text)


def _verbatim(text: str) -> str:
    """Return an address as BibTeX prints it, unescaped; signs unusual in it are encoded."""
    return quote(text, safe=":/?=.-_();<>", errors="replace")


def tex(text: str) -> str:
    """Return text on one line as TeX prints it; control characters become blanks."""
    return _SPECIAL.sub(lambda found: _ESCAPES[found[0]], one_line(text))
