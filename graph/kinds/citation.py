"""Who cites whom among the listed papers."""

import sqlite3

import numpy as np

from db import link_rows, network_rows
from db.evidence_rows import sightings

from ..citing import kept
from ..explaining import Explanation, paper_name, two_papers
from ..links import ends, link_columns
from ..network import Network, Selection
from ..options import NoOptions
from ..papers import paper_network
from ..reasons import Saying, why_thin

NAME = "citation"
NODE, EDGE = "paper", "link"
DESCRIPTION = "Listed papers, isolated ones too; an edge goes from the citing to the cited paper."
FROM_CITATIONS = True

_SAYING = Saying(
    "references",
    alone="References received, none of them to another of these papers, and no known reference "
    "of these leads here",
    nature="Papers that appear together, as at one conference, can rarely cite each other; "
    "isolated papers are normal here.",
    single="There is one paper here, and a citation needs two.",
)


def build(connection: sqlite3.Connection, selection: Selection, _: NoOptions) -> Network:
    """Build the directed network; it may hold cycles and papers that cite each other."""
    papers = network_rows.papers(connection)
    links = link_rows.links_among(connection, kept(selection))
    citing, cited = ends(papers, links)
    columns = link_columns(papers, links, citing, cited)
    return paper_network(NAME, papers, citing, cited, directed=True, edges=columns)


def why(connection: sqlite3.Connection, network: Network, *, narrowed: bool) -> tuple[str, ...]:
    """Say what is missing behind the network."""
    return why_thin(connection, network, _SAYING, narrowed=narrowed)


def explain(
    connection: sqlite3.Connection, selection: Selection, first: str, second: str
) -> Explanation:
    """Say where the citations between two listed papers, in either direction, were seen."""
    one, other = two_papers(connection, first, second)
    links = link_rows.links_among(connection, kept(selection))
    found = [
        (citing, cited)
        for citing, cited in ((one, other), (other, one))
        if np.any((links.citing == citing) & (links.cited == cited))
    ]
    names = {paper: paper_name(connection, paper) for paper in (one, other)}
    told = [f"{names[citing]} cites {names[cited]}." for citing, cited in found]
    seen = [each for pair in found for each in sightings(connection, *pair)]
    summary = " ".join(told) or "Neither is known to cite the other."
    return Explanation(NAME, names[one], names[other], summary, sightings=tuple(seen))
