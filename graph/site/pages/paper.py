"""A paper: what is known of it, what it cites, what cites it, and what is tied to it."""

import json
import sqlite3

from markupsafe import Markup

from db.addresses import address, on_the_web
from db.queries import Result, ask

from ..answers import answered, one_row, section
from ..corner import Dot, Line, draw_corner
from ..parts import Address, Cell, Fact, Link, Links, Page, Picture, Question, Section

NAME = "paper"
KEYS = ("paper",)
EVERY = "papers_of_collection"
_READ_AT = {
    "arxiv_id": "arXiv",
    "openreview_id": "OpenReview",
    "s2_paper_id": "Semantic Scholar",
    "doi": "DOI",
}
_AUTHORS = 50
_DRAWN = 40
_WHERE_SAID = " Where a source does not give them, the page of what is missing says so."


def page(connection: sqlite3.Connection, links: Links, *keys: str) -> Page | None:
    """Return the page of a paper, by its number or any identifier."""
    (named,) = keys
    row = one_row(connection, Question("paper", {"paper": named}))
    if row is None:
        return None
    paper = str(row["paper"])
    of = {"paper": paper}
    listings = ask(connection, "listings_of", **of)
    is_listed = bool(listings.rows)
    return Page(
        str(row["title"] or f"Paper {paper}"),
        () if is_listed else ("Met as a reference or citation; no list names it.",),
        tuple(fact for fact in _facts(connection, row, listings) if fact.values),
        (
            *_texts(row),
            _corner(connection, links, paper, is_listed=is_listed),
            *_linked(connection, links, of, is_listed=is_listed),
            *_tied(connection, links, of),
            section(connection, links, "Sentences that cite it", Question("contexts_of", of)),
            section(
                connection,
                links,
                "Where these values come from",
                Question("where_from", of),
                "Each value that a source gave, when, and whether it is the one shown. The number "
                "of the answer leads to the whole answer as it came.",
                is_folded=True,
            ),
        ),
    )


def _facts(connection: sqlite3.Connection, row: dict[str, object], listings: Result) -> list[Fact]:
    authors = [
        Link(str(name), Address("author", (str(author),)))
        for author, name, _ in ask(connection, "authors_of", paper=row["paper"]).rows
    ]
    more = [f"and {len(authors) - _AUTHORS} more"] if len(authors) > _AUTHORS else []
    community = (
        [Link(str(row["community_name"]), Address("community", (str(row["community"]),)))]
        if row["community"] is not None
        else []
    )
    return [
        Fact("Authors", (*authors[:_AUTHORS], *more)),
        Fact("Decision", tuple(_listing(*each[:3]) for each in listings.rows)),
        Fact("Read it", tuple(_read_at(row))),
        Fact("Published", _known(row["published"] or (row["year"] and str(row["year"])))),
        Fact("Venue", _known(row["venue"])),
        Fact("Category", _known(row["primary_category"])),
        Fact("Community", tuple(community)),
        Fact("Citations anywhere, by Semantic Scholar", _known(row["citation_count"])),
        Fact("Entries of its bibliography", _known(row["reference_count"])),
        Fact("Comment", _known(row["comment"])),
        Fact("Journal", _known(row["journal_ref"])),
    ]


def _listing(collection: object, name: object, decision: object) -> Link:
    return Link(f"{decision or 'none given'} ({name})", Address("collection", (str(collection),)))


def _known(value: object) -> tuple[Cell, ...]:
    if value is None or value == "":
        return ()
    return (value if isinstance(value, int | float) else str(value),)


def _read_at(row: dict[str, object]) -> list[Link]:
    found = [
        Link(f"{place} {row[column]}" if column in ("arxiv_id", "doi") else place, where)
        for column, place in _READ_AT.items()
        if (where := address(column, row[column]))
    ]
    if pdf := on_the_web(row["open_access_pdf"]):
        found.append(Link("PDF", pdf))
    elif row["arxiv_id"]:
        found.append(Link("PDF", f"https://arxiv.org/pdf/{row['arxiv_id']}"))
    return found


def _texts(row: dict[str, object]) -> list[Section]:
    found = []
    if row["abstract"]:
        found.append(Section("Abstract", (str(row["abstract"]),)))
    if row["tldr"]:
        told = (str(row["tldr"]), "One sentence, written by Semantic Scholar's model.")
        found.append(Section("In short", told))
    return found


def _linked(
    connection: sqlite3.Connection, links: Links, of: dict[str, str], *, is_listed: bool
) -> list[Section]:
    """Return what the paper cites and what cites it, apart by whether a list names them.

    Entries of its bibliography that lead to no paper may be of either kind.
    """
    asked = "" if is_listed else " Only listed papers are asked about."
    found = []
    for question, here, elsewhere, none, whole in (
        (
            Question("references_of", of),
            "Listed papers that it cites",
            "Other papers that it cites",
            f"No references are known.{asked or _WHERE_SAID}",
            "All that it cites, listed or not",
        ),
        (
            Question("papers_citing", of),
            "Listed papers that cite it",
            "Other papers that cite it",
            f"No paper is known to cite it.{asked}",
            "All that cite it, listed or not",
        ),
    ):
        answer = ask(connection, question.name, **question.given)
        place = answer.columns.index("is_listed")
        within, around, unlinked = (
            Result(answer.columns, tuple(row for row in answer.rows if row[place] == is_listed))
            for is_listed in (1, 0, None)
        )
        hidden = ("is_listed", "seen_in_references", "seen_in_citations")
        found += [
            answered(links, here, question, within, without=hidden, whole=whole),
            answered(
                links,
                elsewhere,
                question,
                around,
                without=hidden,
                nothing="" if within.rows or unlinked.rows else none,
                whole=whole,
            ),
        ]
        if unlinked.rows:
            lost = "Entries of its bibliography that lead to no paper"
            found.append(answered(links, lost, question, unlinked, without=hidden, whole=whole))
    return found


def _tied(connection: sqlite3.Connection, links: Links, of: dict[str, str]) -> list[Section]:
    return [
        section(
            connection,
            links,
            "Concurrent twins",
            Question("twins", of),
            "Listed papers that share much of what they cite, and of which neither cites the "
            "other: perhaps the same idea at the same time.",
            without=("title", "paper", "published"),
        ),
        section(
            connection,
            links,
            "Listed papers that share most references",
            Question("ties_of", {**of, "kind": "coupling"}),
        ),
        section(
            connection,
            links,
            "Listed papers most often cited together with it",
            Question("ties_of", {**of, "kind": "cocitation"}),
        ),
    ]


def _corner(
    connection: sqlite3.Connection, links: Links, paper: str, *, is_listed: bool
) -> Section:
    nodes = ask(connection, "around", paper=paper, limit=_DRAWN).rows
    places = {number: place for place, (number, *_) in enumerate(nodes)}
    among = ask(connection, "links_among", papers=json.dumps(list(places)))
    dots = [
        Dot(
            str(title or f"Paper {number}"),
            Address("paper", (str(number),)),
            int(str(citations or 0)),
            None if community is None else int(str(community)),
        )
        for number, title, citations, community, _ in nodes
    ]
    lines = [Line(places[citing], places[cited]) for citing, cited in among.rows]
    lines += [
        Line(0, place, int(str(shared)), is_faint=True)
        for place, (*_, shared) in enumerate(nodes)
        if place and shared
    ]
    drawing: Markup | None = draw_corner(dots, lines, links, "The papers around it")
    if drawing is None:
        return Section("Around it")
    return Section(
        "Around it",
        (
            "Listed papers that it cites, that cite it, or that share most references with it, at "
            f"most {_DRAWN} of them. Lines are citations, broken lines shared references; sizes "
            "tell how often a paper is cited, colours the communities.",
        ),
        drawing=drawing,
        # The whole network is of listed papers alone.
        links=(Link("Find it in the whole network", Picture(f"node={paper}")),)
        if is_listed
        else (),
    )
