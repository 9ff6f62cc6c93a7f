"""The listed papers, and the papers that they cite or that cite them."""

import sqlite3
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from db import network_rows
from db.link_rows import LinkColumns
from db.wording import counted

from ..citing import citations_around
from ..links import ends, link_columns
from ..network import Column, Integers, Network, Selection
from ..options import option
from ..papers import paper_network
from ..reasons import Saying, why_thin
from ..ties import COMFORTABLE

NAME = "neighbourhood"
NODE, EDGE = "paper", "link"
DESCRIPTION = (
    "Listed papers and the papers that they cite or that cite them; links between two papers "
    "outside the lists are mostly unknown, and left out."
)
FROM_CITATIONS = True

_SAYING = Saying(
    "references",
    alone="References received, and no link is left of them",
    nature="Most of these papers have no link that counts here.",
    single="There is one listed paper here.",
)


@dataclass(frozen=True)
class Options:
    """Which papers outside the lists take part; one that fulfils either does."""

    min_cited_by: int = option(1, "Papers outside that so many listed papers cite.", least=1)
    min_citing: int = option(1, "Papers outside that cite so many listed papers.", least=1)


def build(connection: sqlite3.Connection, selection: Selection, options: Options) -> Network:
    """Build the directed network of links of which at least one end is listed."""
    listed = network_rows.papers(connection).id
    links, remarks = citations_around(connection, selection)
    outside = _outside(links, listed)
    near = (outside.cited_by >= options.min_cited_by) | (outside.citing >= options.min_citing)
    papers = network_rows.papers_numbered(connection, np.union1d(listed, outside.papers[near]))
    inside = np.isin(links.citing, papers.id) & np.isin(links.cited, papers.id)
    links = LinkColumns._make(column[inside] for column in links)
    citing, cited = ends(papers, links)
    return paper_network(
        NAME,
        papers,
        citing,
        cited,
        directed=True,
        edges=link_columns(papers, links, citing, cited),
        further=_columns(papers.id, listed, citing, cited),
        remarks=(*remarks, *_fewer(len(citing), outside)),
    )


def why(connection: sqlite3.Connection, network: Network, *, narrowed: bool) -> tuple[str, ...]:
    """Say what is missing around the listed papers."""
    listed = network.column("is_listed").values
    return why_thin(connection, network, _SAYING, narrowed=narrowed, chosen=listed)


class _Outside(NamedTuple):
    """Papers outside the lists, and how many listed papers cite them and are cited by them."""

    papers: Integers
    cited_by: Integers
    citing: Integers


def _outside(links: LinkColumns, listed: Integers) -> _Outside:
    papers = np.setdiff1d(np.concatenate((links.citing, links.cited)), listed)
    return _Outside(papers, *(_times(papers, ends) for ends in (links.cited, links.citing)))


def _times(papers: Integers, ends: Integers) -> Integers:
    """Count how often each of the papers is among the ends."""
    of_papers = ends[np.isin(ends, papers)]
    return np.bincount(np.searchsorted(papers, of_papers), minlength=len(papers)).astype(np.int64)


def _columns(
    papers: Integers, listed: Integers, citing: Integers, cited: Integers
) -> tuple[Column, ...]:
    is_listed, count = np.isin(papers, listed), len(papers)
    cited_by = np.bincount(cited[is_listed[citing]], minlength=count).astype(np.int64)
    cites = np.bincount(citing[is_listed[cited]], minlength=count).astype(np.int64)
    return (
        Column.of("is_listed", "boolean", is_listed, "Whether the paper is one of those listed"),
        Column.of("cited_by_listed", "long", cited_by, "How many listed papers cite it"),
        Column.of("citing_listed", "long", cites, "How many listed papers it cites"),
    )


def _fewer(edges: int, outside: _Outside) -> tuple[str, ...]:
    """Say how to get fewer edges where they are too many to draw."""
    if edges <= COMFORTABLE:
        return ()
    ties = np.bincount(np.maximum(outside.cited_by, outside.citing))
    fewer = int(np.argmax(np.cumsum((ties * np.arange(len(ties)))[::-1])[::-1] <= COMFORTABLE))
    return (
        f"{counted(edges, 'edge')} are more than programs draw well; fewer papers come with: "
        f"--min-cited-by {fewer} --min-citing {fewer}.",
    )
