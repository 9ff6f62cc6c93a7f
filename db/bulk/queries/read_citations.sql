-- Every row of the citation shards, with the shard it stands in; nothing is left out yet.
SELECT citingcorpusid AS citing, citedcorpusid AS cited, isinfluential AS is_influential, shard
FROM {shards}
