-- Pairs cited together
-- needs: ties
--
-- Listed papers that the most papers cite both (co-citation), wherever these are known. The cosine
-- is that number divided by the root of the product of how often each is cited (Salton); above 0.5
-- most who cite the less cited one cite the other too. Papers behind a pair: citeweave graph --kind
-- cocitation --explain A B.
--
-- :paper  Only pairs with this paper (empty: all)
-- :at_least = 2  Cited together by at least this many papers
-- :limit = 100  At most this many pairs, of no more than 100
WITH target AS MATERIALIZED (SELECT paper_of(:paper) AS paper),
strongest AS (
    SELECT
        ties.paper,
        one.title,
        ties.other,
        two.title AS other_title,
        ties.shared AS cited_together_by,
        ties.cosine,
        one.arxiv_id,
        two.arxiv_id AS other_arxiv_id
    FROM ties
    CROSS JOIN papers AS one ON one.id = ties.paper
    CROSS JOIN papers AS two ON two.id = ties.other
    WHERE ties.kind = 'cocitation'
      AND CASE WHEN :paper = '' THEN ties.paper < ties.other
               ELSE ties.paper = (SELECT paper FROM target) END
      AND ties.shared >= CAST(:at_least AS INTEGER)
    ORDER BY cited_together_by DESC, cosine DESC, ties.paper, ties.other
    LIMIT min(100, CAST(:limit AS INTEGER))
)
SELECT * FROM strongest
UNION ALL
SELECT NULL, 'There is no such paper here: ' || :paper, NULL, NULL, NULL, NULL, NULL, NULL
FROM target WHERE target.paper IS NULL AND trim(:paper) <> ''
ORDER BY cited_together_by DESC, cosine DESC, paper, other
