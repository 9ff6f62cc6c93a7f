-- References of X
--
-- Every paper in the database that the given one cites, listed papers first. Entries of its
-- bibliography that Semantic Scholar could not tie to a paper come last, without a number.
--
-- :paper  The citing paper: its arXiv id, DOI, OpenReview or Semantic Scholar id, a link, or number
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
    CROSS JOIN citations ON citations.citing = target.paper
    JOIN papers ON papers.id = citations.cited
    UNION ALL
    SELECT NULL, unlinked.title, NULL, unlinked.year, NULL, 1, 0, NULL, NULL
    FROM target
    CROSS JOIN unlinked_references AS unlinked ON unlinked.paper = target.paper
    WHERE unlinked.direction = 'references'
    UNION ALL
    SELECT NULL, 'There is no such paper here: ' || :paper, NULL, NULL, NULL, NULL, NULL, NULL, NULL
    FROM target WHERE target.paper IS NULL AND trim(:paper) <> ''
)
ORDER BY paper IS NULL, is_listed DESC, citation_count DESC, paper, title
