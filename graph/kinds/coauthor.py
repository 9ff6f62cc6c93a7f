"""Who wrote with whom (Newman 2001)."""

import sqlite3

import numpy as np

from db import network_rows
from db.authorship_rows import Author
from db.evidence_rows import authors_named
from db.wording import counted

from ..authors import author_columns, author_keys, read_writing, without_authors
from ..dates import appearance, date_column
from ..errors import GraphError
from ..explaining import Explanation, papers_behind, refuse_same
from ..network import Network, Selection
from ..sharing import first_shared, incidence
from ..ties import SharingOptions as Options
from ..ties import tie

NAME = "coauthor"
NODE, EDGE = "author", "pair"
DESCRIPTION = "Authors of the listed papers; an edge joins those who wrote one together."
FROM_CITATIONS = False


def build(connection: sqlite3.Connection, selection: Selection, options: Options) -> Network:
    """Build the network of joint papers; an edge is as old as the first of them."""
    papers = network_rows.papers(connection)
    writing = read_writing(connection, papers)
    appeared = appearance(papers)
    # The papers in order of time, so that the first that two authors share is the earliest.
    by_time = np.argsort(appeared.latest, kind="stable")
    written, column = np.unique(np.argsort(by_time)[writing.paper], return_inverse=True)
    matrix = incidence(writing.author, column, len(writing.authors))
    pairs, weight, columns, remarks = tie(matrix, selection, options, "joint papers")
    date = date_column(
        appeared,
        by_time[written[first_shared(matrix, pairs)]],
        "When the first joint paper appeared; the year's end if only that is known",
    )
    return Network(
        kind=NAME,
        directed=False,
        node_ids=writing.numbers,
        keys=author_keys(writing.authors),
        nodes=author_columns(writing, appeared),
        source=pairs.source,
        target=pairs.target,
        weight=weight,
        edges=(*columns, date),
        reason=(*remarks, *without_authors(papers)),
    )


def why(connection: sqlite3.Connection, network: Network, *, narrowed: bool) -> tuple[str, ...]:
    """Say why authors stand alone."""
    alone = network.isolated_count
    if not network.node_count or not alone:
        return ()
    total = counted(network.node_count, "author")
    return (f"Wrote none of these papers with another author, or too few: {alone:,} of {total}.",)


def explain(
    connection: sqlite3.Connection, selection: Selection, first: str, second: str
) -> Explanation:
    """List the papers that two authors wrote together."""
    papers = network_rows.papers(connection)
    writing = read_writing(connection, papers)
    one, other = (_author(connection, text) for text in (first, second))
    refuse_same(one, other, first, second)
    places = np.searchsorted(writing.numbers, [one, other])
    ours, theirs = (papers.id[writing.paper[writing.author == place]] for place in places)
    joint = np.intersect1d(ours, theirs)
    names = [_name(writing.authors[place]) for place in places.tolist()]
    return Explanation(
        NAME,
        names[0],
        names[1],
        f"{counted(len(joint), 'joint paper')}, of {len(ours):,} and {len(theirs):,} listed.",
        papers_behind(connection, joint),
    )


def _name(author: Author) -> str:
    return f"{author.s2_author_id} ({author.name})" if author.s2_author_id else author.name


def _author(connection: sqlite3.Connection, text: str) -> int:
    """Return the author that a text names; raises GraphError where none or several are meant."""
    found = authors_named(connection, text)
    if not found:
        raise GraphError(f"No chosen paper has an author '{text}'; give a name or an author id.")
    if len(found) > 1:
        raise GraphError(
            f"'{text}' names {len(found)} authors; give one's author id: "
            f"{', '.join(str(number) for number in found)}."
        )
    return found[0]
