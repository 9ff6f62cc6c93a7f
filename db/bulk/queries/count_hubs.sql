-- How many papers each kind of pairs leaves out, as too many pairs come of them.
SELECT kind, count(*) FROM hubs GROUP BY kind ORDER BY kind
