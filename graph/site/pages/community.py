"""A community of the citation network: its papers, and the communities beside it."""

import sqlite3

from db.queries import ask

from ..answers import section
from ..parts import Fact, Links, Page, Question

NAME = "community"
KEYS = ("community",)
EVERY = "communities_held"


def page(connection: sqlite3.Connection, links: Links, *keys: str) -> Page | None:
    """Return the page of a community, by its number."""
    (number,) = keys
    every = ask(connection, "communities_held", limit=10**9).rows
    held = {str(row[0]): row for row in every}
    if number not in held:
        return None
    _, name, papers, *_ = held[number]
    of = {"community": number}
    return Page(
        str(name),
        (
            "A community of the citation network among the listed papers: they cite each other "
            "more than chance would have it. It is named by the words that set its titles apart.",
        ),
        (Fact("Papers", (int(str(papers)),)),),
        (
            section(connection, links, "Papers", Question("papers_of_community", of)),
            section(
                connection,
                links,
                "Communities beside it",
                Question("communities_beside", of),
                "Citations that this community's papers give to papers of each other one, and "
                "those that they receive from them.",
            ),
        ),
    )
