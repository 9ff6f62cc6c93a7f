-- Every link once: who cites whom, whether any of its rows calls that influential, and how
-- many rows the shards have of it.
SELECT citing, cited, bool_or(is_influential) AS is_influential, count(*) AS times
FROM citation_rows WHERE citing <> cited
GROUP BY citing, cited
ORDER BY citing, cited
