-- What is known of the neighbours; of several rows of one paper the first in order counts.
WITH ranked AS (
    SELECT neighbours.corpus_id, is_listed, arxiv_id, doi, paper_id, title, authors, venue, year,
           published, reference_count, citation_count, influential_citation_count,
           publication_types,
           row_number() OVER (
               PARTITION BY neighbours.corpus_id
               ORDER BY arxiv_id NULLS LAST, doi NULLS LAST, title NULLS LAST, year NULLS LAST,
                        published NULLS LAST, citation_count NULLS LAST, paper_id NULLS LAST,
                        venue NULLS LAST, reference_count NULLS LAST,
                        influential_citation_count NULLS LAST, authors NULLS LAST,
                        publication_types NULLS LAST
           ) AS rank
    FROM neighbours LEFT JOIN paper_rows ON paper_rows.corpus_id = neighbours.corpus_id
)
SELECT corpus_id, is_listed, arxiv_id, doi, paper_id, title, authors, venue, year, published,
       reference_count, citation_count, influential_citation_count, publication_types
FROM ranked WHERE rank = 1 ORDER BY corpus_id
