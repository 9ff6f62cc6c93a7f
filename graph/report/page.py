"""The report as HTML: one file, no scripts, nothing fetched; text is escaped by the template."""

from collections.abc import Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from db.report_rows import services
from db.version import __version__

from .legible import legible
from .parts import Cell, Material, Section

UNKNOWN = "–"


def write_page(material: Material, sections: Sequence[Section]) -> str:
    """Return the page."""
    pages = Environment(
        loader=PackageLoader(__name__.rpartition(".")[0], "templates"),
        autoescape=True,
        finalize=_clean,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    pages.filters |= {"shown": shown, "safe_svg": Markup}
    return pages.get_template("report.html").render(
        title=_title(material),
        as_of=material.as_of,
        version=__version__,
        sections=sections,
        sources=services(material.connection),
    )


def shown(cell: Cell) -> str:
    """Return a cell as text: thousands apart, three digits after the point."""
    if cell is None:
        return UNKNOWN
    if isinstance(cell, float):
        return f"{cell:,.3f}"
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


def _title(material: Material) -> str:
    names = [material.collection] if material.collection else material.standing.listed.collections
    return ", ".join(names) or "An empty database"


def _clean(value: object) -> object:
    """Return text without what HTML cannot hold; what is markup already has none of it."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return legible(value)
    return value
