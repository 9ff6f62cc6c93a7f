"""Papers as nodes: their names and columns, the same in every kind that has papers as nodes."""

import numpy as np

from db.columns import TABLES
from db.network_rows import PaperColumns

from .names import distinct
from .network import Column, ColumnType, Floats, Integers, Network

_TYPES: dict[str, ColumnType] = {
    "title": "string",
    "arxiv_id": "string",
    "openreview_id": "string",
    "doi": "string",
    "decision": "string",
    "authors": "string",
    "year": "long",
    "published": "string",
    "primary_category": "string",
    "citation_count": "long",
    "influential_citation_count": "long",
    "reference_count": "long",
}
_DESCRIPTIONS = {
    **TABLES["papers"].columns,
    "decision": TABLES["listed"].columns["decision"],
    "authors": "Authors in their order, joined by '; '",
}


def paper_keys(papers: PaperColumns) -> tuple[str, ...]:
    """Name each paper by its arXiv id, else its OpenReview id, else `paper-<number>`."""
    return distinct(
        arxiv_id or openreview_id or f"paper-{number}"
        for number, arxiv_id, openreview_id in zip(
            papers.id.tolist(), papers.arxiv_id, papers.openreview_id, strict=True
        )
    )


def paper_columns(papers: PaperColumns, keys: tuple[str, ...]) -> tuple[Column, ...]:
    """Return what the database knows of the papers, and `label`: the title, else the key."""
    labels = [
        title if title and not title.isspace() else key
        for title, key in zip(papers.title, keys, strict=True)
    ]
    return (
        Column.of("label", "string", labels, "Title, or the id where no title is known"),
        *(
            Column.of(name, type_, getattr(papers, name), _DESCRIPTIONS[name])
            for name, type_ in _TYPES.items()
        ),
    )


def paper_network(
    kind: str,
    papers: PaperColumns,
    source: Integers,
    target: Integers,
    *,
    directed: bool,
    weight: Floats | None = None,
    edges: tuple[Column, ...] = (),
    further: tuple[Column, ...] = (),
    remarks: tuple[str, ...] = (),
) -> Network:
    """Return a network that has papers as nodes; edges name papers by their places.

    Without `weight` each edge weighs 1; `further` are columns of this kind alone.
    """
    keys = paper_keys(papers)
    return Network(
        kind=kind,
        directed=directed,
        node_ids=papers.id,
        keys=keys,
        nodes=(*paper_columns(papers, keys), *further),
        source=source,
        target=target,
        weight=np.ones(len(source)) if weight is None else weight,
        edges=edges,
        reason=remarks,
    )
