"""Links in the cells of the pages: to the paper, the author, the source's own page."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from datasette import hookimpl
from datasette.app import Datasette
from markupsafe import Markup

_ELSEWHERE = {
    "arxiv_id": "https://arxiv.org/abs/{}",
    "doi": "https://doi.org/{}",
    "openreview_id": "https://openreview.net/forum?id={}",
    "s2_paper_id": "https://www.semanticscholar.org/paper/{}?utm_source=api",
    "s2_author_id": "https://www.semanticscholar.org/author/{}?utm_source=api",
}
# Datasette links these itself where it can name the row; not in views, queries and single rows.
_HERE = {
    "paper": "papers",
    "citing": "papers",
    "cited": "papers",
    "author": "authors",
    "answer": "answers",
    "run": "runs",
}


def render_cell(
    row: Mapping[str, Any],
    value: object,
    column: str,
    table: str | None,
    database: str,
    datasette: Datasette,
) -> Markup | None:
    """Return the cell as a link, or None to leave it to Datasette."""
    if isinstance(value, dict):  # a pointer to another row, with the label of that row
        if value["label"] is not None:
            return None
        value = value["value"]
    if value is None or value == "":
        return None
    if pattern := _ELSEWHERE.get(column):
        return _link(pattern.format(quote(str(value), safe="/")), value)
    here = datasette.urls.database(database)
    if column in _HERE:
        return _link(f"{here}/{_HERE[column]}/{value}", value)
    if table is None and column == "title" and "paper" in row.keys() and row["paper"]:  # noqa: SIM118
        return _link(f"{here}/papers/{row['paper']}", value)
    return None


render_cell = hookimpl(render_cell)


def _link(address: str, text: object) -> Markup:
    return Markup('<a href="{}">{}</a>').format(address, text)
