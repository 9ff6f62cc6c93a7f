-- Where the values of X come from
--
-- Each value that a source gave for the paper, when it did, and whether it is the one shown.
--
-- :paper  The paper: its arXiv id, DOI, OpenReview or Semantic Scholar id, a link, or number
WITH target AS MATERIALIZED (SELECT paper_of(:paper) AS paper)
SELECT * FROM (
    SELECT provenance.field, provenance.value, sources.title AS source,
           provenance.answered_at, provenance.chosen, provenance.answer
    FROM provenance JOIN sources ON sources.name = provenance.source
    WHERE provenance.paper = paper_of(:paper)
    UNION ALL
    SELECT NULL, 'There is no such paper here: ' || :paper, NULL, NULL, NULL, NULL
    FROM target WHERE target.paper IS NULL AND trim(:paper) <> ''
)
ORDER BY field, chosen DESC, source
