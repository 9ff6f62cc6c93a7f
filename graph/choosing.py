"""Chooses the listed papers that a selection means, and says which it cannot tell of."""

import sqlite3

import numpy as np

from db import chosen
from db.chosen import Choice
from db.network_rows import collections, dates_chosen
from db.wording import counted, shortened

from .dates import appearance
from .errors import GraphError
from .network import Selection
from .origin import asked_of_papers

_NAME = 100
"""Characters of a collection's or decision's name that a sentence has room for."""


def choose(connection: sqlite3.Connection, selection: Selection) -> tuple[str, ...]:
    """Choose the papers; return a sentence for each reason why some are left out unseen.

    Raises GraphError where a collection or decision is named that the database does not have.
    """
    _refuse_unknown("collection", selection.collections, collections(connection))
    _refuse_unknown("decision", selection.decisions, chosen.decisions(connection))
    wish = Choice(selection.collections, selection.decisions, *selection.years)
    yearless = chosen.choose(connection, wish)
    return (*_unknown_year(yearless), *_leave_out_later(connection, selection))


def why_nothing(connection: sqlite3.Connection, selection: Selection) -> tuple[str, ...]:
    """Say why no paper is chosen at all; nothing where some are."""
    if chosen.any_chosen(connection):
        return ()
    listed = chosen.count_listed(connection, selection.collections)
    where = f"The collection '{selection.collection}'" if selection.collection else "The database"
    if not listed:
        return (f"{where} lists no papers; add some with: citeweave enrich LIST.",)
    return (f"None of {counted(listed, 'listed paper')} fits: {asked_of_papers(selection)}.",)


def _refuse_unknown(noun: str, asked: tuple[str, ...], known: list[str]) -> None:
    for name in asked:
        if name not in known:
            there = ", ".join(shortened(each, _NAME) for each in known) or "none"
            raise GraphError(
                f"The database has no {noun} '{shortened(name, _NAME)}'; there is: {there}."
            )


def _unknown_year(papers: int) -> tuple[str, ...]:
    if not papers:
        return ()
    return (f"{counted(papers, 'listed paper')} of unknown year left out (--years).",)


def _leave_out_later(connection: sqlite3.Connection, selection: Selection) -> tuple[str, ...]:
    """Choose no paper that had not certainly appeared by the day."""
    if selection.as_of is None:
        return ()
    papers = dates_chosen(connection)
    appeared = appearance(papers)
    existed = appeared.existed(np.datetime64(selection.as_of))
    chosen.leave_out(connection, papers.id[~existed].tolist())
    unknown = int(np.isnat(appeared.latest).sum())
    if not unknown:
        return ()
    return (f"{counted(unknown, 'listed paper')} of unknown date left out (--as-of).",)
