-- Of the listed papers and their neighbours how many cite each and how many it cites, in the
-- whole graph.
SELECT corpus_id, cast(sum(cited) AS bigint) AS in_degree, cast(sum(cites) AS bigint) AS out_degree
FROM (
    SELECT citing AS corpus_id, 0 AS cited, count(*) AS cites FROM links
    JOIN neighbours ON neighbours.corpus_id = citing GROUP BY citing
    UNION ALL
    SELECT cited, count(*), 0 FROM links
    JOIN neighbours ON neighbours.corpus_id = cited GROUP BY cited
    UNION ALL
    SELECT corpus_id, 0, 0 FROM neighbours
) AS ends
GROUP BY corpus_id ORDER BY corpus_id
