-- Doubtful candidates, side by side
-- about: the database
--
-- Listed papers that came without an identifier and whose best candidate waits for a person:
-- what the list says beside what was found, and each part of the score in bits. Decide with
-- `citeweave review`.
--
-- :collection  Collection (empty: all)
SELECT
    resolutions.paper,
    listed.title AS listed_title,
    candidate_title,
    candidate,
    score,
    title_score,
    abstract_score,
    authors_score,
    year_score,
    venue_score,
    resolutions.reason,
    candidate_authors,
    candidate_year,
    candidate_venue,
    substr(listed.abstract, 1, 300) AS listed_abstract_begins,
    substr(candidate_abstract, 1, 300) AS candidate_abstract_begins,
    runner_up,
    runner_up_score
FROM resolutions
JOIN listed ON listed.paper = resolutions.paper
JOIN collections ON collections.id = listed.collection
WHERE band = 'review'
  AND (:collection = '' OR collections.name = :collection)
ORDER BY resolutions.paper, place
