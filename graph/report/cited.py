"""Which papers are cited most, inside the list and outside."""

import numpy as np

from db.queries import ask
from db.wording import counted

from ..addresses import address
from .parts import Material, Paper, Section, Table

_SHOWN = 20


def most_cited(material: Material) -> Section:
    """Return the section of the papers that the list itself cites most."""
    network = material.citations
    cited = network.column("in_degree").values
    ranks = network.column("pagerank").values
    overall = network.column("citation_count").cells()
    decisions, years = network.column("decision").cells(), network.column("year").cells()
    by_rank = np.empty(len(ranks), np.int64)
    by_rank[np.lexsort((network.node_ids, -ranks))] = np.arange(1, len(ranks) + 1)
    counts = np.array([-1 if n is None else n for n in overall], dtype=np.int64)
    order = np.lexsort((network.node_ids, -counts, -cited))
    shown = [node for node in order[:_SHOWN].tolist() if cited[node]]
    text = f"{counted(int(np.count_nonzero(cited)), 'paper')} of {len(cited):,} cited by another."
    return Section(
        "Most cited inside the list",
        (text if len(cited) else "There are no papers.",),
        f"The table citations as of {material.as_of}; all citations by Semantic Scholar's count. "
        "PageRank (Brin and Page 1998) counts a citation more if its paper is itself cited.",
        (
            Table(
                ("Paper", "Decision", "Year", "Cited here", "Place by PageRank", "Cited in all"),
                tuple(
                    (
                        material.papers[node],
                        decisions[node],
                        _year(years[node]),
                        int(cited[node]),
                        int(by_rank[node]),
                        overall[node],
                    )
                    for node in shown
                ),
                numbers=4,
            ),
        ),
    )


def built_on(material: Material) -> Section:
    """Return the section of the papers outside the list that it cites most."""
    found = ask(material.connection, "built_on", collection=material.collection, limit=_SHOWN)
    rows = [dict(zip(found.columns, row, strict=True)) for row in found.rows]
    text = "Papers outside the list, by how many of its papers cite them."
    none = "No paper outside the list is known to be cited by two of its papers."
    return Section(
        "What everyone here builds on",
        (text if rows else none,),
        f"The named question built_on, as of {material.as_of}. The share is of the listed papers "
        "with at least one known reference.",
        (
            Table(
                ("Paper", "Year", "Cited by listed", "Share, %", "Cited in all"),
                tuple(
                    (
                        _outside(row),
                        _year(row["year"]),
                        int(str(row["cited_by_listed"])),
                        f"{row['share']}",
                        None if row["citation_count"] is None else int(str(row["citation_count"])),
                    )
                    for row in rows
                ),
                numbers=4,
            ),
        ),
    )


def _outside(row: dict[str, object]) -> Paper:
    return Paper(str(row["title"] or f"paper {row['paper']}"), address(row["arxiv_id"]))


def _year(year: object) -> str | None:
    return None if year is None else str(year)
