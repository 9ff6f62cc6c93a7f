-- Shortest citation path from A to B
--
-- How one paper builds on another: each paper cites the next, and no way is shorter; of several
-- as short one is shown. References are known of the listed papers, and of others as far as these
-- cite a listed one. If nothing leads from A to B, try from B to A.
--
-- :from  The paper that builds: its arXiv id, DOI, OpenReview or Semantic Scholar id, or number
-- :to  The paper that is built on, likewise
WITH ends AS MATERIALIZED (SELECT paper_of(:from) AS first, paper_of(:to) AS last),
path AS MATERIALIZED (
    SELECT step.key AS place, step.value AS paper
    FROM ends, json_each(citation_path(ends.first, ends.last)) AS step
)
SELECT * FROM (
    SELECT path.place AS step, path.paper, papers.title, papers.year, papers.is_listed,
           papers.arxiv_id
    FROM path CROSS JOIN papers ON papers.id = path.paper
    UNION ALL
    SELECT NULL, NULL, 'There is no such paper here: ' || :from, NULL, NULL, NULL
    FROM ends WHERE first IS NULL AND trim(:from) <> ''
    UNION ALL
    SELECT NULL, NULL, 'There is no such paper here: ' || :to, NULL, NULL, NULL
    FROM ends WHERE last IS NULL AND trim(:to) <> ''
    UNION ALL
    SELECT NULL, NULL, 'No citations that are known here lead from the one to the other.',
           NULL, NULL, NULL
    FROM ends WHERE first IS NOT NULL AND last IS NOT NULL AND NOT EXISTS (SELECT 1 FROM path)
)
ORDER BY step, title
