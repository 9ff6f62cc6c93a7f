-- What is missing, in numbers
-- about: the database
--
-- For each source, part, state and reason: how many listed papers it concerns.
SELECT problems.source, replace(problems.part, '_', ' ') AS part, problems.state, problems.reason,
       count(*) AS papers
FROM problems
GROUP BY problems.source, problems.part, problems.state, problems.reason
ORDER BY papers DESC, problems.source, problems.part, problems.state, problems.reason
