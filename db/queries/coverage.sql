-- Coverage by source and decision
-- about: the database
--
-- For each source, part and decision: how many papers are listed, found, incomplete, absent,
-- failed and not asked; decision (all) is the total, and a paper that several collections list
-- counts once, with the decision of the first collection by name that gives one. Unresolved
-- papers have no identifier that a source can be asked by; they are among those not asked. Links
-- are counted where they were asked for: as many as the source's own count promises, as many as
-- came, and, beside these, entries that lead to no known paper.
--
-- :collection  Collection (empty: all)
WITH ranked AS (
    SELECT listed.paper, listed.decision, row_number() OVER (
        PARTITION BY listed.paper
        ORDER BY listed.decision IS NULL, collections.name, listed.line, listed.key
    ) AS place
    FROM listed JOIN collections ON collections.id = listed.collection
    WHERE :collection = '' OR collections.name = :collection
),
chosen AS MATERIALIZED (
    SELECT paper, coalesce(decision, '(none given)') AS decision, paper IN askable AS identified
    FROM ranked WHERE place = 1
),
asked AS MATERIALIZED (
    SELECT DISTINCT source, part FROM fetches
    WHERE (source, part) NOT IN (SELECT source, part FROM searches)
    UNION
    SELECT DISTINCT source, 'record' FROM source_schemes
),
counted AS MATERIALIZED (
    SELECT
        asked.source,
        asked.part,
        chosen.decision,
        count(*) AS listed,
        count(*) FILTER (WHERE fetches.state = 'found') AS found,
        count(*) FILTER (WHERE fetches.state = 'partial') AS incomplete,
        count(*) FILTER (WHERE fetches.state = 'absent') AS absent,
        count(*) FILTER (WHERE fetches.state = 'failed') AS failed,
        count(*) FILTER (WHERE fetches.state IS NULL) AS not_asked,
        count(*) FILTER (WHERE NOT chosen.identified) AS unresolved,
        sum(fetches.expected) AS links_expected,
        sum(fetches.received) AS links_received,
        sum(fetches.unlinked) AS links_unlinked
    FROM asked
    CROSS JOIN chosen
    LEFT JOIN fetches
        ON fetches.paper = chosen.paper
       AND fetches.source = asked.source
       AND fetches.part = asked.part
    GROUP BY asked.source, asked.part, chosen.decision
)
SELECT * FROM (
    SELECT * FROM counted
    UNION ALL
    SELECT source, part, '(all)', sum(listed), sum(found), sum(incomplete), sum(absent),
           sum(failed), sum(not_asked), sum(unresolved), sum(links_expected),
           sum(links_received), sum(links_unlinked)
    FROM counted GROUP BY source, part
)
ORDER BY source, part <> 'record', part <> 'references', part, decision = '(all)', decision = '(none given)', decision
