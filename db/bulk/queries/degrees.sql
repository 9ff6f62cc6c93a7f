-- Of every paper of the graph how many cite it and how many it cites.
SELECT corpus_id, cast(sum(cited) AS bigint) AS in_degree, cast(sum(cites) AS bigint) AS out_degree
FROM (
    SELECT citing AS corpus_id, 0 AS cited, count(*) AS cites FROM links GROUP BY citing
    UNION ALL
    SELECT cited, count(*), 0 FROM links GROUP BY cited
) AS ends
GROUP BY corpus_id ORDER BY corpus_id
