"""Citations as edges: their columns and dates, the same in every kind that has them."""

import numpy as np

from db.link_rows import LinkColumns
from db.network_rows import PaperColumns

from .dates import appearance, date_column, impossible
from .network import Column, Integers


def ends(papers: PaperColumns, links: LinkColumns) -> tuple[Integers, Integers]:
    """Return the places of the citing and the cited papers; all must be among the papers."""
    return np.searchsorted(papers.id, links.citing), np.searchsorted(papers.id, links.cited)


def link_columns(
    papers: PaperColumns, links: LinkColumns, citing: Integers, cited: Integers
) -> tuple[Column, ...]:
    """Return what is known of the links; `citing` and `cited` are places of papers."""
    appeared = appearance(papers)
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
        date_column(
            appeared, citing, "When the citing paper first appeared; the year's end if only that"
        ),
        impossible(appeared, citing, cited),
    )
