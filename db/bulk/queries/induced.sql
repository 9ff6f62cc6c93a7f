-- The links of which both ends are listed.
SELECT citing, cited, is_influential FROM neighbourhood
WHERE citing_is_listed AND cited_is_listed ORDER BY citing, cited
