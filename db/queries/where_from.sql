-- Where the values of X come from
--
-- Each value that a source gave for the paper, when it did, and whether it is the one shown.
--
-- :paper  The paper: its arXiv id, DOI, OpenReview or Semantic Scholar id, a link, or number
WITH target AS MATERIALIZED (SELECT paper_of(:paper) AS paper),
-- The view provenance says the same of all papers at once.
given AS MATERIALIZED (
    SELECT field.key AS field, field.value, records.source, records.answered_at, records.answer
    FROM target
    CROSS JOIN records ON records.paper = target.paper
    CROSS JOIN json_each(records.fields) AS field
),
mentioned AS (
    SELECT field.key AS field, field.value, answers.source, answers.answered_at,
           answers.id AS answer
    FROM target
    CROSS JOIN papers ON papers.id = target.paper
    CROSS JOIN answers ON answers.id = papers.mentioned_in
    CROSS JOIN json_each(json_object(
        'title', papers.title, 'year', papers.year, 'published', papers.published,
        'arxiv_id', papers.arxiv_id, 's2_paper_id', papers.s2_paper_id,
        'corpus_id', papers.corpus_id, 'doi', papers.doi)) AS field
    WHERE field.value IS NOT NULL AND field.key NOT IN (SELECT field FROM given)
)
SELECT * FROM (
    SELECT
        known.field,
        known.value,
        sources.title AS source,
        known.answered_at,
        sources.rank = min(sources.rank) OVER (PARTITION BY known.field) AS chosen,
        known.answer
    FROM (SELECT * FROM given UNION ALL SELECT * FROM mentioned) AS known
    JOIN sources ON sources.name = known.source
    UNION ALL
    SELECT NULL, 'There is no such paper here: ' || :paper, NULL, NULL, NULL, NULL
    FROM target WHERE target.paper IS NULL AND trim(:paper) <> ''
)
ORDER BY field, chosen DESC, source
