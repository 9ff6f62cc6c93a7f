-- How many references two listed papers share.
WITH cites AS (
    SELECT citing AS paper, cited AS thing FROM neighbourhood
    JOIN neighbours ON neighbours.corpus_id = neighbourhood.cited
    WHERE citing_is_listed AND cited_by_listed BETWEEN 2 AND {hub}
)
SELECT one.paper AS paper, other.paper AS other, count(*) AS shared
FROM cites AS one JOIN cites AS other ON one.thing = other.thing AND one.paper < other.paper
GROUP BY one.paper, other.paper HAVING count(*) >= {least}
ORDER BY paper, other
