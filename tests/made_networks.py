"""Databases for tests of networks, made from what each test says; papers are small numbers."""

import gzip
import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from made_database import AT, empty_database, list_papers

REAL = Path(__file__).parents[2] / "shared/data/arxiv2023-graph"
_ARXIV_ID = re.compile(r"\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?/\d{7}")


def made(
    path: Path,
    listed: Iterable[int] | Mapping[int, str | None],
    links: Iterable[tuple[int, int]] = (),
    *,
    authors: Mapping[int, Sequence[int]] | None = None,
    published: Mapping[int, str] | None = None,
    years: Mapping[int, int] | None = None,
    collection: str = "list",
) -> Path:
    """Make a database of these papers and links, all of them fetched without a gap."""
    links, authors, published = list(links), authors or {}, published or {}
    years = {paper: int(day[:4]) for paper, day in published.items()} | dict(years or {})
    decisions = dict(listed) if isinstance(listed, Mapping) else dict.fromkeys(listed)
    papers = sorted({*decisions, *(end for link in links for end in link), *published, *years})
    connection = empty_database(path)
    with connection:
        connection.executemany(
            "INSERT INTO papers (id, title, is_listed, published, year) VALUES (?, ?, ?, ?, ?)",
            [(p, f"Paper {p}", p in decisions, published.get(p), years.get(p)) for p in papers],
        )
        list_papers(connection, collection, decisions)
        connection.executemany("INSERT INTO citations VALUES (?, ?, NULL, 1, 0)", links)
        _write_authors(connection, authors)
        _fetch_all(connection, decisions, links)
    connection.close()
    return path


def _write_authors(connection: sqlite3.Connection, authors: Mapping[int, Sequence[int]]) -> None:
    connection.executemany(
        "INSERT INTO authors (id, name, s2_author_id) VALUES (?, ?, ?)",
        [(a, f"Author {a}", str(a)) for a in sorted({a for who in authors.values() for a in who})],
    )
    connection.executemany(
        "INSERT INTO authorships (paper, position, author, name) VALUES (?, ?, ?, '')",
        [(paper, place, a) for paper, who in authors.items() for place, a in enumerate(who, 1)],
    )


def _fetch_all(
    connection: sqlite3.Connection, listed: Iterable[int], links: Sequence[tuple[int, int]]
) -> None:
    references = Counter(citing for citing, _ in links)
    citations = Counter(cited for _, cited in links)
    connection.executemany(
        "INSERT INTO fetches (paper, source, part, state, received, at) "
        "VALUES (?, 's2', ?, 'found', ?, ?)",
        [
            (paper, part, received, AT)
            for paper in listed
            for part, received in (
                ("record", None),
                ("references", references[paper]),
                ("citations", citations[paper]),
            )
        ],
    )


def real_links() -> np.ndarray:
    """Return the citations of the real network as rows of two places, or skip the test."""
    if not REAL.is_dir():
        pytest.skip(f"the real citation network is not at {REAL}")
    with gzip.open(REAL / "ids.csv.gz", "rt") as file:
        ids = file.read().split()[1:]
    has_id = np.array([bool(_ARXIV_ID.fullmatch(each)) for each in ids])
    with gzip.open(REAL / "edges.csv.gz", "rt") as file:
        links = np.loadtxt(file, delimiter=",", skiprows=1, dtype=np.int64)
    kept = (links[:, 0] != links[:, 1]) & has_id[links].all(axis=1)
    return np.unique((np.cumsum(has_id) - 1)[links[kept]], axis=0)
