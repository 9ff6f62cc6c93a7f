-- Which of the groups that are left are still joined.
SELECT DISTINCT least(low.follows, high.follows) AS low, greatest(low.follows, high.follows) AS high
FROM {edges} AS edges
JOIN {parents} AS low ON low.label = edges.low
JOIN {parents} AS high ON high.label = edges.high
WHERE low.follows <> high.follows
