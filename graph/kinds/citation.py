"""Who cites whom among the listed papers."""

import sqlite3

import numpy as np

from db import network_rows

from ..network import Column, Network, Selection, isolated
from ..papers import paper_columns, paper_keys
from ..reasons import why_thin

NAME = "citation"
NODE, EDGE = "paper", "link"
DESCRIPTION = "Listed papers, isolated ones too; an edge goes from the citing to the cited paper."


def build(connection: sqlite3.Connection, selection: Selection) -> Network:
    """Build the directed network; it may hold cycles and papers that cite each other."""
    papers = network_rows.papers(connection, selection.collection)
    links = network_rows.links_among_listed(connection, selection.collection)
    source = np.searchsorted(papers.id, links.citing)
    target = np.searchsorted(papers.id, links.cited)
    keys = paper_keys(papers)
    return Network(
        kind=NAME,
        directed=True,
        node_ids=papers.id,
        keys=keys,
        nodes=paper_columns(papers, keys),
        source=source,
        target=target,
        weight=np.ones(len(source)),
        edges=_edge_columns(links),
        selection=selection,
        as_of=network_rows.last_answer(connection),
        reason=why_thin(
            network_rows.coverage(connection, selection.collection),
            isolated(source, target, len(keys)),
            selection.collection,
        ),
    )


def _edge_columns(links: network_rows.LinkColumns) -> tuple[Column, ...]:
    return (
        Column.of(
            "is_influential",
            "boolean",
            links.is_influential == 1,
            "Whether Semantic Scholar's model calls the citation highly influential",
            present=links.is_influential >= 0,
        ),
        Column.of(
            "seen_in_references",
            "boolean",
            links.seen_in_references,
            "Whether the references of the citing paper show the link",
        ),
        Column.of(
            "seen_in_citations",
            "boolean",
            links.seen_in_citations,
            "Whether the citations of the cited paper show the link",
        ),
    )
