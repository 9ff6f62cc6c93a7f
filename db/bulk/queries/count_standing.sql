-- How many rows the links stand in.
SELECT coalesce(cast(sum(times) AS bigint), 0) FROM links
