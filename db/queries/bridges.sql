-- Bridges between communities
-- needs: communities
--
-- Listed papers whose citations among the listed papers, in either direction, go to the most
-- different communities; two papers that cite each other are one link. Participation is 0 if all go
-- to one and comes near 1 if they spread evenly over many (Guimerà and Amaral 2005). Communities are
-- those of the citation network (Leiden, resolution 1, seed 0).
--
-- :at_least = 2  Linked to at least this many communities
-- :limit = 100  At most this many papers
WITH linked AS MATERIALIZED (
    SELECT here.paper, there.paper AS other, there.community
    FROM communities AS here
    CROSS JOIN citations ON citations.citing = here.paper
    CROSS JOIN communities AS there ON there.paper = citations.cited
    UNION
    SELECT there.paper, here.paper, here.community
    FROM communities AS here
    CROSS JOIN citations ON citations.citing = here.paper
    CROSS JOIN communities AS there ON there.paper = citations.cited
),
reached AS MATERIALIZED (
    SELECT paper, community, count(*) AS links FROM linked GROUP BY paper, community
),
spread AS MATERIALIZED (
    SELECT paper, count(*) AS communities_reached, sum(links) AS links,
           1 - 1.0 * sum(links * links) / (sum(links) * sum(links)) AS participation
    FROM reached
    GROUP BY paper
    HAVING count(*) >= CAST(:at_least AS INTEGER)
    ORDER BY communities_reached DESC, participation DESC, paper
    LIMIT CAST(:limit AS INTEGER)
)
SELECT
    spread.paper,
    papers.title,
    communities.name AS community,
    spread.communities_reached,
    round(spread.participation, 3) AS participation,
    spread.links,
    papers.arxiv_id
FROM spread
JOIN papers ON papers.id = spread.paper
JOIN communities ON communities.paper = spread.paper
ORDER BY communities_reached DESC, spread.participation DESC, spread.paper
