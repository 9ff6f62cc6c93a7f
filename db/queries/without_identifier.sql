-- Papers without an identifier
-- about: the database
--
-- Listed papers with no arXiv id, DOI or Semantic Scholar id, and why none was found: no source
-- can be asked about them.
--
-- :collection  Collection (empty: all)
SELECT
    listed.paper,
    coalesce(listed.title, papers.title) AS title,
    listed.decision,
    unresolved.reason,
    papers.openreview_id,
    substr(coalesce(listed.abstract, papers.abstract), 1, 160) AS abstract_begins,
    collections.name AS collection,
    file_name(listed.file) AS file,
    listed.line
FROM listed
JOIN papers ON papers.id = listed.paper
LEFT JOIN unresolved ON unresolved.paper = listed.paper
JOIN collections ON collections.id = listed.collection
WHERE listed.paper NOT IN askable
  AND (:collection = '' OR collections.name = :collection)
ORDER BY collections.name, listed.file, listed.line
