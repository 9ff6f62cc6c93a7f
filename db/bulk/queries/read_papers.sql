-- What is used of every paper. Its paper id stands in its address.
SELECT corpusid AS corpus_id, externalids.ArXiv AS arxiv_id, lower(externalids.DOI) AS doi,
       nullif(regexp_extract(url, '([0-9a-f]{{40}})', 1), '') AS paper_id, title, authors, venue,
       year, publicationdate AS published, referencecount AS reference_count,
       citationcount AS citation_count, influentialcitationcount AS influential_citation_count,
       publicationtypes AS publication_types, shard
FROM {shards}
