-- Authors of listed papers
-- for: a page
--
-- Everybody who wrote a listed paper.
SELECT DISTINCT authorships.author, authors.name
FROM listed
CROSS JOIN authorships ON authorships.paper = listed.paper
JOIN authors ON authors.id = authorships.author
ORDER BY authorships.author
