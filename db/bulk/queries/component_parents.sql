-- Whom each group that is joined to others follows: the smallest of these, if that is smaller
-- than itself. One smaller than all of them stays as it is, unless none of them follows it.
WITH sides AS (
    SELECT low AS label, high AS other FROM {edges}
    UNION ALL
    SELECT high, low FROM {edges}
),
nearest AS (SELECT label, min(other) AS other FROM sides GROUP BY label),
followed AS (SELECT DISTINCT other AS label FROM nearest WHERE other < label)
SELECT nearest.label,
       CASE WHEN nearest.other < nearest.label OR followed.label IS NULL
            THEN nearest.other ELSE nearest.label END AS follows
FROM nearest LEFT JOIN followed ON followed.label = nearest.label
