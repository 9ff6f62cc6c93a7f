"""The names that people give a table's columns, and what each says the column holds.

Case, spaces and punctuation in a name are ignored: `arXiv ID`, `arxiv_id` and `ARXIV-ID`
are one.
"""

import re
from collections.abc import Iterable
from functools import cache

TITLE = ("title", "papertitle", "articletitle", "documenttitle", "titel", "titre", "name", "paper")
ABSTRACT = ("abstract", "summary", "zusammenfassung", "resume")
DECISION = ("decision", "entscheidung", "type", "status")
VENUE = ("venue", "conference", "journal", "journaltitle", "sourcetitle", "booktitle")
AUTHORS = ("authors", "author")
YEAR = ("year", "publicationyear", "date", "publicationdate", "published")
NESTED = ("content", "externalids")
"""Where OpenReview's and Semantic Scholar's records keep further columns."""

# The scheme of a column is what its cells hold when they do not say so themselves:
# `any` may be a bare id of some kind or a running number, `link` goes anywhere.
_SCHEMES = {
    "arxiv": "arxiv arxivid arxivurl arxivlink arxivnumber eprint",
    "openreview": "openreview openreviewid openreviewurl openreviewlink forum forumid",
    "doi": "doi doiurl doilink",
    "corpus": "corpusid s2corpusid",
    "s2": "s2id s2paperid s2url semanticscholar semanticscholarid semanticscholarurl",
    "any": "id paperid identifier",
    "link": "url urls link links paperurl paperlink articleurl articlelink preprint "
    "pdf pdfurl pdflink name paper",
}
_IDENTIFIERS = {name: scheme for scheme, names in _SCHEMES.items() for name in names.split()}
_NAMING = frozenset((*TITLE, *ABSTRACT, *_IDENTIFIERS))
_KNOWN = _NAMING.union(DECISION, VENUE, AUTHORS, YEAR, NESTED)


@cache
def fold_name(name: str) -> str:
    """Return a column name without case, spaces and marks: 'arXiv_ID' is 'arxivid'."""
    return re.sub(r"[\W_]+", "", name.casefold())


@cache
def scheme_of(folded: str) -> str | None:
    """Return the scheme of identifier a column holds; None where it holds none."""
    return _IDENTIFIERS.get(folded) or _IDENTIFIERS.get(folded.rstrip("0123456789"))


def count_known(names: Iterable[str]) -> int:
    """Return how many of the column names say what the column holds."""
    return sum(fold_name(name) in _KNOWN for name in names)


def name_papers(names: Iterable[str]) -> bool:
    """Return whether rows with these columns can name a paper: by title, abstract or id."""
    return any(fold_name(name) in _NAMING or fold_name(name) in NESTED for name in names)
