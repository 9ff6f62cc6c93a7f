-- A paper in full
-- for: a page
-- needs: communities
--
-- What is known of one paper, where it is listed, and its community in the citation network.
--
-- :paper  The paper: its arXiv id, DOI, OpenReview or Semantic Scholar id, a link, or number
SELECT
    papers.id AS paper,
    papers.title,
    papers.is_listed,
    papers.year,
    papers.published,
    papers.venue,
    papers.arxiv_id,
    papers.openreview_id,
    papers.doi,
    papers.s2_paper_id,
    papers.open_access_pdf,
    papers.citation_count,
    papers.influential_citation_count,
    papers.reference_count,
    papers.primary_category,
    communities.community,
    communities.name AS community_name,
    papers.comment,
    papers.journal_ref,
    papers.tldr,
    papers.abstract
FROM (SELECT paper_of(:paper) AS paper) AS target
CROSS JOIN papers ON papers.id = target.paper
LEFT JOIN communities ON communities.paper = papers.id
