"""Pages as HTML: text is escaped by the templates, and formulas in it are drawn."""

from collections.abc import Callable
from functools import cache
from typing import Any

from jinja2 import Environment
from markupsafe import Markup

from db.addresses import on_the_web
from db.wording import counted

from ..formulas import with_formulas
from ..templates import UNKNOWN, templates
from .parts import Address, Cell, Link, Links, Page, Picture, Question, Target

_LONG = 40
_SMALL = 0.0005


def write_body(page: Page, links: Links) -> Markup:
    """Return what is within a page: heading, facts and sections."""
    template = _templates().get_template("body.html")
    return Markup(template.render(page=page, links=links, href=_finder(links)))  # noqa: S704


def write_file(page: Page, links: Links, **around: Any) -> str:
    """Return a page that stands for itself, with the site's head and foot."""
    template = _templates().get_template("file.html")
    return template.render(page=page, body=write_body(page, links), links=links, **around)


def _finder(links: Links) -> Callable[[Target], str | None]:
    def find(to: Target) -> str | None:
        if isinstance(to, Address):
            return links.page(to)
        if isinstance(to, Question):
            return links.question(to)
        if isinstance(to, Picture):
            return links.network(to.fragment)
        return on_the_web(to)

    return find


@cache
def _templates() -> Environment:
    environment = templates(__package__ or "")
    environment.filters |= {"shown": shown, "counted": counted}
    environment.tests |= {"link": lambda cell: isinstance(cell, Link)}
    environment.tests |= {"long": is_long}
    return environment


def shown(cell: Cell) -> Markup | str:
    """Return a cell as text: thousands apart, at most three digits after the point.

    What these would make nothing of has its first digit that is not.
    """
    if cell is None:
        return UNKNOWN
    if isinstance(cell, float):
        is_small = 0 < abs(cell) < _SMALL
        return f"{cell:.1g}" if is_small else f"{cell:,.3f}".rstrip("0").rstrip(".")
    if isinstance(cell, int):
        return f"{cell:,}"
    return with_formulas(cell.text if isinstance(cell, Link) else cell)


def is_long(cell: Cell) -> bool:
    """Tell whether a cell is a title or the like, which needs room."""
    text = cell.text if isinstance(cell, Link) else cell
    return isinstance(text, str) and len(text) > _LONG
