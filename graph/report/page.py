"""The report as HTML: one file, no scripts, nothing fetched; text is escaped by the template."""

from collections.abc import Sequence

from markupsafe import Markup

from db.report_rows import services
from db.version import __version__

from ..formulas import with_formulas
from ..templates import UNKNOWN, templates
from .parts import Cell, Material, Paper, Section


def write_page(material: Material, sections: Sequence[Section]) -> str:
    """Return the page."""
    pages = templates(__package__ or "")
    pages.filters |= {"shown": shown, "safe_svg": Markup}
    return pages.get_template("report.html").render(
        title=_title(material),
        as_of=material.as_of,
        version=__version__,
        sections=sections,
        sources=services(material.connection),
    )


def shown(cell: Cell) -> Markup | str:
    """Return a cell as text: thousands apart, three digits after the point, formulas drawn."""
    if cell is None:
        return UNKNOWN
    if isinstance(cell, float):
        return f"{cell:,.3f}"
    if isinstance(cell, int):
        return f"{cell:,}"
    return with_formulas(cell.title if isinstance(cell, Paper) else cell)


def _title(material: Material) -> str:
    names = [material.collection] if material.collection else material.standing.listed.collections
    return ", ".join(names) or "An empty database"
