-- Each group that is joined to others follows the {nearest} of them, or itself.
SELECT label, {nearest}(follows) AS follows
FROM (
    SELECT low AS label, {nearest_of}(low, high) AS follows FROM {edges}
    UNION ALL
    SELECT high, {nearest_of}(low, high) FROM {edges}
) AS sides
GROUP BY label
