-- Authors that two papers share
-- for: a page
--
-- The authors of both of two papers.
--
-- :one  The one paper: its arXiv id, DOI, OpenReview or Semantic Scholar id, a link, or number
-- :other  The other paper, likewise
WITH ends AS MATERIALIZED (SELECT paper_of(:one) AS one, paper_of(:other) AS other)
SELECT DISTINCT authors.id AS author, authors.name
FROM ends
CROSS JOIN authorships ON authorships.paper = ends.one
JOIN authors ON authors.id = authorships.author
WHERE ends.one <> ends.other
  AND EXISTS (
        SELECT 1 FROM authorships AS too
        WHERE too.paper = ends.other AND too.author = authors.id
  )
ORDER BY authors.name, authors.id
