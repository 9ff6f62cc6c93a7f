-- Which groups are joined by a link, whatever its direction.
SELECT DISTINCT least(citing, cited) AS low, greatest(citing, cited) AS high FROM links
