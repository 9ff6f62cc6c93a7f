"""Links in the cells of the pages: to the paper, the author, the source's own page."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from datasette import hookimpl
from datasette.app import Datasette
from markupsafe import Markup

from .columns import TABLES
from .schema import VIEWS

_ELSEWHERE = {
    "arxiv_id": "https://arxiv.org/abs/{}",
    "doi": "https://doi.org/{}",
    "openreview_id": "https://openreview.net/forum?id={}",
    "s2_paper_id": "https://www.semanticscholar.org/paper/{}?utm_source=api",
    "s2_author_id": "https://www.semanticscholar.org/author/{}?utm_source=api",
}
# What Datasette links by itself in tables, but not in views and queries.
_HERE = {"paper": "papers", "author": "authors", "answer": "answers", "run": "runs"}
_PAPERS = ("paper", "citing", "cited")
_VIEWS = frozenset(name for name in TABLES if f"CREATE VIEW {name} AS" in VIEWS)


def render_cell(
    row: Mapping[str, Any],
    value: object,
    column: str,
    table: str | None,
    database: str,
    datasette: Datasette,
) -> Markup | None:
    """Return the cell as a link, or None to leave it to Datasette."""
    here = f"{datasette.urls.database(database)}/"
    if isinstance(value, dict):  # a foreign key, with the label of the row it leads to
        if value["label"] is None and column in _PAPERS:
            return _link(f"{here}papers/{value['value']}", value["value"])
    elif value in (None, ""):
        pass
    elif pattern := _ELSEWHERE.get(column):
        return _link(pattern.format(quote(str(value), safe="/")), value)
    elif table is None or table in _VIEWS:
        if column == "title" and "paper" in row.keys() and row["paper"]:  # noqa: SIM118
            return _link(f"{here}papers/{row['paper']}", value)
        if column in _HERE:
            return _link(f"{here}{_HERE[column]}/{value}", value)
    return None


render_cell = hookimpl(render_cell)


def _link(address: str, text: object) -> Markup:
    return Markup('<a href="{}">{}</a>').format(address, text)
