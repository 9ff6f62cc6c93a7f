"""An author: the papers that are known here, and with whom they were written."""

import json
import sqlite3

from db.addresses import address
from db.queries import ask

from ..answers import one_row, section
from ..corner import Dot, Line, draw_corner
from ..parts import Address, Fact, Link, Links, Page, Picture, Question, Section

NAME = "author"
KEYS = ("author",)
EVERY = "authors_listed"
_DRAWN = 40


def page(connection: sqlite3.Connection, links: Links, *keys: str) -> Page | None:
    """Return the page of an author, by the number."""
    (author,) = keys
    of = {"author": author}
    row = one_row(connection, Question("author", of))
    if row is None or str(row["author"]) != author:  # SQLite reads a number where one begins
        return None
    where = address("s2_author_id", row["s2_author_id"])
    told_apart = (
        Link("by the Semantic Scholar author id", where)
        if where
        else "by name only, so several people may be one here"
    )
    return Page(
        str(row["name"]),
        (),
        (
            Fact("Listed papers", (int(str(row["listed_papers"])),)),
            Fact("Papers known here", (int(str(row["papers"])),)),
            Fact("Told apart", (told_apart,)),
        ),
        (
            section(connection, links, "Papers", Question("papers_of_author", of), nothing="None."),
            _corner(
                connection, links, str(row["name"]), author, has_listed=bool(row["listed_papers"])
            ),
            section(
                connection,
                links,
                "Wrote with",
                Question("coauthors_of", of),
                nothing="Nobody else.",
            ),
        ),
    )


def _corner(
    connection: sqlite3.Connection, links: Links, name: str, author: str, *, has_listed: bool
) -> Section:
    nearest = ask(connection, "coauthors_of", author=author, limit=_DRAWN).rows
    nodes = [(int(author), name, 0), *nearest]
    places = {number: place for place, (number, *_) in enumerate(nodes)}
    among = ask(connection, "links_among_authors", authors=json.dumps(list(places)))
    together = [
        Line(places[one], places[other], int(str(papers))) for one, other, papers in among.rows
    ]
    amounts = [0] * len(nodes)
    for line in together:
        amounts[line.one] += line.weight
        amounts[line.other] += line.weight
    dots = [
        Dot(str(called), Address("author", (str(number),)), amounts[place])
        for place, (number, called, _) in enumerate(nodes)
    ]
    drawing = draw_corner(dots, together, links, "The authors around them")
    if drawing is None:
        return Section("Around them")
    return Section(
        "Around them",
        (
            f"Those who wrote most with them, at most {_DRAWN}. Lines are papers written together, "
            "sizes tell how much each wrote with the others shown.",
        ),
        drawing=drawing,
        # The whole network is of the authors of listed papers.
        links=(Link("Find them in the whole network", Picture(f"kind=coauthor&node={author}")),)
        if has_listed
        else (),
    )
