-- Concurrent twins that do not cite each other
-- needs: ties
--
-- Pairs of listed papers that share much of what they cite (coupling) or of who cites them
-- (cocitation), and of which neither cites the other: perhaps the same idea at the same time. The
-- cosine is what they share divided by the root of the product of what each has (Salton). Looked
-- for among the pairs that share most, 100 of each paper.
--
-- :kind = coupling|cocitation  By what they cite, or by who cites them
-- :paper  Only twins of this paper (empty: all)
-- :at_least = 3  Sharing at least this many papers
-- :limit = 100  At most this many pairs
WITH target AS MATERIALIZED (SELECT paper_of(:paper) AS paper),
-- Two questions, so that each goes by its index: all pairs in the order of their likeness until
-- there are enough, and those of one paper.
of_all AS MATERIALIZED (
    SELECT paper, other, shared, cosine FROM ties
    WHERE :paper = '' AND kind = lower(trim(:kind)) AND paper < other
      AND shared >= CAST(:at_least AS INTEGER)
      AND NOT EXISTS (SELECT 1 FROM citations WHERE citing = ties.paper AND cited = ties.other)
      AND NOT EXISTS (SELECT 1 FROM citations WHERE citing = ties.other AND cited = ties.paper)
    ORDER BY cosine DESC, shared DESC, paper, other
    LIMIT CAST(:limit AS INTEGER)
),
of_one AS MATERIALIZED (
    SELECT ties.paper, other, shared, cosine
    FROM target CROSS JOIN ties ON ties.kind = lower(trim(:kind)) AND ties.paper = target.paper
    WHERE +ties.shared >= CAST(:at_least AS INTEGER)
      AND NOT EXISTS (SELECT 1 FROM citations WHERE citing = ties.paper AND cited = ties.other)
      AND NOT EXISTS (SELECT 1 FROM citations WHERE citing = ties.other AND cited = ties.paper)
    ORDER BY cosine DESC, shared DESC, ties.paper, other
    LIMIT CAST(:limit AS INTEGER)
)
SELECT
    pairs.paper,
    one.title,
    pairs.other,
    two.title AS other_title,
    pairs.shared,
    pairs.cosine,
    one.published,
    two.published AS other_published
FROM (SELECT * FROM of_all UNION ALL SELECT * FROM of_one) AS pairs
CROSS JOIN papers AS one ON one.id = pairs.paper
CROSS JOIN papers AS two ON two.id = pairs.other
UNION ALL
SELECT NULL, 'There is no such paper here: ' || :paper, NULL, NULL, NULL, NULL, NULL, NULL
FROM target WHERE target.paper IS NULL AND trim(:paper) <> ''
UNION ALL
SELECT NULL, 'The kind is coupling or cocitation, not ' || :kind, NULL, NULL, NULL, NULL, NULL, NULL
WHERE lower(trim(:kind)) NOT IN ('coupling', 'cocitation')
ORDER BY cosine DESC, shared DESC, paper, other
