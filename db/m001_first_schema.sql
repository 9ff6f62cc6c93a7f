CREATE TABLE sources (
    name TEXT PRIMARY KEY,
    rank INTEGER NOT NULL,
    title TEXT NOT NULL,
    url TEXT,
    licence TEXT,
    attribution TEXT
) STRICT;

-- By which identifiers each source can be asked.
CREATE TABLE source_schemes (
    source TEXT NOT NULL REFERENCES sources(name),
    scheme TEXT NOT NULL,
    PRIMARY KEY (source, scheme)
) STRICT, WITHOUT ROWID;

CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    command TEXT NOT NULL,
    version TEXT NOT NULL,
    options TEXT NOT NULL DEFAULT '{}',
    started_at TEXT NOT NULL,
    finished_at TEXT,
    exit_code INTEGER,
    outcome TEXT
) STRICT;

CREATE TABLE run_services (
    run INTEGER NOT NULL REFERENCES runs(id),
    source TEXT NOT NULL REFERENCES sources(name),
    url TEXT NOT NULL,
    requests INTEGER NOT NULL,
    retries INTEGER NOT NULL,
    refusals INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    waited REAL NOT NULL,
    PRIMARY KEY (run, source)
) STRICT;

CREATE TABLE answers (
    id INTEGER PRIMARY KEY,
    run INTEGER REFERENCES runs(id),
    source TEXT NOT NULL REFERENCES sources(name),
    part TEXT NOT NULL,
    request TEXT NOT NULL,
    status INTEGER NOT NULL,
    content_type TEXT NOT NULL,
    asked_at TEXT NOT NULL,
    answered_at TEXT NOT NULL,
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    body BLOB NOT NULL
) STRICT;

CREATE TABLE papers (
    id INTEGER PRIMARY KEY,
    title TEXT,
    is_listed INTEGER NOT NULL DEFAULT 0,
    year INTEGER,
    published TEXT,
    updated TEXT,
    venue TEXT,
    arxiv_id TEXT UNIQUE,
    arxiv_version INTEGER,
    s2_paper_id TEXT,
    corpus_id INTEGER,
    doi TEXT,
    openreview_id TEXT,
    citation_count INTEGER,
    influential_citation_count INTEGER,
    reference_count INTEGER,
    primary_category TEXT,
    abstract TEXT,
    comment TEXT,
    journal_ref TEXT,
    tldr TEXT,
    fields_of_study TEXT,
    publication_types TEXT,
    open_access_pdf TEXT,
    mentioned_in INTEGER REFERENCES answers(id)
) STRICT;
-- A number above 10^12 is made from the corpus id, so only the others need looking up.
CREATE UNIQUE INDEX papers_corpus_id ON papers(corpus_id) WHERE id < 1000000000000;
CREATE INDEX papers_listed ON papers(is_listed) WHERE is_listed;

CREATE TABLE identifiers (
    scheme TEXT NOT NULL,
    value TEXT NOT NULL,
    paper INTEGER NOT NULL REFERENCES papers(id) ON UPDATE CASCADE ON DELETE CASCADE,
    PRIMARY KEY (scheme, value)
) STRICT, WITHOUT ROWID;
CREATE INDEX identifiers_paper ON identifiers(paper);

CREATE TABLE records (
    paper INTEGER NOT NULL REFERENCES papers(id) ON UPDATE CASCADE ON DELETE CASCADE,
    source TEXT NOT NULL REFERENCES sources(name),
    key_number INTEGER NOT NULL,
    answer INTEGER REFERENCES answers(id),
    answered_at TEXT NOT NULL,
    fields TEXT NOT NULL,
    PRIMARY KEY (paper, source)
) STRICT;

CREATE TABLE collections (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE listed (
    collection INTEGER NOT NULL REFERENCES collections(id),
    paper INTEGER NOT NULL REFERENCES papers(id) ON UPDATE CASCADE,
    key TEXT NOT NULL,
    decision TEXT,
    title TEXT,
    abstract TEXT,
    listing TEXT NOT NULL,
    given TEXT,
    file TEXT NOT NULL,
    line INTEGER NOT NULL,
    listed_at TEXT NOT NULL,
    PRIMARY KEY (collection, key)
) STRICT;
CREATE INDEX listed_paper ON listed(paper);

CREATE TABLE unusable_lines (
    collection INTEGER NOT NULL REFERENCES collections(id),
    file TEXT NOT NULL,
    position INTEGER NOT NULL,
    line INTEGER NOT NULL,
    reason TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (collection, file, position)
) STRICT;

CREATE TABLE authors (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    s2_author_id TEXT
) STRICT;

CREATE TABLE authorships (
    paper INTEGER NOT NULL REFERENCES papers(id) ON UPDATE CASCADE ON DELETE CASCADE,
    position INTEGER NOT NULL,
    author INTEGER NOT NULL REFERENCES authors(id),
    name TEXT NOT NULL,
    affiliation TEXT,
    PRIMARY KEY (paper, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX authorships_author ON authorships(author);

CREATE TABLE categories (
    paper INTEGER NOT NULL REFERENCES papers(id) ON UPDATE CASCADE ON DELETE CASCADE,
    category TEXT NOT NULL,
    is_primary INTEGER NOT NULL,
    PRIMARY KEY (paper, category)
) STRICT, WITHOUT ROWID;

CREATE TABLE citations (
    citing INTEGER NOT NULL REFERENCES papers(id) ON UPDATE CASCADE,
    cited INTEGER NOT NULL REFERENCES papers(id) ON UPDATE CASCADE,
    is_influential INTEGER,
    seen_in_references INTEGER NOT NULL,
    seen_in_citations INTEGER NOT NULL,
    PRIMARY KEY (citing, cited),
    CHECK (citing <> cited)
) STRICT, WITHOUT ROWID;
CREATE INDEX citations_cited ON citations(cited);

-- Which answer showed which link: a source's list of a paper's references or citations.
CREATE TABLE sightings (
    paper INTEGER NOT NULL REFERENCES papers(id) ON UPDATE CASCADE ON DELETE CASCADE,
    direction TEXT NOT NULL CHECK (direction IN ('references', 'citations')),
    source TEXT NOT NULL REFERENCES sources(name),
    other INTEGER NOT NULL REFERENCES papers(id) ON UPDATE CASCADE ON DELETE CASCADE,
    answer INTEGER NOT NULL REFERENCES answers(id),
    PRIMARY KEY (paper, direction, source, other)
) STRICT, WITHOUT ROWID;

CREATE TABLE citation_contexts (
    citing INTEGER NOT NULL,
    cited INTEGER NOT NULL,
    position INTEGER NOT NULL,
    context TEXT NOT NULL,
    intents TEXT NOT NULL,
    PRIMARY KEY (citing, cited, position),
    FOREIGN KEY (citing, cited) REFERENCES citations(citing, cited)
        ON UPDATE CASCADE ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE unlinked_references (
    paper INTEGER NOT NULL REFERENCES papers(id) ON UPDATE CASCADE ON DELETE CASCADE,
    direction TEXT NOT NULL CHECK (direction IN ('references', 'citations')),
    source TEXT NOT NULL REFERENCES sources(name),
    position INTEGER NOT NULL,
    title TEXT,
    year INTEGER,
    answer INTEGER NOT NULL REFERENCES answers(id),
    PRIMARY KEY (paper, direction, source, position)
) STRICT;

CREATE TABLE embeddings (
    paper INTEGER NOT NULL REFERENCES papers(id) ON UPDATE CASCADE ON DELETE CASCADE,
    model TEXT NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (paper, model)
) STRICT;

CREATE TABLE fetches (
    paper INTEGER NOT NULL REFERENCES papers(id) ON UPDATE CASCADE ON DELETE CASCADE,
    source TEXT NOT NULL REFERENCES sources(name),
    part TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('found', 'partial', 'absent', 'failed')),
    reason TEXT,
    tries INTEGER NOT NULL DEFAULT 1,
    expected INTEGER,
    received INTEGER,
    unlinked INTEGER,
    resume_at INTEGER,
    answer INTEGER REFERENCES answers(id),
    at TEXT NOT NULL,
    PRIMARY KEY (paper, source, part)
) STRICT;
CREATE INDEX fetches_state ON fetches(source, part, state);
CREATE VIRTUAL TABLE papers_fts USING fts5(
    title, abstract, content='papers', content_rowid='id', tokenize='porter unicode61'
);
-- A run adds a segment an answer; merging them each time costs more than searching them.
INSERT INTO papers_fts(papers_fts, rank) VALUES ('automerge', 0);
CREATE TRIGGER papers_fts_insert AFTER INSERT ON papers BEGIN
    INSERT INTO papers_fts(rowid, title, abstract) VALUES (new.id, new.title, new.abstract);
END;
CREATE TRIGGER papers_fts_delete AFTER DELETE ON papers BEGIN
    INSERT INTO papers_fts(papers_fts, rowid, title, abstract)
    VALUES ('delete', old.id, old.title, old.abstract);
END;
CREATE TRIGGER papers_fts_update AFTER UPDATE OF id, title, abstract ON papers
WHEN old.id IS NOT new.id OR old.title IS NOT new.title OR old.abstract IS NOT new.abstract
BEGIN
    INSERT INTO papers_fts(papers_fts, rowid, title, abstract)
    VALUES ('delete', old.id, old.title, old.abstract);
    INSERT INTO papers_fts(rowid, title, abstract) VALUES (new.id, new.title, new.abstract);
END;

CREATE VIRTUAL TABLE authors_fts USING fts5(
    name, content='authors', content_rowid='id', tokenize='unicode61'
);
CREATE TRIGGER authors_fts_insert AFTER INSERT ON authors BEGIN
    INSERT INTO authors_fts(rowid, name) VALUES (new.id, new.name);
END;
CREATE TRIGGER authors_fts_delete AFTER DELETE ON authors BEGIN
    INSERT INTO authors_fts(authors_fts, rowid, name) VALUES ('delete', old.id, old.name);
END;
CREATE TRIGGER authors_fts_update AFTER UPDATE OF name ON authors
WHEN old.name IS NOT new.name
BEGIN
    INSERT INTO authors_fts(authors_fts, rowid, name) VALUES ('delete', old.id, old.name);
    INSERT INTO authors_fts(rowid, name) VALUES (new.id, new.name);
END;
-- Papers that some source can be asked about.
CREATE VIEW askable AS
SELECT DISTINCT identifiers.paper
FROM identifiers JOIN source_schemes ON source_schemes.scheme = identifiers.scheme;

CREATE VIEW problems AS
SELECT paper, source, part, state, reason, tries, at AS last_time
FROM fetches WHERE state IN ('absent', 'failed')
UNION ALL
SELECT listed.paper, 'list', 'record', 'unresolved',
       'no identifier that a source can be asked by', 0, min(listed.listed_at)
FROM listed
WHERE NOT EXISTS (
    SELECT 1 FROM identifiers
    JOIN source_schemes ON source_schemes.scheme = identifiers.scheme
    WHERE identifiers.paper = listed.paper
)
GROUP BY listed.paper;

-- A field of a paper comes from the source of the smallest rank that gives it. A paper that
-- only links name has what the last of them said.
CREATE VIEW provenance AS
SELECT records.paper, field.key AS field, field.value, records.source, records.answered_at,
       records.answer,
       NOT EXISTS (
           SELECT 1 FROM records AS other JOIN sources AS better ON better.name = other.source
           WHERE other.paper = records.paper AND better.rank < sources.rank
             AND json_type(other.fields, '$.' || field.key) IS NOT NULL
       ) AS chosen
FROM records
JOIN sources ON sources.name = records.source
JOIN json_each(records.fields) AS field
UNION ALL
SELECT papers.id, field.key, field.value, 'mention', answers.answered_at, answers.id, 1
FROM papers
JOIN answers ON answers.id = papers.mentioned_in
JOIN json_each(json_object(
    'title', papers.title, 'year', papers.year, 'published', papers.published,
    'arxiv_id', papers.arxiv_id, 's2_paper_id', papers.s2_paper_id,
    'corpus_id', papers.corpus_id, 'doi', papers.doi)) AS field
WHERE field.value IS NOT NULL;
