-- Doubtful candidates, side by side
-- about: the database
--
-- Listed papers that came without an identifier and whose best candidate waits for a person:
-- what the list says beside what was found, and each part of the score in bits. Of a paper that is
-- listed several times, the words of the first collection by name are shown. Decide with
-- `citeweave review`.
--
-- :collection  Collection (empty: all)
WITH ranked AS (
    SELECT listed.paper, listed.title, listed.abstract, row_number() OVER (
        PARTITION BY listed.paper ORDER BY collections.name, listed.line, listed.key
    ) AS listing
    FROM (SELECT DISTINCT paper FROM resolutions WHERE band = 'review') AS waiting
    CROSS JOIN listed ON listed.paper = waiting.paper
    JOIN collections ON collections.id = listed.collection
    WHERE :collection = '' OR collections.name = :collection
)
SELECT
    resolutions.paper,
    ranked.title AS listed_title,
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
    substr(ranked.abstract, 1, 300) AS listed_abstract_begins,
    substr(candidate_abstract, 1, 300) AS candidate_abstract_begins,
    runner_up,
    runner_up_score
FROM resolutions
JOIN ranked ON ranked.paper = resolutions.paper AND ranked.listing = 1
WHERE band = 'review'
ORDER BY resolutions.paper, place
