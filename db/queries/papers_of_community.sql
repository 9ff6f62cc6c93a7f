-- Papers of a community
-- for: a page
-- needs: communities
--
-- The papers of one community, those that most of the community cites first.
--
-- :community  Number of the community
WITH inside AS MATERIALIZED (
    SELECT paper FROM communities WHERE community = CAST(:community AS INTEGER)
),
cited_here AS MATERIALIZED (
    SELECT citations.cited AS paper, count(*) AS times
    FROM inside CROSS JOIN citations ON citations.citing = inside.paper
    WHERE +citations.cited IN (SELECT paper FROM inside)
    GROUP BY citations.cited
)
SELECT
    inside.paper,
    papers.title,
    (
        SELECT listed.decision FROM listed JOIN collections ON collections.id = listed.collection
        WHERE listed.paper = inside.paper
        ORDER BY listed.decision IS NULL, collections.name, listed.line, listed.key
        LIMIT 1
    ) AS decision,
    papers.year,
    coalesce(cited_here.times, 0) AS cited_within,
    papers.citation_count,
    papers.arxiv_id
FROM inside
CROSS JOIN papers ON papers.id = inside.paper
LEFT JOIN cited_here ON cited_here.paper = inside.paper
ORDER BY cited_within DESC, papers.citation_count DESC, inside.paper
