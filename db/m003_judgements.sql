-- What was known when the papers without identifier were last judged: as long as that is so, they
-- need not be judged again. One row.
CREATE TABLE judgements (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    lists TEXT NOT NULL,
    last_answer INTEGER NOT NULL,
    method TEXT NOT NULL,
    judged_at TEXT NOT NULL
) STRICT;

-- The last answer that had come when the words of the line were changed: searches before it were
-- for other words.
ALTER TABLE listed ADD COLUMN words_changed_after INTEGER NOT NULL DEFAULT 0;

-- A search that failed is no problem of a paper that was found all the same.
DROP VIEW problems;
CREATE VIEW problems AS
SELECT paper, source, part, state, reason, tries, at AS last_time
FROM fetches WHERE state IN ('absent', 'failed')
  AND NOT ((source, part) IN (SELECT source, part FROM searches) AND paper IN askable)
UNION ALL
SELECT listed.paper, 'list', 'record', 'unresolved',
       coalesce(unresolved.reason, 'no identifier that a source can be asked by'), 0,
       coalesce(unresolved.resolved_at, min(listed.listed_at))
FROM listed LEFT JOIN unresolved ON unresolved.paper = listed.paper
WHERE listed.paper NOT IN askable
GROUP BY listed.paper;
