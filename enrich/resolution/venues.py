"""Whether what a source says of a paper names the venue that is sought."""

import re
from functools import lru_cache
from typing import NamedTuple

from .folding import fold

LEVELS = ("named with year", "named", "silent", "workshop", "other year", "other venue")
"""The venue and its year; without its year; no venue at all; a workshop at the venue; the venue
in another year; another venue."""
_YEAR = re.compile(r"(?<!\d)(?:(?:19|20)\d\d|['’]\d\d)(?!\d)")
_SMALL = frozenset({
    "on", "of", "the", "in", "for", "and", "a", "an", "at", "to",
})  # fmt: skip
_NO_VENUE = re.compile(r"\W*(?:arxiv(?:\.org)?|corr|arxiv\.org e-prints|openreview\.net)?\W*", re.I)
_SUBMITTED = re.compile(r"\b(?:submitted|under (?:review|submission)|in submission)\b", re.I)
_NOTE = 400
"""Characters of a note that are read."""
_WORKSHOP = re.compile(r"\bworkshops?\b", re.I)
# An acronym with a year, or what follows 'accepted at' and its like.
_SOME_VENUE = re.compile(
    r"\b[A-Z][A-Za-z]*[A-Z][A-Za-z]*\s?(?:['’]?\d\d|\(?20\d\d\)?)(?!\d)"
    r"|\b(?:accepted|published|appear(?:s|ed)?|presented)\s+(?:\w+\s+){0,4}?(?:at|in|to|by)\s+[A-Z]"
)


class Venue(NamedTuple):
    """A venue that a list names."""

    words: tuple[str, ...]
    year: int | None


@lru_cache(maxsize=1024)
def read_venue(text: str) -> Venue:
    """Return a venue's name in words, with the year if it has one."""
    found = _YEAR.search(text)
    return Venue(_words(_YEAR.sub(" ", text)), _to_year(found[0]) if found else None)


def compare_venue(venue: Venue, year: int | None, said: str, dated: int | None = None) -> str:
    """Return what a comment or a venue's name says.

    `year` is the sought one, `dated` that of the source's record, for names without one.
    """
    # A note names its venue soon, and one without end must not take for ever.
    said = said[:_NOTE]
    if _NO_VENUE.fullmatch(said):
        return "silent"
    if not _names(venue.words, _words(said)):
        return "other venue" if dated is not None or _SOME_VENUE.search(said) else "silent"
    if _WORKSHOP.search(said):
        return "workshop"
    years = {_to_year(text) for text in _YEAR.findall(said)}
    if years and year not in years and year is not None:
        return "other year"
    if years and not _SUBMITTED.search(said):
        return "named with year"
    if dated is None or year is None or _SUBMITTED.search(said):
        return "named"
    # A paper may be dated by its preprint, up to two years before the conference.
    if dated == year:
        return "named with year"
    return "named" if year - 2 < dated < year else "other year"


def _names(sought: tuple[str, ...], said: tuple[str, ...]) -> bool:
    """Whether the words name the venue: as it is, by its acronym, or in full."""
    if not sought:
        return False
    size = len(sought)
    if any(said[k : k + size] == sought for k in range(len(said) - size + 1)):
        return True
    if size == 1:
        return any(_spells(sought[0], said[k:]) for k in range(len(said)))
    return any(len(word) > 2 and _spells(word, sought, whole=True) for word in said)


@lru_cache(maxsize=2**14)
def _spells(acronym: str, words: tuple[str, ...], whole: bool = False) -> bool:
    """Whether the acronym is made of beginnings of the words in order: NeurIPS, ICLR."""
    if not acronym:
        return not whole or all(word in _SMALL for word in words)
    if not words:
        return False
    word = words[0]
    if word in _SMALL and _spells(acronym, words[1:], whole):
        return True
    longest = next(
        (k for k in range(min(len(word), len(acronym)), 0, -1) if acronym[:k] == word[:k]), 0
    )
    if longest == len(word) and longest > 1:
        return False
    return any(_spells(acronym[k:], words[1:], whole) for k in range(longest, 0, -1))


@lru_cache(maxsize=2**14)
def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W\d_]+", fold(text)))


def _to_year(text: str) -> int:
    return 2000 + int(text[1:]) if len(text) == 3 else int(text)
