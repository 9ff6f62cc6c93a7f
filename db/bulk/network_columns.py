"""The tables of a folder as the columns that networks are made of, papers by our own numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..identifiers import canonical_arxiv
from ..identity import number_of
from ..network_rows import PaperColumns
from .tables import Integers, Links, Paper, Tables


@dataclass(frozen=True)
class Around:
    """Papers ordered by number, with what the tables count of each."""

    papers: PaperColumns
    corpus_id: Integers
    is_listed: NDArray[np.bool_]
    cited_by_listed: Integers
    citing_listed: Integers
    in_degree: Integers
    out_degree: Integers

    def take(self, kept: NDArray[np.bool_]) -> "Around":
        """Return the same of some of the papers."""
        places = np.flatnonzero(kept)
        chosen = (
            column[kept] if isinstance(column, np.ndarray) else [column[place] for place in places]
            for column in self.papers
        )
        return Around(
            PaperColumns._make(chosen),
            *(getattr(self, name)[kept] for name in _COUNTS),
        )

    def places(self, corpus_ids: Integers) -> Integers:
        """Return where these papers stand; -1 for those that are not among them."""
        if not len(self.corpus_id):
            return np.full(len(corpus_ids), -1)
        order = np.argsort(self.corpus_id)
        ordered = self.corpus_id[order]
        found = np.minimum(np.searchsorted(ordered, corpus_ids), len(ordered) - 1)
        return np.where(ordered[found] == corpus_ids, order[found], -1)


_COUNTS = (
    "corpus_id",
    "is_listed",
    "cited_by_listed",
    "citing_listed",
    "in_degree",
    "out_degree",
)


def read_around(tables: Tables) -> Around:
    """Return the listed papers and those around them.

    The number of a paper is that of its arXiv id, as in a database. Where a release has two
    papers of one arXiv id, it is the number of the first, and the other goes by its corpus id.
    """
    neighbours, degrees = tables.neighbours(), tables.degrees()
    told = list(tables.papers())
    arxiv_ids = _distinct([canonical_arxiv(paper.arxiv_id) for paper in told])
    numbers = np.array(
        [
            number_of("arxiv", arxiv_id) if arxiv_id else number_of("corpus", str(paper.corpus_id))
            for paper, arxiv_id in zip(told, arxiv_ids, strict=True)
        ],
        dtype=np.int64,
    )
    order = np.argsort(numbers)
    return Around(
        _columns(numbers[order], [told[k] for k in order], [arxiv_ids[k] for k in order]),
        corpus_id=neighbours.corpus_id[order],
        is_listed=neighbours.is_listed[order],
        cited_by_listed=neighbours.cited_by_listed[order],
        citing_listed=neighbours.citing_listed[order],
        in_degree=degrees.in_degree[order],
        out_degree=degrees.out_degree[order],
    )


def ends(around: Around, links: Links) -> tuple[Integers, Integers, NDArray[np.int8]]:
    """Return the places of both ends of the links among the papers, ordered by these.

    With them comes whether each is influential. Links to other papers are left out.
    """
    citing, cited = around.places(links.citing), around.places(links.cited)
    inside = (citing >= 0) & (cited >= 0)
    citing, cited, influential = citing[inside], cited[inside], links.is_influential[inside]
    order = np.lexsort((cited, citing))
    return citing[order], cited[order], influential[order]


def _distinct(given: Sequence[str | None]) -> list[str | None]:
    """Return the texts, None for one that was there before."""
    seen: set[str] = set()
    distinct: list[str | None] = []
    for text in given:
        distinct.append(None if text in seen else text)
        if text:
            seen.add(text)
    return distinct


def _columns(
    numbers: Integers, papers: Sequence[Paper], arxiv_ids: list[str | None]
) -> PaperColumns:
    nothing: list[str | None] = [None] * len(papers)
    return PaperColumns(
        id=numbers,
        title=[_collapsed(paper.title) for paper in papers],
        arxiv_id=arxiv_ids,
        openreview_id=nothing,
        doi=[paper.doi for paper in papers],
        decision=nothing,
        year=[paper.year for paper in papers],
        published=[_day(paper.published) for paper in papers],
        primary_category=nothing,
        citation_count=[paper.citation_count for paper in papers],
        influential_citation_count=[paper.influential_citation_count for paper in papers],
        reference_count=[paper.reference_count for paper in papers],
        authors=[_authors(paper) for paper in papers],
    )


def _collapsed(text: str | None) -> str | None:
    return " ".join(text.split()) or None if text else None


def _day(text: str | None) -> str | None:
    return text[:10] if text else None


def _authors(paper: Paper) -> str | None:
    names = (_collapsed(author["name"]) for author in paper.authors or () if author)
    return "; ".join(name for name in names if name) or None
