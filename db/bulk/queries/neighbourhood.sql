-- The links of which at least one end is listed.
WITH seeds AS (SELECT DISTINCT corpus_id FROM listed)
SELECT links.citing, links.cited, links.is_influential, links.times,
       near.corpus_id IS NOT NULL AS citing_is_listed,
       far.corpus_id IS NOT NULL AS cited_is_listed
FROM links
LEFT JOIN seeds AS near ON near.corpus_id = links.citing
LEFT JOIN seeds AS far ON far.corpus_id = links.cited
WHERE near.corpus_id IS NOT NULL OR far.corpus_id IS NOT NULL
ORDER BY links.citing, links.cited
