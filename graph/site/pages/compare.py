"""Two papers beside each other: what they share."""

import sqlite3

from db.queries import ask

from ..answers import answered, one_row, section
from ..parts import Address, Cell, Link, Links, Page, Question, Section, Table

NAME = "compare"
KEYS = ("one", "other")
EVERY = None
_ROWS = (
    ("published", "published"),
    ("venue", "venue"),
    ("category", "primary_category"),
    ("citations anywhere", "citation_count"),
    ("entries of its bibliography", "reference_count"),
)


def page(connection: sqlite3.Connection, links: Links, *keys: str) -> Page | None:
    """Return the comparison of two papers, named by any identifier; or what to fill in."""
    rows = [one_row(connection, Question("paper", {"paper": key})) for key in keys]
    missing = [key for key, row in zip(keys, rows, strict=True) if row is None]
    if missing:
        return Page(
            "Two papers compared",
            (f"There is no such paper here: {missing[0]}.",)
            if missing[0]
            else ("Name two papers, by arXiv id, DOI, OpenReview id, link or number.",),
        )
    one, other = (row for row in rows if row)
    ends = {"one": str(one["paper"]), "other": str(other["paper"])}
    if ends["one"] == ends["other"]:
        return Page(
            "Two papers compared",
            ("Both names are of one paper; name another beside it.",),
            (),
            (Section("The paper", links=(_title(one),)),),
        )
    return Page(
        "Two papers compared",
        (),
        (),
        (
            Section("Side by side", (), _beside(connection, one, other)),
            Section("Do they cite each other?", (_citing(connection, ends),)),
            section(connection, links, "Authors of both", Question("shared_authors", ends)),
            section(
                connection,
                links,
                "References that both cite",
                Question("shared_references", ends),
                "The least cited first: what few others cite ties two papers most.",
                nothing="None that are known.",
            ),
            section(
                connection,
                links,
                "Papers that cite both",
                Question("shared_citing", ends),
                nothing="None that are known.",
            ),
            _path(connection, links, ends),
        ),
    )


def _path(connection: sqlite3.Connection, links: Links, ends: dict[str, str]) -> Section:
    """Return the way from the first to the second, else from the second to the first."""
    forth = Question("shortest_path", {"from": ends["one"], "to": ends["other"]})
    back = Question("shortest_path", {"from": ends["other"], "to": ends["one"]})
    for question, title in (
        (forth, "The shortest way by citations from the first to the second"),
        (back, "The shortest way by citations from the second to the first"),
    ):
        answer = ask(connection, question.name, **question.given)
        if any(paper is not None for _, paper, *_ in answer.rows):
            return answered(links, title, question, answer)
    return Section(
        "The shortest way by citations",
        ("No citations that are known here lead from the one to the other, either way.",),
    )


def _beside(
    connection: sqlite3.Connection, one: dict[str, object], other: dict[str, object]
) -> Table:
    both = (one, other)
    rows: list[tuple[Cell, ...]] = [
        ("title", *(_title(row) for row in both)),
        ("decision", *(_decisions(connection, row) for row in both)),
        ("community", *(_community(row) for row in both)),
    ]
    rows += [
        (name, *(_cell(row[column]) for row in both))
        for name, column in _ROWS
        if one[column] is not None or other[column] is not None
    ]
    return Table(("", "first", "second"), tuple(rows))


def _title(row: dict[str, object]) -> Link:
    number = str(row["paper"])
    return Link(str(row["title"] or f"Paper {number}"), Address("paper", (number,)))


def _decisions(connection: sqlite3.Connection, row: dict[str, object]) -> Cell:
    listings = ask(connection, "listings_of", paper=row["paper"])
    told = [f"{decision or 'none given'} ({name})" for _, name, decision, *_ in listings.rows]
    return ", ".join(told) or "not listed"


def _community(row: dict[str, object]) -> Cell:
    if row["community"] is None:
        return None
    return Link(str(row["community_name"]), Address("community", (str(row["community"]),)))


def _cell(value: object) -> Cell:
    return value if isinstance(value, int | float) or value is None else str(value)


def _citing(connection: sqlite3.Connection, ends: dict[str, str]) -> str:
    links = ask(connection, "links_among", papers=f"[{ends['one']}, {ends['other']}]").rows
    said = {
        str(citing): "The first" if str(citing) == ends["one"] else "The second"
        for citing, _ in links
    }
    if len(said) == 2:
        return "Each cites the other."
    for who in said.values():
        return f"{who} cites the {'second' if who == 'The first' else 'first'}."
    return "Neither is known to cite the other."
