-- What is found of the papers wanted: by the first of each one's identifiers that leads
-- anywhere, and of several papers with that one identifier the one of the smallest number.
WITH found AS (
    SELECT position, place, scheme, value, corpus_id
    FROM wanted JOIN paper_rows ON value = arxiv_id WHERE scheme = 'arxiv'
    UNION ALL
    SELECT position, place, scheme, value, corpus_id
    FROM wanted JOIN paper_rows ON value = cast(corpus_id AS string) WHERE scheme = 'corpus'
    UNION ALL
    SELECT position, place, scheme, value, corpus_id
    FROM wanted JOIN paper_rows ON value = paper_id WHERE scheme = 's2'
    UNION ALL
    SELECT position, place, scheme, value, corpus_id
    FROM wanted JOIN paper_rows ON value = doi WHERE scheme = 'doi'
),
ranked AS (
    SELECT position, scheme, value, corpus_id,
           row_number() OVER (PARTITION BY position ORDER BY place, corpus_id) AS rank
    FROM found WHERE corpus_id IS NOT NULL
)
SELECT position, scheme, value, corpus_id FROM ranked WHERE rank = 1 ORDER BY position
