-- Papers around a paper
-- for: a page
-- needs: communities, ties
--
-- The given paper and the listed papers that cite it, that it cites, or that share most references
-- with it: its corner of the network. Shared counts the references that both have.
--
-- :paper  The paper: its arXiv id, DOI, OpenReview or Semantic Scholar id, a link, or number
-- :limit = 40  At most this many papers around it
WITH target AS MATERIALIZED (SELECT paper_of(:paper) AS paper),
near AS MATERIALIZED (
    SELECT citations.cited AS paper, 2 AS nearness
    FROM target CROSS JOIN citations ON citations.citing = target.paper
    UNION ALL
    SELECT citations.citing, 2
    FROM target CROSS JOIN citations ON citations.cited = target.paper
    UNION ALL
    SELECT ties.other, 1.0 * ties.cosine
    FROM target CROSS JOIN ties ON ties.kind = 'coupling' AND ties.paper = target.paper
),
nearest AS MATERIALIZED (
    SELECT near.paper, max(near.nearness) AS nearness
    FROM near CROSS JOIN papers ON papers.id = near.paper
    WHERE papers.is_listed
    GROUP BY near.paper
    ORDER BY max(near.nearness) DESC, papers.citation_count DESC, near.paper
    LIMIT CAST(:limit AS INTEGER)
)
SELECT papers.id AS paper, papers.title, papers.citation_count, communities.community, ties.shared
FROM (SELECT paper FROM target UNION SELECT paper FROM nearest) AS shown
CROSS JOIN papers ON papers.id = shown.paper
LEFT JOIN communities ON communities.paper = papers.id
LEFT JOIN ties ON ties.kind = 'coupling' AND ties.paper = (SELECT paper FROM target)
    AND ties.other = papers.id
ORDER BY papers.id = (SELECT paper FROM target) DESC, papers.id
