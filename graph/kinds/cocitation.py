"""Which listed papers are cited together (Small 1973)."""

import sqlite3

import numpy as np

from db import network_rows
from db.wording import counted

from ..citing import citations
from ..dates import date_column
from ..explaining import Explanation, paper_name, papers_behind, two_papers
from ..network import Network, Selection
from ..papers import paper_network
from ..reasons import Saying, why_thin
from ..sharing import first_shared, incidence
from ..ties import SharingOptions as Options
from ..ties import tie

NAME = "cocitation"
NODE, EDGE = "paper", "pair"
DESCRIPTION = "Listed papers that are cited together, by any paper of the database."
FROM_CITATIONS = True

_SAYING = Saying(
    "citations",
    alone="Citations received, none of them by a paper that also cites another of these papers",
    nature="Most of these papers are cited together with no other, or too rarely.",
    single="There is one paper here, and being cited together needs two.",
)


def build(connection: sqlite3.Connection, selection: Selection, options: Options) -> Network:
    """Build the network of common citers; an edge is as old as the first of them."""
    papers = network_rows.papers(connection)
    citing, cited, far, appeared, remarks = citations(connection, selection)
    # The citing papers in order of time, so that the first that two share is the earliest.
    by_time = np.argsort(appeared.latest, kind="stable")  # unknown dates come last
    place = np.empty_like(by_time)
    place[by_time] = np.arange(len(by_time))
    citer = place[np.searchsorted(far, citing)]
    matrix = incidence(np.searchsorted(papers.id, cited), citer, len(papers.id))
    pairs, weight, columns, told = tie(matrix, selection, options, "common citers")
    date = date_column(
        appeared,
        by_time[first_shared(matrix, pairs)],
        "When the first paper that cites both appeared; the year's end if only that is known",
    )
    return paper_network(
        NAME,
        papers,
        pairs.source,
        pairs.target,
        directed=False,
        weight=weight,
        edges=(*columns, date),
        remarks=(*remarks, *told),
    )


def why(connection: sqlite3.Connection, network: Network, *, narrowed: bool) -> tuple[str, ...]:
    """Say what is missing behind the network."""
    return why_thin(connection, network, _SAYING, narrowed=narrowed)


def explain(
    connection: sqlite3.Connection, selection: Selection, first: str, second: str
) -> Explanation:
    """List the papers that cite both of two listed papers."""
    one, other = two_papers(connection, first, second)
    known = citations(connection, selection)
    ours, theirs = known.citing[known.cited == one], known.citing[known.cited == other]
    common = np.intersect1d(ours, theirs)
    return Explanation(
        NAME,
        paper_name(connection, one),
        paper_name(connection, other),
        f"{counted(len(common), 'common citer')}, of {len(ours):,} and {len(theirs):,} known.",
        papers_behind(connection, common),
    )
