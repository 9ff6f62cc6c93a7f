-- Problems, with reasons
--
-- What is missing and why: papers a source does not have, requests that failed, listed papers
-- without an identifier.
--
-- :collection  Collection (empty: all)
SELECT
    papers.id AS paper,
    papers.title,
    problems.source,
    problems.part,
    problems.state,
    problems.reason,
    problems.tries,
    problems.last_time
FROM problems
JOIN papers ON papers.id = problems.paper
WHERE :collection = ''
   OR papers.id IN (
        SELECT paper FROM listed
        WHERE collection = (SELECT id FROM collections WHERE name = :collection)
    )
ORDER BY problems.state = 'failed' DESC, problems.source, problems.part, papers.title, papers.id
