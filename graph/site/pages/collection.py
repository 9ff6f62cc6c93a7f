"""A collection: its papers by decision."""

import sqlite3
from collections.abc import Iterator

from db.queries import ask

from ..answers import answered, section
from ..parts import Fact, Links, Page, Question, Section

NAME = "collection"
KEYS = ("collection",)
EVERY = "collections_held"


def page(connection: sqlite3.Connection, links: Links, *keys: str) -> Page | None:
    """Return the page of a collection, by its number."""
    (number,) = keys
    held = {str(row[0]): row for row in ask(connection, "collections_held").rows}
    if number not in held:
        return None
    _, name, papers, with_identifier, first_read = held[number]
    of = {"collection": str(name)}
    by_decision = Question("decisions_of", of)
    decisions = ask(connection, by_decision.name, **of)
    return Page(
        str(name),
        (),
        (
            Fact("Papers", (int(str(papers)),)),
            Fact("With an identifier to ask by", (int(str(with_identifier)),)),
            Fact("First read", (str(first_read)[:10] if first_read else None,)),
        ),
        (
            answered(
                links,
                "By decision",
                by_decision,
                decisions,
                "Citations anywhere are Semantic Scholar's counts; citations within are those "
                "among the papers of this collection, to papers of that decision.",
            ),
            section(
                connection,
                links,
                "Who cites whom",
                Question("decision_flow", of),
                "Citations among these papers from each decision to each, and how many there would "
                "be if each citation chose its ends independently.",
            ),
            Section("The network", network=links.network("", number if len(held) > 1 else None)),
            *_papers(connection, links, of, [str(row[0]) for row in decisions.rows]),
            section(connection, links, "Lines that were not used", Question("lines_not_used", of)),
        ),
    )


def _papers(
    connection: sqlite3.Connection, links: Links, of: dict[str, str], decisions: list[str]
) -> Iterator[Section]:
    for decision in decisions:
        question = Question("papers_of_collection", {**of, "decision": decision})
        yield section(connection, links, decision, question, without=("decision",))
