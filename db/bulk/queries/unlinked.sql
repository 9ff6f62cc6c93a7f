-- Of each listed paper the entries of its bibliography that lead to no paper, and the
-- citations that come from none.
SELECT coalesce(citing, cited) AS corpus_id,
       count(*) FILTER (WHERE cited IS NULL) AS unlinked_references,
       count(*) FILTER (WHERE citing IS NULL) AS unlinked_citations
FROM citation_rows
WHERE (citing IS NULL OR cited IS NULL)
  AND coalesce(citing, cited) IN (SELECT corpus_id FROM listed)
GROUP BY coalesce(citing, cited) ORDER BY corpus_id
