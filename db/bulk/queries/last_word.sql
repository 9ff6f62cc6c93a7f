-- Where diffs change records, the last word counts of each. Steps are 0 for the release that
-- was downloaded whole, then two for each diff: what it updates (odd), what it deletes (even).
SELECT {shards}.*
FROM {shards} LEFT JOIN (
    SELECT {key} AS changed_key, max(step) AS last_step FROM {shards} WHERE step > 0 GROUP BY {key}
) AS changed ON changed_key = {shards}.{key}
WHERE (last_step IS NULL OR last_step = step) AND (step = 0 OR step % 2 = 1)
