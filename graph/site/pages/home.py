"""What a database holds, as of when, what is missing, and where to go from here."""

import sqlite3
from collections.abc import Iterator

from db.queries import ask, queries
from db.site import describe_contents, describe_coverage

from ..answers import section
from ..parts import Address, Link, Links, Page, Question, Section

NAME = "home"
KEYS = ()
EVERY = None
_ABOUT_THE_DATABASE = (
    ("gaps", "What is missing, and why"),
    ("review", "What was found and waits for review"),
    ("runs", "Runs: what was asked, and when"),
)


def page(connection: sqlite3.Connection, links: Links, *keys: str) -> Page | None:
    """Return the first page."""
    return Page(
        "Papers, and who cites whom",
        (describe_contents(connection),),
        (),
        (
            Section("The network", network=links.network("")),
            Section(
                "Questions about the papers",
                links=tuple(_questions(links, about_the_database=False)),
            ),
            section(
                connection,
                links,
                "Collections",
                Question("collections_held"),
                nothing="No list has been read yet.",
            ),
            section(
                connection,
                links,
                "Communities",
                Question("communities_held", {"limit": "12"}),
                "Groups of listed papers that cite each other, each with the paper in it that is "
                "most cited anywhere.",
            ),
            Section(
                "What is there, and what is missing",
                tuple(describe_coverage(connection)),
                links=tuple(Link(text, Address(name)) for name, text in _ABOUT_THE_DATABASE),
            ),
            Section(
                "Questions about the database",
                links=tuple(_questions(links, about_the_database=True)),
                is_folded=True,
            ),
            Section("Sources and acknowledgements", links=tuple(_sources(connection))),
        ),
    )


def _questions(links: Links, *, about_the_database: bool) -> Iterator[Link]:
    """Yield the questions that stand for themselves and have an answer on this site."""
    for name, query in queries().items():
        is_meant = query.is_housekeeping == about_the_database and not query.is_detail
        if is_meant and links.question(Question(name)):
            yield Link(query.title, Question(name))


def _sources(connection: sqlite3.Connection) -> Iterator[Link]:
    for title, url, licence, attribution in ask(connection, "sources_held").rows:
        terms = f" Terms: {licence}." if licence else ""
        told = " ".join(filter(None, (f"{title}.{terms}", str(attribution or ""))))
        yield Link(told, str(url or ""))
