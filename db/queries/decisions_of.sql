-- A collection by decision
-- for: a page
--
-- For each decision of a collection: papers, those with an identifier, the mean and median of their
-- citations as far as known (anywhere, by Semantic Scholar's count), and citations among the papers
-- of the collection that go to them.
--
-- :collection  Collection (empty: all)
WITH ranked AS (
    SELECT listed.paper, coalesce(listed.decision, '(none given)') AS decision,
           row_number() OVER (
               PARTITION BY listed.paper
               ORDER BY listed.decision IS NULL, collections.name, listed.line, listed.key
           ) AS place
    FROM listed JOIN collections ON collections.id = listed.collection
    WHERE :collection = '' OR collections.name = :collection
),
chosen AS MATERIALIZED (SELECT paper, decision FROM ranked WHERE place = 1),
counted AS MATERIALIZED (
    SELECT chosen.decision, papers.citation_count AS citations,
           row_number() OVER (
               PARTITION BY chosen.decision ORDER BY papers.citation_count
           ) AS place,
           count(*) OVER (PARTITION BY chosen.decision) AS of
    FROM chosen CROSS JOIN papers ON papers.id = chosen.paper
    WHERE papers.citation_count IS NOT NULL
),
medians AS (
    SELECT decision, avg(citations) AS median FROM counted
    WHERE place IN ((of + 1) / 2, (of + 2) / 2)
    GROUP BY decision
),
means AS (SELECT decision, avg(citations) AS mean FROM counted GROUP BY decision),
within AS (
    SELECT chosen.decision, count(*) AS links
    FROM chosen
    CROSS JOIN citations ON citations.cited = chosen.paper
    WHERE +citations.citing IN (SELECT paper FROM chosen)
    GROUP BY chosen.decision
)
SELECT
    chosen.decision,
    count(*) AS papers,
    count(*) FILTER (WHERE chosen.paper IN askable) AS with_identifier,
    round(means.mean, 1) AS mean_citations,
    medians.median AS median_citations,
    coalesce(within.links, 0) AS citations_within
FROM chosen
LEFT JOIN means ON means.decision = chosen.decision
LEFT JOIN medians ON medians.decision = chosen.decision
LEFT JOIN within ON within.decision = chosen.decision
GROUP BY chosen.decision
ORDER BY papers DESC, chosen.decision
