-- An author
-- for: a page
--
-- Name, Semantic Scholar id, and how many papers of the author are listed and known here.
--
-- :author  Number of the author
SELECT
    authors.id AS author,
    authors.name,
    authors.s2_author_id,
    count(DISTINCT papers.id) FILTER (WHERE papers.is_listed) AS listed_papers,
    count(DISTINCT papers.id) AS papers
FROM authors
LEFT JOIN authorships ON authorships.author = authors.id
LEFT JOIN papers ON papers.id = authorships.paper
WHERE authors.id = CAST(:author AS INTEGER)
GROUP BY authors.id
