-- The sources and their terms
-- about: the database
--
-- What was read to make this database, with the licence and the thanks that each asks for.
SELECT title, url, licence, attribution FROM sources ORDER BY rank, name
