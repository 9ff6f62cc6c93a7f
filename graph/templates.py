"""HTML from templates: all text escaped and legible, a name that is not there an error."""

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from db.wording import legible

UNKNOWN = "–"
"""What stands in a cell for a value that is not known."""


def templates(package: str, folder: str = "templates") -> Environment:
    """Return the templates in a folder of a package."""
    return Environment(
        loader=PackageLoader(package, folder),
        autoescape=True,
        finalize=_clean,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _clean(value: object) -> object:
    """Return text without what HTML cannot hold; what is markup already has none of it."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return legible(value)
    return value
