"""Which listed papers are alike, by vectors of a language model or by their words."""

import sqlite3
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from db import network_rows, vector_rows
from db.network_rows import PaperColumns
from db.wording import counted

from ..dates import appearance, date_column
from ..errors import GraphError
from ..likeness import Rows, nearest, of_unit_length, tf_idf
from ..network import Integers, Network, Selection
from ..options import option
from ..papers import paper_network

NAME = "similarity"
NODE, EDGE = "paper", "pair"
DESCRIPTION = (
    "Listed papers that are among each other's most alike, by SPECTER2 vectors where most have "
    "one, else by the words of title and abstract (TF-IDF)."
)
FROM_CITATIONS = False

# Every pair is compared, so the time grows with the square.
_MOST = 100_000


@dataclass(frozen=True)
class Options:
    """What is compared, and how many of the most alike become neighbours."""

    compare: Literal["auto", "vectors", "words"] = option(
        "auto", "What is compared; auto takes vectors where more than half of the papers have one."
    )
    neighbours: int = option(10, "How many of the most alike papers each looks for.", least=1)
    mutual: bool = option(True, "Whether both papers have to find each other.")


class _Compared(NamedTuple):
    """The papers that can be compared, by their places, and by what."""

    places: Integers
    rows: Rows
    remark: str


def build(connection: sqlite3.Connection, selection: Selection, options: Options) -> Network:
    """Build the network of likeness; an edge is as old as the younger paper."""
    papers = network_rows.papers(connection)
    if len(papers.id) > _MOST:
        raise GraphError(
            f"{len(papers.id):,} papers are too many to compare each with each; narrow them to "
            f"{_MOST:,}, by --years, --collection or --decision."
        )
    compared = _compared(connection, papers, options.compare)
    near = nearest(compared.rows, options.neighbours, mutual=options.mutual)
    source, target = compared.places[near.first], compared.places[near.second]
    appeared = appearance(papers)
    younger = appeared.later(source, target)
    date = date_column(appeared, younger, "When the later of the two papers first appeared")
    return paper_network(
        NAME,
        papers,
        source,
        target,
        directed=False,
        weight=near.likeness,
        edges=(date,),
        remarks=(compared.remark,) if len(papers.id) else (),
    )


def why(connection: sqlite3.Connection, network: Network, *, narrowed: bool) -> tuple[str, ...]:
    """Say why papers stand alone."""
    alone = network.isolated_count
    if not alone:
        return ()
    total = counted(network.node_count, "listed paper")
    return (
        f"Nothing to compare them by, or no other paper is as near as was asked: {alone:,} of "
        f"{total}.",
    )


def _compared(connection: sqlite3.Connection, papers: PaperColumns, by: str) -> _Compared:
    model = None if by == "words" else vector_rows.commonest_model(connection)
    if model and (by == "vectors" or 2 * model[2] > len(papers.id)):
        return _by_vectors(connection, papers, *model)
    if by == "vectors":
        raise GraphError(
            "No paper here has a vector; fetch them with: citeweave enrich --embeddings. "
            "Or compare words."
        )
    return _by_words(connection, papers)


def _by_vectors(
    connection: sqlite3.Connection, papers: PaperColumns, model: str, dimensions: int, known: int
) -> _Compared:
    numbers, vectors = vector_rows.vectors(connection, model, dimensions)
    total = counted(len(papers.id), "listed paper")
    remark = f"Compared by vectors of the model {model}; there is one for {known:,} of {total}."
    return _Compared(np.searchsorted(papers.id, numbers), of_unit_length(vectors), remark)


def _by_words(connection: sqlite3.Connection, papers: PaperColumns) -> _Compared:
    texts = network_rows.texts(connection)
    places = np.array(
        [place for place, (title, abstract) in enumerate(texts) if title or abstract], np.int64
    )
    told = [" ".join(text or "" for text in texts[place]) for place in places.tolist()]
    abstracts = sum(abstract is not None for _, abstract in texts)
    total = counted(len(papers.id), "listed paper")
    remark = (
        f"Compared by the words of title and abstract (TF-IDF); there is a text for "
        f"{len(places):,} of {total}, an abstract for {abstracts:,}."
    )
    return _Compared(places, tf_idf(told), remark)
