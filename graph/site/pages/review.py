"""What was found for papers without identifier and waits for a person, side by side."""

import sqlite3
from collections.abc import Iterator

from db.queries import ask

from ..answers import section
from ..parts import Cell, Fact, Links, Page, Question, Section, Table

NAME = "review"
KEYS = ()
EVERY = None
_SHOWN = 100
_SIDES = (
    ("title", "listed_title", "candidate_title", "title_score"),
    (
        "abstract, its beginning",
        "listed_abstract_begins",
        "candidate_abstract_begins",
        "abstract_score",
    ),
    ("authors", None, "candidate_authors", "authors_score"),
    ("year", None, "candidate_year", "year_score"),
    ("venue", None, "candidate_venue", "venue_score"),
)


def page(connection: sqlite3.Connection, links: Links, *keys: str) -> Page | None:
    """Return the page of what waits for review."""
    answer = ask(connection, "papers_for_review")
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    return Page(
        "Waiting for review",
        (
            "Listed papers without an identifier, beside what was found for them. Nothing here is "
            "used in a network until a person has decided: citeweave review asks about each.",
        ),
        # A paper has a row for each candidate, and for each list that names it.
        (Fact("Papers that wait", (len({row["paper"] for row in rows}),)),),
        (
            *_cases(rows[:_SHOWN]),
            section(
                connection,
                links,
                "All in one table",
                Question("papers_for_review"),
                nothing="Nothing waits for review.",
                is_folded=bool(rows),
            ),
        ),
    )


def _cases(rows: list[dict[str, object]]) -> Iterator[Section]:
    for number, row in enumerate(rows, 1):
        sides: list[tuple[Cell, ...]] = [
            (name, _cell(row, listed), _cell(row, candidate), _cell(row, score))
            for name, listed, candidate, score in _SIDES
            if any(row.get(each) is not None for each in (listed, candidate) if each)
        ]
        yield Section(
            f"{number}. {row['listed_title'] or 'A paper without title'}",
            (
                f"Candidate {row['candidate']}, score {row['score']} bits: {row['reason']}."
                + (
                    f" The next best, {row['runner_up']}, has {row['runner_up_score']}."
                    if row["runner_up"]
                    else ""
                ),
            ),
            Table(("", "in the list", "found", "speaks for it (bits)"), tuple(sides)),
        )


def _cell(row: dict[str, object], column: str | None) -> Cell:
    value = row[column] if column else None
    return value if isinstance(value, float) or value is None else str(value)
