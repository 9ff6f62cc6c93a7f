-- The collections
-- for: a page
--
-- Each collection with how many papers it lists and how many of them have an identifier that a
-- source can be asked by.
SELECT collections.id AS collection, collections.name,
       count(DISTINCT listed.paper) AS papers,
       count(DISTINCT listed.paper) FILTER (WHERE listed.paper IN askable) AS with_identifier,
       min(listed.listed_at) AS first_read
FROM collections LEFT JOIN listed ON listed.collection = collections.id
GROUP BY collections.id
ORDER BY collections.name
