"""Links in the cells of the pages: to the paper, the author, the source's own page."""

from collections.abc import Mapping
from typing import Any

from datasette import hookimpl
from datasette.app import Datasette
from markupsafe import Markup

from .addresses import address

# Datasette links these itself where it can name the row; not in views, queries and single rows.
_HERE = {
    "paper": "papers",
    "citing": "papers",
    "cited": "papers",
    "other": "papers",
    "author": "authors",
    "answer": "answers",
    "run": "runs",
}
_TITLES = {"title": "paper", "other_title": "other"}


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
    if elsewhere := address(column, value):
        return _link(elsewhere, value)
    here = datasette.urls.database(database)
    if column in _HERE:
        return _link(f"{here}/{_HERE[column]}/{value}", value)
    if table is None and (number := _titled(row, column)):
        return _link(f"{here}/papers/{number}", value)
    return None


render_cell = hookimpl(render_cell)


def _titled(row: Mapping[str, Any], column: str) -> object:
    """Return the number of the paper that a question's column gives the title of, or None."""
    number = _TITLES.get(column)
    return row[number] if number and number in row.keys() else None  # noqa: SIM118 - a Row


def _link(address: str, text: object) -> Markup:
    return Markup('<a href="{}">{}</a>').format(address, text)
