-- Every paper of the graph, at first a group of its own.
SELECT corpus_id, corpus_id AS label FROM degrees
