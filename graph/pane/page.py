"""The page around the networks: one file whose own policy lets it fetch and run nothing else."""

import base64
import hashlib
from pathlib import Path

from markupsafe import Markup

from db.version import __version__

from ..templates import templates

SCRIPTS = (
    *("elements", "networks", "choice", "camera", "edges", "picture"),
    *("panel", "details", "time", "pointing", "pane"),
)
"""The parts of the one script, in their order."""
_FOLDER = Path(__file__).parent / "page"


def write_page(data: str, title: str) -> str:
    """Return the page; `data` is JSON without any `<`."""
    script, style = script_text(), (_FOLDER / "pane.css").read_text("utf-8")
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    # All but the title is ours, or was made safe where it was made.
    return (
        templates(__package__ or "", "page")
        .get_template("pane.html")
        .render(
            title=title or "Networks",
            version=__version__,
            policy=Markup(policy),  # noqa: S704
            style=Markup(style),  # noqa: S704
            script=Markup(script),  # noqa: S704
            data=Markup(data),  # noqa: S704
        )
    )


def script_text() -> str:
    """Return the script: its parts in one, so that one hash names it."""
    parts = [(_FOLDER / f"{name}.js").read_text("utf-8") for name in SCRIPTS]
    return "\n".join(('"use strict";', *parts))


def _hash(text: str) -> str:
    """Return a text as the policy names it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
