-- How many groups follow one that follows another.
SELECT count(*) FROM {parents} AS here JOIN {parents} AS there ON there.label = here.follows
WHERE there.follows <> here.follows
