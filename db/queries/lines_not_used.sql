-- Lines that could not be used
-- about: the database
--
-- Lines of the lists that could not be used, or only in part, with the reason.
--
-- :collection  Collection (empty: all)
SELECT
    collections.name AS collection,
    file_name(unusable_lines.file) AS file,
    unusable_lines.line,
    unusable_lines.reason,
    unusable_lines.text
FROM unusable_lines
JOIN collections ON collections.id = unusable_lines.collection
WHERE :collection = '' OR collections.name = :collection
ORDER BY collections.name, unusable_lines.file, unusable_lines.line, unusable_lines.reason
