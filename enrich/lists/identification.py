"""Telling which identifier a text is, from the text itself."""

import re
from functools import lru_cache
from typing import NamedTuple

from db.identifiers import IdentifierError, parse_arxiv, parse_doi, parse_openreview

_ARXIV_LIKE = re.compile(
    r"(?:https?://)?(?:\w+\.)*arxiv\.org/\S*"
    r"|arxiv:\s*\S+"
    r"|(?:https?://\S+/|doi:\s*)?10\.48550/\S*"
    r"|\d{3,4}\.\d{1,6}(?:v\d*)?"
    r"|[a-z-]+(?:\.[a-z-]{2,})?/\d{7}(?:v\d+)?",
    re.IGNORECASE,
)
_ARXIV_STAMP = re.compile(r"(arxiv:\s*\S+)\s+\[[\w.-]+\].*", re.IGNORECASE)
_DOI_LIKE = re.compile(r"(?:doi:\s*|(?:https?://)?(?:dx\.)?doi\.org/)?10\.\d{4,9}/\S+", re.I)
_S2_SHA = re.compile(
    r"(?:https?://)?(?:www\.|api\.)?semanticscholar\.org/(?:.*/)?([0-9a-f]{40})(?:[/?#].*)?"
    r"|([0-9a-f]{40})",
    re.IGNORECASE,
)
_CORPUS = re.compile(
    r"(?:(?:https?://)?(?:www\.|api\.)?semanticscholar\.org/)?corpusid:\s*(\d{1,12})",
    re.IGNORECASE | re.ASCII,
)
_LONGEST = 1000
"""Characters of a link; what is longer is prose."""

_OPENREVIEW_SHAPE = re.compile(r"[A-Za-z0-9_-]{9,10}")


class Identifier(NamedTuple):
    """A canonical identifier and the text it was read from. Schemes are those of db.rows.Key."""

    scheme: str
    value: str
    given: str
    version: int | None = None


# A format asks it of a text, and then the row that the text becomes.
@lru_cache(maxsize=8)
def identify(text: str) -> Identifier | None:
    """Return the identifier that the text is by itself, or None where it is none.

    IdentifierError where it is plainly meant as one and is broken.
    """
    if len(text) > _LONGEST:
        return None
    bare = _ARXIV_STAMP.sub(r"\1", text.strip())
    if "openreview.net/" in bare and " " not in bare:
        return read_bare("openreview", bare, text)
    if _ARXIV_LIKE.fullmatch(bare):
        return read_bare("arxiv", bare, text)
    if match := _CORPUS.fullmatch(bare):
        return read_bare("corpus", match[1], text)
    if match := _S2_SHA.fullmatch(bare):
        return Identifier("s2", (match[1] or match[2]).lower(), text)
    if _DOI_LIKE.fullmatch(bare):
        return read_bare("doi", bare, text)
    return None


def read_bare(scheme: str, text: str, given: str) -> Identifier:
    """Return the identifier of that scheme in a text that has to hold one."""
    if scheme == "arxiv":
        found = parse_arxiv(text)
        return Identifier("arxiv", found.base, given, found.version)
    if scheme == "doi":
        return Identifier("doi", parse_doi(text), given)
    if scheme == "openreview":
        return Identifier("openreview", parse_openreview(text), given)
    if scheme == "corpus" and re.fullmatch(r"0*[1-9]\d{0,11}", text, re.ASCII):
        return Identifier("corpus", str(int(text)), given)
    raise IdentifierError(f"'{text[:60]}' is not a Semantic Scholar id or link")


def guess_openreview(text: str) -> Identifier | None:
    """Return a bare OpenReview id, told from words and running numbers by its mix of signs."""
    if not _OPENREVIEW_SHAPE.fullmatch(text):
        return None
    mixed_case = re.search(r"[A-Z]", text[1:]) and re.search(r"[a-z]", text)
    mixed_signs = re.search(r"[A-Za-z]\d+[A-Za-z]|\d[A-Za-z]+\d", text)
    return Identifier("openreview", text, text) if mixed_case or mixed_signs else None
