"""A database with a row in every table, for tests of pages and questions.

Alpha and Beta cite each other and a paper outside the list; Gamma, without an identifier
in the list, cites Beta.
"""

import json
from contextlib import closing
from pathlib import Path

from db.database import open_database

ALPHA, BETA, GAMMA, OUTSIDE = 231000001, 231000002, 2 * 10**15 + 5, 10**12 + 7
AT = "2024-05-01T10:00:00.000Z"
SCRIPT = "<script>alert('x')</script> & friends"
ROWS: dict[str, list[tuple[object, ...]]] = {
    "sources (name, rank, title, url, licence, attribution)": [
        ("arxiv", 1, "arXiv", "https://arxiv.org/", "CC0", "Thank you to arXiv."),
        ("list", 3, "The list", None, None, None),
        ("mention", 4, "Links", None, None, None),
    ],
    "source_schemes": [("arxiv", "arxiv"), ("arxiv", "doi")],
    "runs (id, command, version, started_at, finished_at, exit_code)": [
        (1, "enrich", "1", AT, "2024-05-01T10:00:02.500Z", 0)
    ],
    "run_services": [(1, "arxiv", "https://arxiv.example/query", 4, 1, 1, 9000, 3.5)],
    "answers (id, run, source, part, request, status, content_type, asked_at, answered_at, size, "
    "sha256, body)": [(1, 1, "arxiv", "records", "{}", 200, "", AT, AT, 2, "", b"{}")],
    "papers (id, title, is_listed, year, arxiv_id, doi, citation_count, abstract, mentioned_in)": [
        (
            ALPHA,
            "Alpha what? A C++ study",
            1,
            2023,
            "2310.00001",
            "10.1/a",
            9,
            r"Multi-agent, in $O(\alpha^2)$ for $5, not $10.",
            None,
        ),
        (BETA, SCRIPT, 1, 2023, "2310.00002", None, 5, 'So "quoted', None),
        (GAMMA, "Gamma", 1, None, None, None, None, None, None),
        (OUTSIDE, None, 0, 2017, None, None, 99, None, 1),
    ],
    "identifiers": [
        ("arxiv", "2310.00001", ALPHA),
        ("doi", "10.1/a", ALPHA),
        ("arxiv", "2310.00002", BETA),
    ],
    "records (paper, source, key_number, answer, answered_at, fields)": [
        (ALPHA, "arxiv", ALPHA, 1, AT, json.dumps({"title": "Alpha what? A C++ study"})),
        (ALPHA, "list", ALPHA, None, AT, json.dumps({"title": "Alpha"})),
    ],
    "collections": [(1, "iclr")],
    "listed (collection, paper, key, decision, title, listing, file, line, listed_at)": [
        (1, ALPHA, "arxiv:2310.00001", "Oral", "Alpha", "{}", "list.csv", 2, AT),
        (1, BETA, "b", "Poster", "Beta", "{}", "list.csv", 3, AT),
        (1, GAMMA, "c", "Poster", "Gamma", "{}", "list.csv", 4, AT),
    ],
    "unusable_lines": [(1, "list.csv", 1, 9, "no title", "?")],
    "authors (id, name)": [(1, "Zoë Ångström"), (2, "An Author")],
    "authorships (paper, position, author, name)": [
        (ALPHA, 1, 1, "Zoë"),
        (ALPHA, 2, 2, "An"),
        (BETA, 1, 1, "Z."),
    ],
    "categories": [(ALPHA, "cs.LG", 1)],
    "citations (citing, cited, seen_in_references, seen_in_citations)": [
        (ALPHA, BETA, 1, 1),
        (GAMMA, BETA, 0, 1),
        (BETA, ALPHA, 1, 0),
        (ALPHA, OUTSIDE, 1, 0),
        (BETA, OUTSIDE, 1, 0),
    ],
    "sightings": [(ALPHA, "references", "arxiv", BETA, 1)],
    "citation_contexts": [(ALPHA, BETA, 1, "As in [1].", "[]")],
    "unlinked_references": [(ALPHA, "references", "arxiv", 1, "A lost book", 1990, 1)],
    "embeddings": [(ALPHA, "specter_v2", b"\x00\x00\x80\x3f")],
    "searches": [("arxiv", "title_search")],
    "resolutions (paper, place, band, score, candidate, candidate_title, title_score, evidence, "
    "reason, is_decided, method, resolved_at, paper_key, keys, answers)": [
        (
            GAMMA,
            1,
            "review",
            4.5,
            "arxiv:2310.00009",
            "Gamma rays",
            4.5,
            "[]",
            "waits for review",
            0,
            "by hand",
            AT,
            "openreview:gamma",
            "[]",
            "[1]",
        ),
    ],
    "decisions": [("openreview:gamma", "arxiv:2310.00008", 0, AT)],
    "unresolved": [(GAMMA, "waits for review", AT, "openreview:gamma")],
    "judgements": [(1, "hash", 1, "by hand", AT)],
    "fetches (paper, source, part, state, reason, expected, received, unlinked, at)": [
        (ALPHA, "arxiv", "record", "found", None, None, None, None, AT),
        (ALPHA, "arxiv", "references", "found", None, 4, 3, 1, AT),
        (BETA, "arxiv", "record", "absent", "withdrawn", None, None, None, AT),
    ],
}


def browsed_database(path: Path) -> Path:
    """Make the file."""
    with closing(open_database(path, create=True)) as connection, connection:
        connection.execute("DELETE FROM sources")
        for table, rows in ROWS.items():
            blanks = ", ".join("?" * len(rows[0]))
            connection.executemany(f"INSERT INTO {table} VALUES ({blanks})", rows)
    return path
