-- Papers that too many listed papers cite, or that cite too many: their pairs are not counted,
-- since those grow with the square.
SELECT 'coupling' AS kind, corpus_id, cited_by_listed AS listed_papers FROM neighbours
WHERE cited_by_listed > {hub}
UNION ALL
SELECT 'cocitation', corpus_id, citing_listed FROM neighbours WHERE citing_listed > {hub}
ORDER BY kind, corpus_id
