-- Of each listed paper the entries of its bibliography that lead to no paper, and the
-- citations that come from none.
SELECT corpus_id, cast(sum(unlinked_references) AS bigint) AS unlinked_references,
       cast(sum(unlinked_citations) AS bigint) AS unlinked_citations
FROM (
    SELECT citing AS corpus_id, count(*) AS unlinked_references, 0 AS unlinked_citations
    FROM citation_rows WHERE cited IS NULL AND citing IN (SELECT corpus_id FROM listed)
    GROUP BY citing
    UNION ALL
    SELECT cited, 0, count(*)
    FROM citation_rows WHERE citing IS NULL AND cited IN (SELECT corpus_id FROM listed)
    GROUP BY cited
) AS entries
GROUP BY corpus_id ORDER BY corpus_id
