-- Where a paper is listed
-- for: a page
--
-- The collections that list a paper, with the decision that each gives.
--
-- :paper  The paper: its arXiv id, DOI, OpenReview or Semantic Scholar id, a link, or number
SELECT listed.collection, collections.name AS collection_name, listed.decision,
       file_name(listed.file) AS file, listed.line
FROM (SELECT paper_of(:paper) AS paper) AS target
CROSS JOIN listed ON listed.paper = target.paper
JOIN collections ON collections.id = listed.collection
ORDER BY collections.name, listed.file, listed.line
