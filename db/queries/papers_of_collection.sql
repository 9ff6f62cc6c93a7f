-- Papers of a collection
-- for: a page
-- needs: communities
--
-- The papers that a collection lists, by decision, the most cited first.
--
-- :collection  Collection (empty: all)
-- :decision  Only this decision, or (none given) (empty: all)
-- :limit = 5000  At most this many papers
SELECT
    listed.paper,
    coalesce(papers.title, listed.title, substr(listed.abstract, 1, 80), listed.key) AS title,
    listed.decision,
    papers.year,
    papers.citation_count,
    communities.community,
    communities.name AS community_name,
    papers.arxiv_id
FROM listed
JOIN collections ON collections.id = listed.collection
CROSS JOIN papers ON papers.id = listed.paper
LEFT JOIN communities ON communities.paper = listed.paper
WHERE (:collection = '' OR collections.name = :collection)
  AND (:decision = '' OR lower(coalesce(listed.decision, '(none given)')) = lower(:decision))
ORDER BY listed.decision IS NULL, listed.decision, papers.citation_count DESC, listed.paper
LIMIT CAST(:limit AS INTEGER)
