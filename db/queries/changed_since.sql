-- What changed since a run
--
-- Papers that were listed, asked about or looked for, and decisions that were taken, after the
-- given run had ended, with what came of it; the latest first. `last_runs` shows the runs.
-- What a later run read of a dump is among it, though its time is the day of the release.
--
-- :run = 1  Number of the run after which to look
-- :limit = 500  At most this many rows
WITH since AS MATERIALIZED (
    SELECT coalesce(finished_at, started_at) AS at FROM runs WHERE id = CAST(:run AS INTEGER)
),
changes AS (
    SELECT listed.listed_at AS at, 'listed' AS what, listed.paper,
           collections.name || ', line ' || listed.line AS result
    FROM since CROSS JOIN listed ON listed.listed_at > since.at
    JOIN collections ON collections.id = listed.collection
    UNION ALL
    SELECT fetches.at, fetches.source || ', ' || replace(fetches.part, '_', ' '), fetches.paper,
           fetches.state || coalesce(': ' || fetches.reason, '')
           || coalesce(': ' || fetches.received || ' links received', '')
    FROM since CROSS JOIN fetches LEFT JOIN answers ON answers.id = fetches.answer
    WHERE fetches.at > since.at OR answers.run > CAST(:run AS INTEGER)
    UNION ALL
    SELECT resolutions.resolved_at, 'looked for', resolutions.paper,
           resolutions.band || ': ' || resolutions.candidate
    FROM since CROSS JOIN resolutions ON resolutions.resolved_at > since.at
    WHERE resolutions.place = 1
    UNION ALL
    SELECT decisions.decided_at, 'decided', NULL,
           CASE decisions.is_accepted WHEN 1 THEN 'accepted: ' ELSE 'rejected: ' END
           || decisions.candidate || ' for ' || decisions.paper_key
    FROM since CROSS JOIN decisions ON decisions.decided_at > since.at
)
SELECT changes.at, changes.what, changes.paper, papers.title, changes.result
FROM changes LEFT JOIN papers ON papers.id = changes.paper
UNION ALL
SELECT NULL, 'There is no such run here: ' || :run, NULL, NULL, NULL
WHERE NOT EXISTS (SELECT 1 FROM since)
ORDER BY at DESC, what, paper, result
LIMIT CAST(:limit AS INTEGER)
