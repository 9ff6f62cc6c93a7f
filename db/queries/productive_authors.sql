-- Authors with the most listed papers
--
-- Counts the listed papers of each author. Authors without a Semantic Scholar id are told apart
-- by name only.
--
-- :collection  Collection (empty: all)
-- :at_least = 2  With at least this many listed papers
-- :limit = 200  At most this many authors
WITH chosen AS MATERIALIZED (
    SELECT DISTINCT paper FROM listed
    WHERE :collection = ''
       OR collection = (SELECT id FROM collections WHERE name = :collection)
),
wrote AS MATERIALIZED (
    SELECT DISTINCT authorships.author, authorships.paper
    FROM chosen CROSS JOIN authorships ON authorships.paper = chosen.paper
)
SELECT
    authors.id AS author,
    authors.name,
    count(*) AS listed_papers,
    sum(papers.citation_count) AS citations_to_them,
    authors.s2_author_id
FROM wrote
JOIN authors ON authors.id = wrote.author
JOIN papers ON papers.id = wrote.paper
GROUP BY authors.id
HAVING count(*) >= CAST(:at_least AS INTEGER)
ORDER BY listed_papers DESC, citations_to_them DESC, author
LIMIT CAST(:limit AS INTEGER)
