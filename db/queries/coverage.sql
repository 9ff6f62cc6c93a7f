-- Coverage by source and decision
--
-- For each source, part and decision: how many papers are listed, found, incomplete, absent,
-- failed and not asked. Unresolved papers have no identifier that a source can be asked by; they
-- are among those not asked. Links are counted where they were asked for: as many as the source's
-- own count promises, as many as came, and those of them that lead to no known paper.
--
-- :collection  Collection (empty: all)
WITH chosen AS MATERIALIZED (
    SELECT DISTINCT paper, decision FROM listed
    WHERE :collection = ''
       OR collection = (SELECT id FROM collections WHERE name = :collection)
),
asked AS MATERIALIZED (
    SELECT DISTINCT source, part FROM fetches
    UNION ALL
    SELECT NULL, NULL WHERE NOT EXISTS (SELECT 1 FROM fetches)
)
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
    count(*) FILTER (WHERE NOT EXISTS (
        SELECT 1 FROM identifiers
        WHERE identifiers.paper = chosen.paper AND scheme IN ('arxiv', 'corpus', 's2', 'doi')
    )) AS unresolved,
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
ORDER BY asked.source, asked.part, chosen.decision
