-- Communities that a community cites, or that cite it
-- for: a page
-- needs: communities
--
-- Citations between one community and each other: those that it gives to that one, and those that
-- it receives from there.
--
-- :community  Number of the community
WITH inside AS MATERIALIZED (
    SELECT paper FROM communities WHERE community = CAST(:community AS INTEGER)
),
links AS (
    SELECT there.community, there.name, 1 AS outward
    FROM inside
    CROSS JOIN citations ON citations.citing = inside.paper
    CROSS JOIN communities AS there ON there.paper = citations.cited
    UNION ALL
    SELECT there.community, there.name, 0
    FROM inside
    CROSS JOIN citations ON citations.cited = inside.paper
    CROSS JOIN communities AS there ON there.paper = citations.citing
)
SELECT community, name AS community_name, sum(outward) AS citations_given,
       sum(1 - outward) AS citations_received
FROM links
WHERE community <> CAST(:community AS INTEGER)
GROUP BY community
ORDER BY count(*) DESC, community
