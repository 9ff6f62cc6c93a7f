"""A small database for tests of networks: five papers whose numbers are known by hand.

A <-> B (they cite each other), A -> C, D -> C, E alone; a paper outside cites C.
"""

import sqlite3
from pathlib import Path

from db.identity import number_of
from db.migrations import migrate

ARXIV = {"A": "2310.00001", "B": "2310.00002", "C": "cs/0701001", "D": "2310.00004"}
NUMBERS = {name: number_of("arxiv", arxiv_id) for name, arxiv_id in ARXIV.items()}
NUMBERS["E"] = number_of("openreview", "zzzzzzzzzE")
OUTSIDE = number_of("corpus", "77")
AT = "2024-05-01T00:00:00.000Z"


def empty_database(path: Path) -> sqlite3.Connection:
    """Make a file with the schema, the sources and nothing else."""
    connection = sqlite3.connect(path)
    migrate(connection)
    connection.executemany(
        "INSERT OR IGNORE INTO sources (name, rank, title) VALUES (?, ?, ?)",
        [("s2", 1, "Semantic Scholar"), ("arxiv", 2, "arXiv"), ("list", 3, "The list")],
    )
    connection.executemany(
        "INSERT OR IGNORE INTO source_schemes (source, scheme) VALUES (?, ?)",
        [("arxiv", "arxiv"), ("s2", "arxiv"), ("s2", "corpus"), ("s2", "doi")],
    )
    connection.commit()
    return connection


def five_papers(path: Path) -> Path:
    """Make the database that this file's first lines draw."""
    connection = empty_database(path)
    with connection:
        _papers(connection)
        _citations(connection)
        _fetches(connection)
    connection.close()
    return path


def list_papers(
    connection: sqlite3.Connection, collection: str, decisions: dict[int, str | None]
) -> None:
    """List papers in a collection, each with its decision."""
    connection.execute("INSERT OR IGNORE INTO collections (name) VALUES (?)", (collection,))
    connection.executemany(
        "INSERT INTO listed (collection, paper, key, decision, listing, file, line, listed_at) "
        "VALUES ((SELECT id FROM collections WHERE name = ?), ?, ?, ?, '{}', 'list.csv', ?, ?)",
        [
            (collection, paper, f"k{paper}", decision, line, AT)
            for line, (paper, decision) in enumerate(decisions.items(), start=2)
        ],
    )


def _papers(connection: sqlite3.Connection) -> None:
    n = NUMBERS
    rows = [
        (n["A"], "Alpha & <Omega>", "2310.00001", None, 2023, 10, 3, 20),
        (n["B"], "Beta", "2310.00002", None, 2023, None, None, None),
        (n["C"], "Gamma ]]> of \u202bשלום\u202c", "cs/0701001", None, 2007, 500, 40, 9),
        (n["D"], None, "2310.00004", None, None, 0, 0, 0),
        (n["E"], "Epsilon", None, "zzzzzzzzzE", None, None, None, None),
        (OUTSIDE, "Outside", None, None, 2024, None, None, None),
    ]
    connection.executemany(
        "INSERT INTO papers (id, title, arxiv_id, openreview_id, year, citation_count, "
        "influential_citation_count, reference_count) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        rows,
    )
    connection.executemany(
        "INSERT INTO identifiers (scheme, value, paper) VALUES ('arxiv', ?, ?)",
        [(arxiv_id, n[name]) for name, arxiv_id in ARXIV.items()],
    )
    list_papers(connection, "one", {n["A"]: None, n["B"]: "poster", n["C"]: "oral", n["D"]: None})
    list_papers(connection, "two", {n["A"]: "spotlight", n["B"]: "reject", n["E"]: "reject"})
    connection.executemany("INSERT INTO authors (id, name) VALUES (?, ?)", [(1, "Zoë"), (2, "An")])
    connection.executemany(
        "INSERT INTO authorships (paper, position, author, name) VALUES (?, ?, ?, ?)",
        [(n["A"], 1, 1, "Zoë"), (n["A"], 2, 2, "An"), (n["B"], 1, 2, "An B.")],
    )


def _citations(connection: sqlite3.Connection) -> None:
    n = NUMBERS
    answer = (
        "INSERT INTO answers (id, source, part, request, status, content_type, asked_at, "
        "answered_at, size, sha256, body) VALUES (?, 's2', ?, '{}', 200, '', ?, ?, 0, '', x'')"
    )
    connection.executemany(answer, [(1, "references", AT, AT), (2, "citations", AT, AT)])
    connection.executemany(
        "INSERT INTO citations (citing, cited, is_influential, seen_in_references, "
        "seen_in_citations) VALUES (?, ?, ?, ?, ?)",
        [
            (n["A"], n["B"], 1, 1, 1),
            (n["B"], n["A"], 0, 1, 0),
            (n["A"], n["C"], None, 1, 0),
            (n["D"], n["C"], None, 0, 1),
            (OUTSIDE, n["C"], 1, 0, 1),
        ],
    )


def _fetches(connection: sqlite3.Connection) -> None:
    n = NUMBERS
    connection.executemany(
        "INSERT INTO fetches (paper, source, part, state, reason, received, at) "
        "VALUES (?, 's2', ?, ?, ?, ?, ?)",
        [
            (n["A"], "record", "found", None, None, AT),
            (n["A"], "references", "found", None, 2, AT),
            (n["B"], "record", "found", None, None, AT),
            (n["B"], "references", "found", None, 1, AT),
            (n["C"], "record", "found", None, None, AT),
            (n["C"], "references", "absent", "not given by the publisher", None, AT),
            (n["D"], "record", "absent", "not in Semantic Scholar", None, AT),
        ],
    )
