"""Papers as nodes: their names and columns, the same in every kind that has papers as nodes."""

from db.network_rows import PaperColumns

from .names import distinct
from .network import Column


def paper_keys(papers: PaperColumns) -> tuple[str, ...]:
    """Name each paper by its arXiv id, else its OpenReview id, else `paper-<number>`."""
    return distinct(
        arxiv_id or openreview_id or f"paper-{number}"
        for number, arxiv_id, openreview_id in zip(
            papers.id.tolist(), papers.arxiv_id, papers.openreview_id, strict=True
        )
    )


def paper_columns(papers: PaperColumns, keys: tuple[str, ...]) -> tuple[Column, ...]:
    """Return what the database knows of the papers; names are those of its columns."""
    labels = [
        title if title and not title.isspace() else key
        for title, key in zip(papers.title, keys, strict=True)
    ]
    return (
        Column.of("label", "string", labels, "The title, or the id where none is known"),
        Column.of("title", "string", papers.title, "The title"),
        Column.of("arxiv_id", "string", papers.arxiv_id, "The arXiv id, without version"),
        Column.of("openreview_id", "string", papers.openreview_id, "The OpenReview forum id"),
        Column.of("decision", "string", papers.decision, "The decision, as listed"),
        Column.of("authors", "string", papers.authors, "The authors in order, joined by '; '"),
        Column.of("year", "long", papers.year, "The year of publication"),
        Column.of("published", "string", papers.published, "When it was first published, ISO 8601"),
        Column.of(
            "primary_category", "string", papers.primary_category, "The primary arXiv category"
        ),
        Column.of(
            "citation_count",
            "long",
            papers.citation_count,
            "Citations of the paper that Semantic Scholar counts, from anywhere",
        ),
        Column.of(
            "influential_citation_count",
            "long",
            papers.influential_citation_count,
            "Those citations that Semantic Scholar calls influential",
        ),
        Column.of(
            "reference_count",
            "long",
            papers.reference_count,
            "References of the paper that Semantic Scholar counts, to anywhere",
        ),
    )
