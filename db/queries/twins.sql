-- Concurrent twins that do not cite each other
-- needs: ties
--
-- Pairs of listed papers that share much of what they cite (coupling) or of who cites them
-- (cocitation), and of which neither cites the other: perhaps the same idea at the same time. The
-- cosine is what they share divided by the root of the product of what each has (Salton).
--
-- :kind = coupling  By what they share: coupling or cocitation
-- :paper  Only twins of this paper (empty: all)
-- :at_least = 3  Sharing at least this many papers
-- :limit = 100  At most this many pairs
SELECT
    ties.paper,
    one.title,
    ties.other,
    two.title AS other_title,
    ties.shared,
    ties.cosine,
    one.published,
    two.published AS other_published
FROM ties
CROSS JOIN papers AS one ON one.id = ties.paper
CROSS JOIN papers AS two ON two.id = ties.other
WHERE ties.kind = lower(trim(:kind))
  AND CASE WHEN :paper = '' THEN ties.paper < ties.other ELSE ties.paper = paper_of(:paper) END
  AND ties.shared >= CAST(:at_least AS INTEGER)
  AND NOT EXISTS (SELECT 1 FROM citations WHERE citing = ties.paper AND cited = ties.other)
  AND NOT EXISTS (SELECT 1 FROM citations WHERE citing = ties.other AND cited = ties.paper)
ORDER BY ties.cosine DESC, ties.shared DESC, ties.paper, ties.other
LIMIT CAST(:limit AS INTEGER)
