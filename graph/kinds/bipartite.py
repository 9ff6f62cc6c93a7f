"""Papers and their authors, both as nodes."""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from db import network_rows

from ..authors import author_columns, author_keys, read_writing, without_authors
from ..dates import appearance, date_column
from ..names import distinct
from ..network import Column, Network, Selection
from ..options import NoOptions
from ..papers import paper_columns, paper_keys

NAME = "bipartite"
NODE, EDGE = "node", "authorship"
DESCRIPTION = "Listed papers and their authors; an edge joins a paper to each of its authors."
FROM_CITATIONS = False


def build(connection: sqlite3.Connection, selection: Selection, _: NoOptions) -> Network:
    """Build the network of papers, which come first, and authors."""
    papers = network_rows.papers(connection)
    writing = read_writing(connection, papers)
    appeared = appearance(papers)
    keys, count = paper_keys(papers), len(papers.id)
    types = ["paper"] * count + ["author"] * len(writing.authors)
    return Network(
        kind=NAME,
        directed=False,
        node_ids=np.concatenate((papers.id, writing.numbers)),
        keys=distinct((*keys, *author_keys(writing.authors))),
        nodes=(
            *_both(paper_columns(papers, keys), author_columns(writing, appeared)),
            Column.of("node_type", "string", types, "paper or author"),
        ),
        source=writing.paper,
        target=writing.author + count,
        weight=np.ones(len(writing.paper)),
        edges=(
            Column.of("position", "long", writing.position, "Place in the paper's list of authors"),
            date_column(appeared, writing.paper, "When the paper first appeared"),
        ),
        reason=without_authors(papers),
    )


def why(connection: sqlite3.Connection, network: Network, *, narrowed: bool) -> tuple[str, ...]:
    """Say nothing: a paper without edges is one without authors, which is said already."""
    return ()


def _both(papers: Sequence[Column], authors: Sequence[Column]) -> tuple[Column, ...]:
    """Put columns of papers above those of authors; what one of them lacks is missing there."""
    of_papers = {column.name: column for column in papers}
    of_authors = {column.name: column for column in authors}
    rows = len(papers[0].values), len(authors[0].values)
    joined = []
    for name in (*of_papers, *(name for name in of_authors if name not in of_papers)):
        upper = of_papers.get(name) or _missing(of_authors[name], rows[0])
        lower = of_authors.get(name) or _missing(of_papers[name], rows[1])
        joined.append(
            replace(
                upper,
                values=np.concatenate((upper.values, lower.values)),
                present=np.concatenate((upper.present, lower.present)),
            )
        )
    return tuple(joined)


def _missing(column: Column, rows: int) -> Column:
    """Return a column of the same kind without any value."""
    values = np.zeros(rows, column.values.dtype)
    return replace(column, values=values, present=np.zeros(rows, bool))
