"""Keys made of what services write: checked here, so that no other text becomes a number."""

from .identifiers import canonical_arxiv
from .rows import Key

# DataCite's prefix of arXiv; lists write it in many ways, services as a bare DOI.
_ARXIV_PREFIX = "10.48550/arxiv."


def arxiv_key(given: str | None) -> Key | None:
    """Return the key of an arXiv id in any spelling; None where it is no arXiv id."""
    base = canonical_arxiv(given)
    return Key("arxiv", base) if base else None


def doi_key(given: str | None) -> Key | None:
    """Return the key of a DOI: of the arXiv paper it names, else of the DOI in lower case."""
    if not given:
        return None
    folded = given.lower()
    named = arxiv_key(folded) if folded.startswith(_ARXIV_PREFIX) else None
    return named or Key("doi", folded)
