-- What this database holds
-- about: the database
--
-- Listed papers and those that have an identifier, the papers around them, links in all and
-- between listed papers, authors, bibliography entries that lead to no known paper, and the time
-- of the latest answer, and the addresses that were asked.
WITH chosen AS MATERIALIZED (SELECT DISTINCT paper FROM listed)
SELECT
    (SELECT count(*) FROM collections) AS collections,
    (SELECT count(*) FROM chosen) AS listed,
    (SELECT count(*) FROM chosen WHERE paper IN askable) AS with_identifier,
    (SELECT count(*) FROM papers WHERE id NOT IN (SELECT paper FROM chosen)) AS other_papers,
    (SELECT count(*) FROM citations) AS links,
    (
        SELECT count(*) FROM chosen CROSS JOIN citations ON citations.citing = chosen.paper
        WHERE +citations.cited IN (SELECT paper FROM chosen)
    ) AS links_between_listed,
    (SELECT count(*) FROM authors) AS authors,
    (SELECT count(*) FROM unlinked_references) AS unlinked,
    (SELECT max(answered_at) FROM answers) AS latest_answer,
    (SELECT group_concat(DISTINCT url) FROM run_services WHERE requests > 0) AS asked
