-- How many connected parts there are, and how many papers the largest has.
SELECT count(*), coalesce(max(papers), 0)
FROM (SELECT component, count(*) AS papers FROM components GROUP BY component) AS parts
