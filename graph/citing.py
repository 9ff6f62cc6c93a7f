"""The citations that count by a selection: from how many sources, by whom, and when."""

import sqlite3
from typing import NamedTuple

import numpy as np

from db import link_rows
from db.network_rows import dates_numbered
from db.wording import counted

from .dates import Appearance, appearance
from .network import Booleans, Integers, Selection


class Citations(NamedTuple):
    """Citations, with when the papers at the far end appeared, as far as that was asked."""

    citing: Integers
    cited: Integers
    far: Integers
    """The papers at the far end, each once, ascending."""
    appeared: Appearance
    remarks: tuple[str, ...]


def kept(selection: Selection) -> link_rows.Keep:
    """Return which links a selection keeps, as far as the database decides."""
    return link_rows.Keep(selection.min_sources, selection.without_self_citations)


def references(connection: sqlite3.Connection, selection: Selection) -> link_rows.Pairs:
    """Read the citations from the chosen papers to any that can have existed on the day."""
    pairs = link_rows.references(connection, kept(selection))
    if selection.as_of is None:
        return pairs
    far = np.unique(pairs.cited)
    # Of unknown date, it existed when it was cited.
    there = ~_is_later(_appearance(connection, far), selection)[np.searchsorted(far, pairs.cited)]
    return link_rows.Pairs(pairs.citing[there], pairs.cited[there])


def citations(connection: sqlite3.Connection, selection: Selection) -> Citations:
    """Read the citations to the chosen papers, by papers that certainly existed on the day."""
    citing, cited = link_rows.citations(connection, kept(selection))
    far = np.unique(citing)
    appeared = _appearance(connection, far)
    if selection.as_of is None:
        return Citations(citing, cited, far, appeared, ())
    existed = appeared.existed(np.datetime64(selection.as_of))
    there = existed[np.searchsorted(far, citing)]
    known = Appearance(appeared.earliest[existed], appeared.latest[existed])
    return Citations(citing[there], cited[there], far[existed], known, _undated(appeared))


def citations_around(
    connection: sqlite3.Connection, selection: Selection
) -> tuple[link_rows.LinkColumns, tuple[str, ...]]:
    """Read the citations from and to the chosen papers, and what is to be said of them."""
    links = link_rows.links_around(connection, kept(selection))
    if selection.as_of is None:
        return links, ()
    papers = np.union1d(links.citing, links.cited)
    appeared = _appearance(connection, papers)
    citing, cited = np.searchsorted(papers, links.citing), np.searchsorted(papers, links.cited)
    existed = appeared.existed(np.datetime64(selection.as_of))
    there = existed[citing] & ~_is_later(appeared, selection)[cited]
    undated = Appearance(*(days[np.unique(citing)] for days in appeared))
    return link_rows.LinkColumns._make(column[there] for column in links), _undated(undated)


def _appearance(connection: sqlite3.Connection, papers: Integers) -> Appearance:
    return appearance(dates_numbered(connection, papers))


def _is_later(appeared: Appearance, selection: Selection) -> Booleans:
    """Return which papers certainly appeared only after the selection's day."""
    return np.asarray(appeared.earliest > np.datetime64(str(selection.as_of)))


def _undated(citing: Appearance) -> tuple[str, ...]:
    papers = int(np.isnat(citing.latest).sum())
    if not papers:
        return ()
    return (f"{counted(papers, 'citing paper')} of unknown date left out (--as-of).",)
