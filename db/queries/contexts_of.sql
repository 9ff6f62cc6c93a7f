-- Sentences that cite a paper
-- for: a page
--
-- What papers say where they cite the given one, as far as Semantic Scholar gives it, those of
-- listed papers first.
--
-- :paper  The cited paper: its arXiv id, DOI, OpenReview or Semantic Scholar id, a link, or number
-- :limit = 20  At most this many sentences
SELECT papers.id AS paper, papers.title, citation_contexts.context, papers.year
FROM (SELECT paper_of(:paper) AS paper) AS target
CROSS JOIN citations ON citations.cited = target.paper
CROSS JOIN citation_contexts
    ON citation_contexts.citing = citations.citing AND citation_contexts.cited = citations.cited
JOIN papers ON papers.id = citations.citing
ORDER BY papers.is_listed DESC, papers.year DESC, papers.id, citation_contexts.position
LIMIT CAST(:limit AS INTEGER)
