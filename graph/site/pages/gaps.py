"""What is missing, and why."""

import sqlite3

from ..answers import section
from ..parts import Links, Page, Question

NAME = "gaps"
KEYS = ()
EVERY = None


def page(connection: sqlite3.Connection, links: Links, *keys: str) -> Page | None:
    """Return the page of the gaps."""
    return Page(
        "What is missing, and why",
        ("Counts are too low by what is missing; here is what is known to be missing.",),
        (),
        (
            section(
                connection,
                links,
                "In numbers",
                Question("reasons_missing"),
                nothing="Nothing that was asked for is missing.",
            ),
            section(
                connection,
                links,
                "Coverage by source and decision",
                Question("coverage"),
                "Listed papers, and the links that came with them. Those unresolved have no "
                "identifier to ask by; they are among those not asked.",
            ),
            section(
                connection,
                links,
                "Papers without an identifier",
                Question("without_identifier"),
                nothing="Every listed paper has an identifier.",
            ),
            section(
                connection,
                links,
                "Papers with entries that lead to no paper",
                Question("unlinked_by_paper"),
                "Sources give these entries, of a paper's references or citations, without saying "
                "which paper they are: by so many (unlinked) the counts here are too low.",
            ),
            section(
                connection,
                links,
                "Ids that lead to a paper of quite another title",
                Question("other_titles"),
            ),
            section(
                connection, links, "Lines of lists that were not used", Question("lines_not_used")
            ),
            section(
                connection,
                links,
                "Each absent or failed answer",
                Question("problems_with_reasons"),
                is_folded=True,
            ),
        ),
    )
