"""Where papers and authors can be read elsewhere, by the column that holds their identifier."""

from urllib.parse import quote

_PATTERNS = {
    "arxiv_id": "https://arxiv.org/abs/{}",
    "doi": "https://doi.org/{}",
    "openreview_id": "https://openreview.net/forum?id={}",
    "s2_paper_id": "https://www.semanticscholar.org/paper/{}?utm_source=api",
    "s2_author_id": "https://www.semanticscholar.org/author/{}?utm_source=api",
}


def address(column: str, value: object) -> str | None:
    """Return the page of what a column's value identifies; None if it identifies nothing."""
    pattern = _PATTERNS.get(column)
    if pattern is None or value is None or value == "":
        return None
    return pattern.format(quote(str(value), safe="/"))


def on_the_web(value: object) -> str | None:
    """Return an address of the web as it came; None for any other, which a browser might run."""
    text = str(value or "")
    return text if text.lower().startswith(("https://", "http://")) else None
