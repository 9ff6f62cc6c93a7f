-- Most cited inside the list
--
-- Listed papers in the order of how many other listed papers cite them. Papers that no other
-- listed paper cites are left out. The decision is that of the first collection, by name, that
-- gives one.
--
-- :collection  Collection (empty: all)
-- :limit = 200  At most this many papers
WITH chosen AS MATERIALIZED (
    SELECT DISTINCT paper FROM listed
    WHERE :collection = ''
       OR collection = (SELECT id FROM collections WHERE name = :collection)
),
cited_here AS MATERIALIZED (
    SELECT citations.cited AS paper, count(*) AS times
    FROM chosen
    CROSS JOIN citations ON citations.citing = chosen.paper
    WHERE +citations.cited IN (SELECT paper FROM chosen)
    GROUP BY citations.cited
)
SELECT
    papers.id AS paper,
    papers.title,
    (
        SELECT listed.decision
        FROM listed JOIN collections ON collections.id = listed.collection
        WHERE listed.paper = papers.id AND (:collection = '' OR collections.name = :collection)
        ORDER BY listed.decision IS NULL, collections.name, listed.line, listed.key
        LIMIT 1
    ) AS decision,
    papers.year,
    cited_here.times AS cited_by_listed,
    papers.citation_count,
    papers.arxiv_id
FROM cited_here
JOIN papers ON papers.id = cited_here.paper
ORDER BY cited_by_listed DESC, citation_count DESC, paper
LIMIT CAST(:limit AS INTEGER)
