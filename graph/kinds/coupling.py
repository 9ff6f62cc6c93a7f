"""Which listed papers have references in common (Kessler 1963)."""

import sqlite3

import numpy as np

from db import network_rows
from db.wording import counted

from ..citing import references
from ..dates import appearance, date_column
from ..explaining import Explanation, paper_name, papers_behind, two_papers
from ..network import Network, Selection
from ..papers import paper_network
from ..reasons import Saying, why_thin
from ..sharing import incidence
from ..ties import SharingOptions as Options
from ..ties import tie

NAME = "coupling"
NODE, EDGE = "paper", "pair"
DESCRIPTION = "Listed papers that cite the same papers (bibliographic coupling)."
FROM_CITATIONS = True

_SAYING = Saying(
    "references",
    alone="References received, none of them shared with another of these papers",
    nature="Most of these papers share no reference with another, or too few.",
    single="There is one paper here, and sharing needs two.",
)


def build(connection: sqlite3.Connection, selection: Selection, options: Options) -> Network:
    """Build the network of shared references; an edge is as old as the younger paper."""
    papers = network_rows.papers(connection)
    citing, cited = references(connection, selection)
    matrix = incidence(np.searchsorted(papers.id, citing), cited, len(papers.id))
    pairs, weight, columns, remarks = tie(matrix, selection, options, "shared references")
    appeared = appearance(papers)
    younger = appeared.later(pairs.source, pairs.target)
    date = date_column(appeared, younger, "When the later of the two papers first appeared")
    return paper_network(
        NAME,
        papers,
        pairs.source,
        pairs.target,
        directed=False,
        weight=weight,
        edges=(*columns, date),
        remarks=remarks,
    )


def why(connection: sqlite3.Connection, network: Network, *, narrowed: bool) -> tuple[str, ...]:
    """Say what is missing behind the network."""
    return why_thin(connection, network, _SAYING, narrowed=narrowed)


def explain(
    connection: sqlite3.Connection, selection: Selection, first: str, second: str
) -> Explanation:
    """List the references that two listed papers share."""
    one, other = two_papers(connection, first, second)
    citing, cited = references(connection, selection)
    ours, theirs = cited[citing == one], cited[citing == other]
    shared = np.intersect1d(ours, theirs)
    return Explanation(
        NAME,
        paper_name(connection, one),
        paper_name(connection, other),
        f"{counted(len(shared), 'shared reference')}, of {len(ours):,} and {len(theirs):,} known.",
        papers_behind(connection, shared),
    )
