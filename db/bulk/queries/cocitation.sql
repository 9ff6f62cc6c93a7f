-- How many papers cite two listed papers together.
WITH cites AS (
    SELECT cited AS paper, citing AS thing FROM neighbourhood
    JOIN neighbours ON neighbours.corpus_id = neighbourhood.citing
    WHERE cited_is_listed AND citing_listed BETWEEN 2 AND {hub}
)
SELECT one.paper AS paper, other.paper AS other, count(*) AS shared
FROM cites AS one JOIN cites AS other ON one.thing = other.thing AND one.paper < other.paper
GROUP BY one.paper, other.paper HAVING count(*) >= {least}
ORDER BY paper, other
