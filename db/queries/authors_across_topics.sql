-- Authors across topics
-- needs: communities
--
-- Authors whose listed papers lie in the most different communities of the citation network (Leiden,
-- resolution 1, seed 0), with the communities' names. Papers without a citation to or from a
-- listed paper are in none. Authors without a Semantic Scholar id are told apart by name only.
--
-- :at_least = 2  In at least this many communities
-- :limit = 100  At most this many authors
WITH topics AS MATERIALIZED (
    SELECT authorships.author, communities.community, communities.name,
           count(DISTINCT authorships.paper) AS papers
    FROM communities CROSS JOIN authorships ON authorships.paper = communities.paper
    GROUP BY authorships.author, communities.community
    ORDER BY authorships.author, papers DESC, communities.community
),
across AS MATERIALIZED (
    SELECT author, count(*) AS communities, sum(papers) AS papers_in_communities,
           group_concat(name, '; ') AS topics
    FROM topics
    GROUP BY author
    HAVING count(*) >= CAST(:at_least AS INTEGER)
    ORDER BY communities DESC, papers_in_communities DESC, author
    LIMIT CAST(:limit AS INTEGER)
)
SELECT across.author, authors.name, across.communities, across.papers_in_communities,
       across.topics, authors.s2_author_id
FROM across JOIN authors ON authors.id = across.author
ORDER BY communities DESC, papers_in_communities DESC, across.author
