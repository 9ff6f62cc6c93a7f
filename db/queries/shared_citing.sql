-- Papers that cite both of two papers
-- for: a page
--
-- The papers of this database that cite both of two papers: what makes them co-cited.
--
-- :one  The one paper: its arXiv id, DOI, OpenReview or Semantic Scholar id, a link, or number
-- :other  The other paper, likewise
WITH ends AS MATERIALIZED (SELECT paper_of(:one) AS one, paper_of(:other) AS other)
SELECT papers.id AS paper, papers.title, papers.is_listed, papers.year, papers.citation_count
FROM ends
CROSS JOIN citations ON citations.cited = ends.one
JOIN papers ON papers.id = citations.citing
WHERE ends.one <> ends.other
  AND EXISTS (
        SELECT 1 FROM citations AS too WHERE too.cited = ends.other AND too.citing = papers.id
  )
ORDER BY papers.is_listed DESC, papers.year DESC, papers.id
