"""What was done to this database, and when."""

import sqlite3

from ..answers import section
from ..parts import Links, Page, Question

NAME = "runs"
KEYS = ()
EVERY = None


def page(connection: sqlite3.Connection, links: Links, *keys: str) -> Page | None:
    """Return the page of the runs."""
    return Page(
        "Runs",
        ("Each time that lists were read or services asked, newest first.",),
        (),
        (
            section(connection, links, "Runs", Question("last_runs"), nothing="No run yet."),
            section(
                connection,
                links,
                "What came after the first run",
                Question("changed_since", {"run": "1"}),
                "What was listed, asked about, looked for or decided after run 1 had ended.",
            ),
        ),
    )
