-- Listed under another title
-- about: the database
--
-- Listed papers that came with an identifier and whose title by the sources is quite another one
-- than the list gives. A paper may have been renamed since, or the identifier be a wrong one, and
-- then all that is said of the paper is about another. The likeness of the words goes from 0 to
-- 100; of titles of different papers 99.9 % stay below 60.
--
-- :collection  Collection (empty: all)
-- :at_most = 60  At most so alike
SELECT
    listed.paper,
    listed.title AS title_in_the_list,
    papers.title,
    title_likeness(listed.title, papers.title) AS likeness,
    papers.arxiv_id,
    collections.name AS collection,
    file_name(listed.file) AS file,
    listed.line
FROM listed
JOIN papers ON papers.id = listed.paper
JOIN collections ON collections.id = listed.collection
WHERE (:collection = '' OR collections.name = :collection)
  AND substr(listed.key, 1, instr(listed.key, ':') - 1) IN (SELECT scheme FROM source_schemes)
  AND title_likeness(listed.title, papers.title) < CAST(:at_most AS REAL)
ORDER BY likeness, listed.paper, collections.name, listed.line, listed.key
