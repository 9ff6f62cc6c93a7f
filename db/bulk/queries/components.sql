-- The connected part each paper is in, named after the smallest number in it.
WITH named AS (SELECT label, min(corpus_id) AS component FROM {nodes} GROUP BY label)
SELECT nodes.corpus_id, named.component
FROM {nodes} AS nodes JOIN named ON named.label = nodes.label ORDER BY nodes.corpus_id
