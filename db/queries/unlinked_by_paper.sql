-- Papers with entries that lead to no paper
-- about: the database
--
-- Listed papers with the most entries that their source gives but ties to no paper it knows: by so
-- much every count of references or coupling is too low for them.
--
-- :collection  Collection (empty: all)
-- :limit = 200  At most this many papers
SELECT papers.id AS paper, papers.title, fetches.source, fetches.part,
       fetches.expected, fetches.received, fetches.unlinked
FROM fetches
CROSS JOIN papers ON papers.id = fetches.paper
WHERE fetches.part IN ('references', 'citations') AND fetches.unlinked > 0
  AND (:collection = ''
       OR fetches.paper IN (
            SELECT paper FROM listed
            WHERE collection = (SELECT id FROM collections WHERE name = :collection)
       ))
ORDER BY fetches.unlinked DESC, papers.id, fetches.part
LIMIT CAST(:limit AS INTEGER)
