-- Flow between decisions
--
-- How many citations among the listed papers go from each decision to each, and how many would by
-- chance, if each citation chose its ends independently: citations from the one times those to the
-- other, divided by all. Where both are next to nothing there is no row. A paper that several
-- collections list counts once, with the decision of the first collection by name that gives one.
-- For a test against chance: citeweave report.
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
),
given_out AS MATERIALIZED (SELECT citing, sum(links) AS links FROM flow GROUP BY citing),
taken_in AS MATERIALIZED (SELECT cited, sum(links) AS links FROM flow GROUP BY cited),
pairs AS (
    SELECT given_out.citing, taken_in.cited, coalesce(flow.links, 0) AS links,
           1.0 * given_out.links * taken_in.links / (SELECT sum(links) FROM flow) AS expected
    FROM given_out CROSS JOIN taken_in
    LEFT JOIN flow ON flow.citing = given_out.citing AND flow.cited = taken_in.cited
)
SELECT
    pairs.citing AS citing_decision,
    pairs.cited AS cited_decision,
    pairs.links AS citations,
    round(pairs.expected, 1) AS expected_by_chance,
    (SELECT count(*) FROM chosen WHERE decision = pairs.citing) AS citing_papers,
    (SELECT count(*) FROM chosen WHERE decision = pairs.cited) AS cited_papers
FROM pairs
WHERE pairs.links > 0 OR pairs.expected >= 0.05
ORDER BY citations DESC, citing_decision, cited_decision
