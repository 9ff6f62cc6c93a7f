-- What is wanted, where no papers are there to look it up in: corpus ids are taken as given.
WITH ranked AS (
    SELECT position, scheme, value, cast(value AS bigint) AS corpus_id,
           row_number() OVER (PARTITION BY position ORDER BY place) AS rank
    FROM wanted WHERE scheme = 'corpus'
)
SELECT position, scheme, value, corpus_id FROM ranked WHERE rank = 1 ORDER BY position
