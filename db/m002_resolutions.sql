-- How much speaks for a candidate's being a listed paper that has no identifier of its own.
CREATE TABLE resolutions (
    paper INTEGER NOT NULL REFERENCES papers(id) ON UPDATE CASCADE ON DELETE CASCADE,
    place INTEGER NOT NULL,
    band TEXT NOT NULL CHECK (band IN ('accepted', 'review', 'rejected')),
    score REAL NOT NULL,
    candidate TEXT NOT NULL,
    candidate_title TEXT,
    candidate_authors TEXT,
    candidate_year INTEGER,
    candidate_venue TEXT,
    candidate_abstract TEXT,
    title_score REAL,
    abstract_score REAL,
    authors_score REAL,
    year_score REAL,
    venue_score REAL,
    evidence TEXT NOT NULL,
    runner_up TEXT,
    runner_up_score REAL,
    reason TEXT,
    is_decided INTEGER NOT NULL,
    method TEXT NOT NULL,
    resolved_at TEXT NOT NULL,
    paper_key TEXT NOT NULL,
    keys TEXT NOT NULL,
    answers TEXT NOT NULL,
    PRIMARY KEY (paper_key, candidate)
) STRICT;
CREATE INDEX resolutions_paper ON resolutions(paper);
CREATE INDEX resolutions_band ON resolutions(band);

-- What a person decided; no later run decides otherwise.
CREATE TABLE decisions (
    paper_key TEXT NOT NULL,
    candidate TEXT NOT NULL,
    is_accepted INTEGER NOT NULL,
    decided_at TEXT NOT NULL,
    PRIMARY KEY (paper_key, candidate)
) STRICT;

-- Listed papers that were sought and not found, and why.
CREATE TABLE unresolved (
    paper INTEGER NOT NULL REFERENCES papers(id) ON UPDATE CASCADE ON DELETE CASCADE,
    reason TEXT NOT NULL,
    resolved_at TEXT NOT NULL,
    paper_key TEXT PRIMARY KEY
) STRICT;
CREATE INDEX unresolved_paper ON unresolved(paper);

-- The parts of sources that look for a paper by its words, and say nothing of it themselves.
CREATE TABLE searches (
    source TEXT NOT NULL REFERENCES sources(name),
    part TEXT NOT NULL,
    PRIMARY KEY (source, part)
) STRICT, WITHOUT ROWID;

DROP VIEW problems;
CREATE VIEW problems AS
SELECT paper, source, part, state, reason, tries, at AS last_time
FROM fetches WHERE state IN ('absent', 'failed')
UNION ALL
SELECT listed.paper, 'list', 'record', 'unresolved',
       coalesce(unresolved.reason, 'no identifier that a source can be asked by'), 0,
       coalesce(unresolved.resolved_at, min(listed.listed_at))
FROM listed LEFT JOIN unresolved ON unresolved.paper = listed.paper
WHERE NOT EXISTS (
    SELECT 1 FROM identifiers
    JOIN source_schemes ON source_schemes.scheme = identifiers.scheme
    WHERE identifiers.paper = listed.paper
)
GROUP BY listed.paper;
