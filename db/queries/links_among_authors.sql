-- Papers together of some authors
-- for: a page
--
-- How many papers each two of the given authors wrote together.
--
-- :authors = []  Numbers of authors, as a JSON list
WITH given AS MATERIALIZED (
    SELECT DISTINCT CAST(value AS INTEGER) AS author FROM json_each(:authors)
),
wrote AS MATERIALIZED (
    SELECT DISTINCT authorships.paper, given.author
    FROM given CROSS JOIN authorships ON authorships.author = given.author
    ORDER BY authorships.paper
)
SELECT one.author, two.author AS coauthor, count(*) AS papers_together
FROM wrote AS one JOIN wrote AS two ON two.paper = one.paper AND two.author > one.author
GROUP BY one.author, two.author
ORDER BY one.author, two.author
