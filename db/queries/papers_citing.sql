-- Papers citing X
--
-- Every paper in the database that cites the given one, listed papers first.
--
-- :paper  The cited paper: its arXiv id, DOI, OpenReview or Semantic Scholar id, a link, or number
WITH target AS MATERIALIZED (SELECT paper_of(:paper) AS paper)
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
    CROSS JOIN citations ON citations.cited = target.paper
    JOIN papers ON papers.id = citations.citing
    UNION ALL
    SELECT NULL, 'There is no such paper here: ' || :paper, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM target WHERE target.paper IS NULL AND trim(:paper) <> ''
)
ORDER BY is_listed DESC, year DESC, citation_count DESC, paper
