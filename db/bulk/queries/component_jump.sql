-- Whom a group follows, follows another in turn: follow that one at once.
SELECT here.label, there.follows
FROM {parents} AS here JOIN {parents} AS there ON there.label = here.follows
