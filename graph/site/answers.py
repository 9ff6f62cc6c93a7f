"""Answers to named questions as tables to read: what a row is about leads to its page."""

import re
import sqlite3
from collections.abc import Sequence

from db.addresses import address
from db.queries import Result, ask, queries

from .parts import Address, Cell, Link, Links, Question, Section, Table

# Columns of numbers that name a row elsewhere, and the columns that may hold what to call it.
_SUBJECTS = {
    "paper": ("paper", ("title", "listed_title")),
    "other": ("paper", ("other_title",)),
    "author": ("author", ("name",)),
    "community": ("community", ("community_name",)),
    "collection": ("collection", ("collection_name", "name")),
    "answer": ("answer", ()),
    "run": ("run", ()),
}
# Numbers that count nothing, and are not to be read as such.
_NAMES = ("year", "line", "exit_code", "status")
_TRUTHS = ("is_", "seen_in_")
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z")
_HEADS = {
    "arxiv_id": "arXiv",
    "other_arxiv_id": "other arXiv",
    "openreview_id": "OpenReview",
    "doi": "DOI",
    "s2_author_id": "Semantic Scholar",
    "community_name": "community",
    "collection_name": "collection",
    "citation_count": "cited anywhere",
    "is_listed": "listed",
    "waited": "seconds waited",
    "is_influential": "influential",
    "seen_in_references": "in its references",
    "seen_in_citations": "in the other's citations",
}


def section(
    connection: sqlite3.Connection,
    links: Links,
    title: str,
    question: Question,
    *text: str,
    nothing: str = "",
    without: Sequence[str] = (),
    is_folded: bool = False,
) -> Section:
    """Ask a question and return its answer as a section, without the columns named."""
    answer = ask(connection, question.name, **question.given)
    return answered(
        links, title, question, answer, *text, nothing=nothing, without=without, is_folded=is_folded
    )


def answered(
    links: Links,
    title: str,
    question: Question,
    answer: Result,
    *text: str,
    nothing: str = "",
    without: Sequence[str] = (),
    whole: str = Section.whole,
    is_folded: bool = False,
) -> Section:
    """Return an answer as a section; one without rows is left out unless `nothing` says why."""
    return Section(
        title,
        text if answer.rows else (),
        table(Result(answer.columns, answer.rows[: links.rows]), without),
        len(answer.rows),
        _is_limited(question, len(answer.rows)),
        nothing,
        question,
        whole,
        is_folded=is_folded,
    )


def _is_limited(question: Question, rows: int) -> bool:
    """Tell whether an answer has as many rows as its question lets it have."""
    limits = [each.default for each in queries()[question.name].parameters if each.name == "limit"]
    return any(rows >= int(question.given.get("limit") or default) for default in limits)


def table(answer: Result, without: Sequence[str] = ()) -> Table:
    """Return the rows with links where a column names a paper, an author or the like."""
    columns = list(answer.columns)
    names = {}
    for number, (_, texts) in _SUBJECTS.items():
        if number in columns and (found := [text for text in texts if text in columns]):
            names[found[0]] = number
    hidden = {*names.values(), *without}
    shown = [column for column in columns if column not in hidden]
    # Columns that no row has a value in tell nothing.
    rows = [dict(zip(columns, row, strict=True)) for row in answer.rows]
    shown = [column for column in shown if any(row[column] is not None for row in rows)]
    return Table(
        tuple(_HEADS.get(column, column.replace("_", " ")) for column in shown),
        tuple(tuple(_cell(column, row, names) for column in shown) for row in rows),
    )


def _cell(column: str, row: dict[str, object], names: dict[str, str]) -> Cell:
    value = row[column]
    if column in names and (number := row[names[column]]) is not None:
        page, _ = _SUBJECTS[names[column]]
        called = str(value) if value is not None else f"{page} {number}"
        return Link(called, Address(page, (str(number),)))
    if column in _SUBJECTS and isinstance(value, int):
        return Link(str(value), Address(_SUBJECTS[column][0], (str(value),)))
    if column.startswith(_TRUTHS):
        return None if value is None else "yes" if value else "no"
    if elsewhere := address(column.removeprefix("other_"), value):
        return Link(str(value), elsewhere)
    if column.endswith(_NAMES) and value is not None:
        return str(value)
    if isinstance(value, int | float) or value is None:
        return value
    # A moment to the minute; the data itself has it to the thousandth of a second.
    return _MOMENT.sub(r"\1 \2 UTC", text) if _MOMENT.fullmatch(text := str(value)) else text


def one_row(connection: sqlite3.Connection, question: Question) -> dict[str, object] | None:
    """Return the first row of an answer by its columns, or None if there is none."""
    answer = ask(connection, question.name, **question.given)
    return dict(zip(answer.columns, answer.rows[0], strict=True)) if answer.rows else None
