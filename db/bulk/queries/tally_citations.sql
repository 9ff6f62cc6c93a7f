-- How many rows each shard has, and how many of them are no link.
SELECT shard, count(*) AS rows_read,
       count(*) FILTER (WHERE citing IS NULL OR cited IS NULL) AS without_end,
       count(*) FILTER (WHERE citing = cited) AS to_itself
FROM citation_rows GROUP BY shard
