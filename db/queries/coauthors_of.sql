-- Co-authors of an author
-- for: a page
--
-- Who wrote papers of this database together with one author, and how many.
--
-- :author  Number of the author
-- :limit = 100  At most this many co-authors
WITH wrote AS MATERIALIZED (
    SELECT DISTINCT paper FROM authorships WHERE author = CAST(:author AS INTEGER)
)
SELECT authors.id AS author, authors.name, count(DISTINCT wrote.paper) AS papers_together
FROM wrote
CROSS JOIN authorships ON authorships.paper = wrote.paper
JOIN authors ON authors.id = authorships.author
WHERE authors.id <> CAST(:author AS INTEGER)
GROUP BY authors.id
ORDER BY papers_together DESC, authors.name, authors.id
LIMIT CAST(:limit AS INTEGER)
