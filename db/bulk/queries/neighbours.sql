-- The listed papers and all at the other ends of their links: how many listed papers cite
-- each, and how many it cites.
WITH ends AS (
    SELECT cited AS corpus_id, count(*) AS cited_by_listed, 0 AS citing_listed, 0 AS is_listed
    FROM neighbourhood WHERE citing_is_listed GROUP BY cited
    UNION ALL
    SELECT citing, 0, count(*), 0 FROM neighbourhood WHERE cited_is_listed GROUP BY citing
    UNION ALL
    SELECT DISTINCT corpus_id, 0, 0, 1 FROM listed
)
SELECT corpus_id, max(is_listed) = 1 AS is_listed,
       cast(sum(cited_by_listed) AS bigint) AS cited_by_listed,
       cast(sum(citing_listed) AS bigint) AS citing_listed
FROM ends GROUP BY corpus_id ORDER BY corpus_id
