-- The links, and the rows they stand in.
SELECT count(*), coalesce(cast(sum(times) AS bigint), 0) FROM links
