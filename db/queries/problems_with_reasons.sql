-- Problems, with reasons
-- about: the database
--
-- What is missing and why: first requests that failed, then papers that a source does not have,
-- then listed papers without an identifier to ask by.
--
-- :collection  Collection (empty: all)
-- :state  Only this state: failed or absent or unresolved (empty: all)
-- :source  Only this source: arxiv, s2 or list (empty: all)
SELECT
    papers.id AS paper,
    coalesce(
        papers.title,
        (SELECT coalesce(title, substr(abstract, 1, 80), given, listed.key) FROM listed
         WHERE listed.paper = papers.id ORDER BY collection, key LIMIT 1)
    ) AS title,
    problems.source,
    problems.part,
    problems.state,
    problems.reason,
    problems.tries,
    problems.last_time
FROM problems
JOIN papers ON papers.id = problems.paper
WHERE (:collection = ''
   OR papers.id IN (
        SELECT paper FROM listed
        WHERE collection = (SELECT id FROM collections WHERE name = :collection)
    ))
  AND (:state = '' OR problems.state = lower(trim(:state)))
  AND (:source = '' OR problems.source = lower(trim(:source)))
ORDER BY
    CASE problems.state WHEN 'failed' THEN 0 WHEN 'absent' THEN 1 ELSE 2 END,
    problems.source, problems.part, papers.title, papers.id
