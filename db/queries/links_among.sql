-- Citations among papers
-- for: a page
--
-- The citations between the given papers.
--
-- :papers = []  Numbers of papers, as a JSON list
WITH given AS MATERIALIZED (
    SELECT DISTINCT CAST(value AS INTEGER) AS paper FROM json_each(:papers)
)
SELECT citations.citing, citations.cited
FROM given CROSS JOIN citations ON citations.citing = given.paper
WHERE +citations.cited IN (SELECT paper FROM given)
ORDER BY citations.citing, citations.cited
