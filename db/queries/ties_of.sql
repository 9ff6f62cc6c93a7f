-- What is tied to a paper
-- for: a page
-- needs: ties
--
-- The listed papers that share most with the given one: references (coupling) or papers that cite
-- both (cocitation), and whether one of the two cites the other.
--
-- :paper  The paper: its arXiv id, DOI, OpenReview or Semantic Scholar id, a link, or number
-- :kind = coupling|cocitation  By what they cite, or by who cites them
-- :limit = 20  At most this many papers
WITH strongest AS MATERIALIZED (
    SELECT target.paper AS one, ties.other AS paper, ties.shared, ties.cosine
    FROM (SELECT paper_of(:paper) AS paper) AS target
    CROSS JOIN ties ON ties.kind = lower(trim(:kind)) AND ties.paper = target.paper
    ORDER BY ties.shared DESC, ties.cosine DESC, ties.other
    LIMIT CAST(:limit AS INTEGER)
)
SELECT
    strongest.paper,
    papers.title,
    strongest.shared,
    strongest.cosine,
    EXISTS (SELECT 1 FROM citations WHERE citing = strongest.one AND cited = strongest.paper)
        AS is_cited_by_it,
    EXISTS (SELECT 1 FROM citations WHERE citing = strongest.paper AND cited = strongest.one)
        AS is_citing_it,
    papers.year
FROM strongest CROSS JOIN papers ON papers.id = strongest.paper
ORDER BY strongest.shared DESC, strongest.cosine DESC, strongest.paper
