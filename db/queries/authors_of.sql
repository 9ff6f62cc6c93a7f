-- Authors of a paper
-- for: a page
--
-- The authors of one paper in their order, as the paper names them.
--
-- :paper  The paper: its arXiv id, DOI, OpenReview or Semantic Scholar id, a link, or number
SELECT authorships.author, coalesce(nullif(authorships.name, ''), authors.name) AS name,
       authorships.affiliation
FROM (SELECT paper_of(:paper) AS paper) AS target
CROSS JOIN authorships ON authorships.paper = target.paper
JOIN authors ON authors.id = authorships.author
ORDER BY authorships.position
