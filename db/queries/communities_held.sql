-- Communities of the citation network
-- for: a page
-- needs: communities
--
-- Each community with its size and its paper that is most cited anywhere; none where no count is
-- known. Communities are those of the citation network among the listed papers (Leiden, resolution
-- 1, seed 0), named by the words that set their titles apart.
--
-- :limit = 1000  At most this many communities
WITH ranked AS (
    SELECT communities.community, communities.name,
           CASE WHEN papers.citation_count IS NOT NULL THEN papers.id END AS paper,
           count(*) OVER (PARTITION BY communities.community) AS papers,
           row_number() OVER (
               PARTITION BY communities.community
               ORDER BY papers.citation_count DESC, communities.paper
           ) AS place
    FROM communities CROSS JOIN papers ON papers.id = communities.paper
)
SELECT ranked.community, ranked.name AS community_name, ranked.papers,
       ranked.paper, papers.title AS title, papers.citation_count
FROM ranked LEFT JOIN papers ON papers.id = ranked.paper
WHERE ranked.place = 1
ORDER BY ranked.papers DESC, ranked.community
LIMIT CAST(:limit AS INTEGER)
