-- References of X
--
-- Every paper in the database that the given one cites, listed papers first. Entries of its
-- bibliography that Semantic Scholar could not tie to a paper come last, without a number.
--
-- :paper  The citing paper: its arXiv id, DOI, OpenReview id or number
WITH target AS MATERIALIZED (
    SELECT id AS paper FROM papers WHERE arxiv_id = lower(trim(:paper))
    UNION
    SELECT paper FROM identifiers
    WHERE scheme IN ('arxiv', 'doi', 'openreview', 's2', 'corpus')
      AND value IN (trim(:paper), lower(trim(:paper)))
    UNION
    SELECT id FROM papers
    WHERE id = CAST(:paper AS INTEGER) AND CAST(id AS TEXT) = trim(:paper)
)
SELECT * FROM (
    SELECT
        papers.id AS paper,
        papers.title,
        papers.is_listed,
        papers.year,
        citations.is_influential,
        citations.seen_in_references,
        citations.seen_in_citations,
        papers.citation_count,
        papers.arxiv_id
    FROM target
    CROSS JOIN citations ON citations.citing = target.paper
    JOIN papers ON papers.id = citations.cited
    UNION ALL
    SELECT NULL, unlinked.title, NULL, unlinked.year, NULL, 1, 0, NULL, NULL
    FROM target
    CROSS JOIN unlinked_references AS unlinked ON unlinked.paper = target.paper
    WHERE unlinked.direction = 'references'
)
ORDER BY paper IS NULL, is_listed DESC, citation_count DESC, paper, title
