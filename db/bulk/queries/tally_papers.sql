-- How many rows each shard has, and how many of them have no number.
SELECT shard, count(*) AS rows_read, count(*) FILTER (WHERE corpus_id IS NULL) AS without_number
FROM paper_rows GROUP BY shard
