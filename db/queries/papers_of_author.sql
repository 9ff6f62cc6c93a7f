-- Papers of an author
-- for: a page
--
-- The papers of one author that this database knows, the listed ones first.
--
-- :author  Number of the author
SELECT DISTINCT papers.id AS paper, papers.title, papers.is_listed, papers.year,
       papers.citation_count, papers.arxiv_id
FROM authorships JOIN papers ON papers.id = authorships.paper
WHERE authorships.author = CAST(:author AS INTEGER)
ORDER BY papers.is_listed DESC, papers.year DESC, papers.citation_count DESC, papers.id
