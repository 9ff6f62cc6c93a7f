-- What everyone here builds on
--
-- Papers outside the list that the most listed papers cite. The share is of the listed papers
-- with at least one known reference, in per cent.
--
-- :collection  Collection (empty: all)
-- :at_least = 2  Cited by at least this many listed papers
-- :limit = 200  At most this many papers
WITH chosen AS MATERIALIZED (
    SELECT DISTINCT paper FROM listed
    WHERE :collection = ''
       OR collection = (SELECT id FROM collections WHERE name = :collection)
),
citing_something AS (
    SELECT count(*) AS papers FROM chosen
    WHERE EXISTS (SELECT 1 FROM citations WHERE citations.citing = chosen.paper)
),
built_on AS MATERIALIZED (
    SELECT citations.cited AS paper, count(*) AS times
    FROM chosen
    CROSS JOIN citations ON citations.citing = chosen.paper
    WHERE citations.cited NOT IN (SELECT paper FROM chosen)
    GROUP BY citations.cited
    HAVING count(*) >= CAST(:at_least AS INTEGER)
    ORDER BY times DESC, citations.cited
    LIMIT CAST(:limit AS INTEGER)
)
SELECT
    papers.id AS paper,
    papers.title,
    papers.year,
    built_on.times AS cited_by_listed,
    round(100.0 * built_on.times / (SELECT papers FROM citing_something), 1) AS share,
    papers.citation_count,
    papers.arxiv_id
FROM built_on
JOIN papers ON papers.id = built_on.paper
ORDER BY cited_by_listed DESC, paper
