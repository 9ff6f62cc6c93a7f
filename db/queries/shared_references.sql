-- References that two papers share
-- for: a page
--
-- The papers that both of two papers cite, as far as their references are known: what couples them.
--
-- :one  The one paper: its arXiv id, DOI, OpenReview or Semantic Scholar id, a link, or number
-- :other  The other paper, likewise
WITH ends AS MATERIALIZED (SELECT paper_of(:one) AS one, paper_of(:other) AS other)
SELECT papers.id AS paper, papers.title, papers.is_listed, papers.year, papers.citation_count
FROM ends
CROSS JOIN citations ON citations.citing = ends.one
JOIN papers ON papers.id = citations.cited
WHERE ends.one <> ends.other
  AND EXISTS (
        SELECT 1 FROM citations AS too WHERE too.citing = ends.other AND too.cited = papers.id
  )
ORDER BY papers.citation_count IS NULL, papers.citation_count, papers.id
