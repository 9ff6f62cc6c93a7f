-- Papers of a collection
-- for: a page
-- needs: communities
--
-- The papers that a collection lists, by decision, the most cited first. A paper of several
-- listings is there once, with the decision that the counts by decision give it.
--
-- :collection  Collection (empty: all)
-- :decision  Only this decision, or (none given) (empty: all)
-- :limit = 5000  At most this many papers
WITH ranked AS (
    SELECT listed.*,
           row_number() OVER (
               PARTITION BY listed.paper
               ORDER BY listed.decision IS NULL, collections.name, listed.line, listed.key
           ) AS place
    FROM listed JOIN collections ON collections.id = listed.collection
    WHERE :collection = '' OR collections.name = :collection
),
chosen AS MATERIALIZED (SELECT * FROM ranked WHERE place = 1)
SELECT
    chosen.paper,
    coalesce(papers.title, chosen.title, substr(chosen.abstract, 1, 80), chosen.key) AS title,
    chosen.decision,
    papers.year,
    papers.citation_count,
    communities.community,
    communities.name AS community_name,
    papers.arxiv_id
FROM chosen
CROSS JOIN papers ON papers.id = chosen.paper
LEFT JOIN communities ON communities.paper = chosen.paper
WHERE :decision = '' OR lower(coalesce(chosen.decision, '(none given)')) = lower(:decision)
ORDER BY chosen.decision IS NULL, chosen.decision, papers.citation_count DESC, chosen.paper
LIMIT CAST(:limit AS INTEGER)
