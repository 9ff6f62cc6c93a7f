"""The same tables from the same shards by a bare DuckDB script, as one writes it by hand.

    python -m tests.bench.bulk_floor SHARDS LIST OUT MEMORY

It keeps what it reads in tables of its own, counts what it leaves out, and writes the same
rows in the same order; it checks no shard and writes no manifest.
"""

import sys
from pathlib import Path

import duckdb

READ = """
CREATE TABLE read AS SELECT citingcorpusid AS citing, citedcorpusid AS cited,
    isinfluential AS is_influential, filename AS shard
FROM read_json('{shards}/citations/*.gz', format = 'newline_delimited', filename = true,
    columns = {{citingcorpusid: 'BIGINT', citedcorpusid: 'BIGINT', isinfluential: 'BOOLEAN'}})
"""
PAPERS = """
CREATE TABLE known AS SELECT corpusid AS corpus_id, externalids.ArXiv AS arxiv_id,
    lower(externalids.DOI) AS doi, nullif(regexp_extract(url, '([0-9a-f]{{40}})', 1), '')
    AS paper_id, title, authors, venue, year, publicationdate AS published,
    referencecount AS reference_count, citationcount AS citation_count,
    influentialcitationcount AS influential_citation_count,
    publicationtypes AS publication_types, filename AS shard
FROM read_json('{shards}/papers/*.gz', format = 'newline_delimited', filename = true, columns = {{
    corpusid: 'BIGINT', externalids: 'STRUCT(ArXiv VARCHAR, DOI VARCHAR)', url: 'VARCHAR',
    title: 'VARCHAR', authors: 'STRUCT(authorId VARCHAR, name VARCHAR)[]', venue: 'VARCHAR',
    year: 'BIGINT', referencecount: 'BIGINT', citationcount: 'BIGINT',
    influentialcitationcount: 'BIGINT', publicationtypes: 'VARCHAR[]',
    publicationdate: 'VARCHAR'}})
"""
COUNTS = """
SELECT shard, count(*), count(*) FILTER (WHERE citing IS NULL OR cited IS NULL),
       count(*) FILTER (WHERE citing = cited) FROM read GROUP BY shard
"""
TABLES = {
    "links": """
SELECT citing, cited, bool_or(is_influential) AS is_influential, count(*) AS times
FROM read WHERE citing <> cited GROUP BY citing, cited ORDER BY citing, cited""",
    "listed": """
SELECT position, 'arxiv' AS scheme, wanted.arxiv_id AS value, min(corpus_id) AS corpus_id
FROM wanted JOIN known ON known.arxiv_id = wanted.arxiv_id
GROUP BY position, wanted.arxiv_id ORDER BY position""",
    "neighbourhood": """
SELECT links.*, citing IN (SELECT corpus_id FROM listed) AS citing_is_listed,
       cited IN (SELECT corpus_id FROM listed) AS cited_is_listed
FROM links WHERE citing_is_listed OR cited_is_listed ORDER BY citing, cited""",
    "induced": """
SELECT citing, cited, is_influential FROM neighbourhood
WHERE citing_is_listed AND cited_is_listed ORDER BY citing, cited""",
    "neighbours": """
SELECT corpus_id, bool_or(here) AS is_listed, sum(cited_by)::BIGINT AS cited_by_listed,
       sum(cites)::BIGINT AS citing_listed
FROM (SELECT cited AS corpus_id, false AS here, count(*) AS cited_by, 0 AS cites
      FROM neighbourhood WHERE citing_is_listed GROUP BY cited
      UNION ALL SELECT citing, false, 0, count(*)
      FROM neighbourhood WHERE cited_is_listed GROUP BY citing
      UNION ALL SELECT DISTINCT corpus_id, true, 0, 0 FROM listed)
GROUP BY corpus_id ORDER BY corpus_id""",
    "unlinked": """
SELECT corpus_id, sum(a)::BIGINT AS unlinked_references, sum(b)::BIGINT AS unlinked_citations
FROM (SELECT citing AS corpus_id, 1 AS a, 0 AS b FROM read WHERE cited IS NULL
      UNION ALL SELECT cited, 0, 1 FROM read WHERE citing IS NULL)
WHERE corpus_id IN (SELECT corpus_id FROM listed) GROUP BY corpus_id ORDER BY corpus_id""",
    "papers": """
SELECT neighbours.corpus_id, is_listed, any_value(arxiv_id) AS arxiv_id, any_value(doi) AS doi,
       any_value(paper_id) AS paper_id, any_value(title) AS title, any_value(authors) AS authors,
       any_value(venue) AS venue, any_value(year) AS year, any_value(published) AS published,
       any_value(reference_count) AS reference_count, any_value(citation_count) AS citation_count,
       any_value(influential_citation_count) AS influential_citation_count,
       any_value(publication_types) AS publication_types
FROM neighbours LEFT JOIN known USING (corpus_id) GROUP BY ALL ORDER BY neighbours.corpus_id""",
    "degrees": """
SELECT corpus_id, coalesce(a, 0) AS in_degree, coalesce(b, 0) AS out_degree FROM neighbours
LEFT JOIN (SELECT cited AS corpus_id, count(*) AS a FROM links GROUP BY cited) USING (corpus_id)
LEFT JOIN (SELECT citing AS corpus_id, count(*) AS b FROM links GROUP BY citing) USING (corpus_id)
ORDER BY corpus_id""",
    "hubs": """
SELECT 'coupling' AS kind, corpus_id, cited_by_listed AS listed_papers FROM neighbours
WHERE cited_by_listed > 10000 UNION ALL SELECT 'cocitation', corpus_id, citing_listed
FROM neighbours WHERE citing_listed > 10000 ORDER BY kind, corpus_id""",
    "coupling": """
WITH part AS (SELECT citing, cited FROM neighbourhood WHERE citing_is_listed)
SELECT a.citing AS paper, b.citing AS other, count(*) AS shared FROM part AS a JOIN part AS b
ON a.cited = b.cited AND a.citing < b.citing GROUP BY ALL ORDER BY ALL""",
    "cocitation": """
WITH part AS (SELECT citing, cited FROM neighbourhood WHERE cited_is_listed)
SELECT a.cited AS paper, b.cited AS other, count(*) AS shared FROM part AS a JOIN part AS b
ON a.citing = b.citing AND a.cited < b.cited GROUP BY ALL ORDER BY ALL""",
}


def main(shards: str, listed: str, out: str, memory: str) -> None:
    Path(out).mkdir()
    connection = duckdb.connect(
        config={
            "memory_limit": memory,
            "threads": 2,
            "temp_directory": f"{out}.spilled",
            "preserve_insertion_order": False,
        }
    )
    connection.execute(READ.format(shards=shards))
    print(connection.execute(COUNTS).fetchall())
    connection.execute(PAPERS.format(shards=shards))
    connection.execute(
        "CREATE TABLE wanted AS SELECT row_number() OVER () - 1 AS position, column0 AS arxiv_id "
        f"FROM read_csv('{listed}', header = false, all_varchar = true)"
    )
    for name, query in TABLES.items():
        Path(out, name).mkdir()
        file = f"{out}/{name}/part-00000.parquet"
        connection.execute(f"COPY ({query}) TO '{file}' (FORMAT parquet)")
        connection.execute(f"CREATE VIEW {name} AS SELECT * FROM read_parquet('{file}')")
    print(connection.execute("SELECT sum(times) - count(*) FROM links").fetchall())


if __name__ == "__main__":
    main(*sys.argv[1:])
