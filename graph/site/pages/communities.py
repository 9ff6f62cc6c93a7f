"""All communities of the citation network."""

import sqlite3

from ..answers import section
from ..parts import Links, Page, Question

NAME = "communities"
KEYS = ()
EVERY = None


def page(connection: sqlite3.Connection, links: Links, *keys: str) -> Page | None:
    """Return the page of the communities."""
    return Page(
        "Communities",
        (
            "Groups of listed papers that cite each other more than chance would have it (Leiden, "
            "resolution 1, seed 0), the largest first, each with the paper in it that is most "
            "cited anywhere. Papers without a citation to or from a listed paper are in none.",
        ),
        (),
        (
            section(
                connection,
                links,
                "By size",
                Question("communities_held"),
                nothing="No citations among listed papers are known, so there are none.",
            ),
        ),
    )
