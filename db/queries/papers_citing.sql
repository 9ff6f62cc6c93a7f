-- Papers citing X
--
-- Every paper in the database that cites the given one, listed papers first.
--
-- :paper  The cited paper: its arXiv id, DOI, OpenReview id or number
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
CROSS JOIN citations ON citations.cited = target.paper
JOIN papers ON papers.id = citations.citing
ORDER BY papers.is_listed DESC, papers.year DESC, papers.citation_count DESC, papers.id
