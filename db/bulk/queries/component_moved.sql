-- The papers, each in the group that its group follows.
SELECT nodes.corpus_id, coalesce(parents.follows, nodes.label) AS label
FROM {nodes} AS nodes LEFT JOIN {parents} AS parents ON parents.label = nodes.label
