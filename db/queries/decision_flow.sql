-- Flow between decisions
--
-- How many citations among the listed papers go from each decision to each, and how many would by
-- chance, if each citation chose its ends independently: citations from the one times those to the
-- other, divided by all. A paper that several collections list counts once, with the decision of
-- the first collection by name that gives one. For a test against chance: citeweave report.
--
-- :collection  Collection (empty: all)
WITH ranked AS (
    SELECT listed.paper, coalesce(listed.decision, '(none given)') AS decision,
           row_number() OVER (
               PARTITION BY listed.paper
               ORDER BY listed.decision IS NULL, collections.name, listed.line, listed.key
           ) AS place
    FROM listed JOIN collections ON collections.id = listed.collection
    WHERE :collection = '' OR collections.name = :collection
),
chosen AS MATERIALIZED (SELECT paper, decision FROM ranked WHERE place = 1 ORDER BY paper),
flow AS MATERIALIZED (
    SELECT chosen.decision AS citing, there.decision AS cited, count(*) AS links
    FROM chosen
    CROSS JOIN citations ON citations.citing = chosen.paper
    CROSS JOIN chosen AS there ON there.paper = citations.cited
    GROUP BY 1, 2
)
SELECT
    flow.citing AS citing_decision,
    flow.cited AS cited_decision,
    flow.links AS citations,
    round(
        1.0 * (SELECT sum(links) FROM flow AS row WHERE row.citing = flow.citing)
        * (SELECT sum(links) FROM flow AS col WHERE col.cited = flow.cited)
        / (SELECT sum(links) FROM flow),
        1
    ) AS expected_by_chance,
    (SELECT count(*) FROM chosen WHERE decision = flow.citing) AS citing_papers,
    (SELECT count(*) FROM chosen WHERE decision = flow.cited) AS cited_papers
FROM flow
ORDER BY citations DESC, citing_decision, cited_decision
