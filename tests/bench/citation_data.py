"""Citation networks as a papers.db: the real one of arXiv, and made ones of any size."""

import csv
import gzip
import re
import sqlite3
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from db.identity import number_of
from db.migrations import migrate

_ARXIV_ID = re.compile(r"\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?/\d{7}")
_AT = "2024-05-01T00:00:00.000Z"
_FIELDS, _INSIDE = 50, 0.8
"""Made papers are of so many fields, and such a share of their links stays inside."""
_AUTHORS = 3
_PARTS = ("record", "references", "citations")
_SEED = 2024


@dataclass(frozen=True)
class Citations:
    """Papers by their places, and who cites whom."""

    arxiv_ids: list[str]
    titles: list[str]
    citing: np.ndarray
    cited: np.ndarray


def real(folder: Path) -> Citations:
    """Read the citations among arXiv papers; integer ids and links to itself are left out."""
    with gzip.open(folder / "ids.csv.gz", "rt", encoding="utf-8") as file:
        ids = file.read().split()[1:]
    with gzip.open(folder / "titles.csv.gz", "rt", encoding="utf-8", newline="") as file:
        titles = [row[0] for row in csv.reader(file)][1:]
    with gzip.open(folder / "edges.csv.gz", "rt") as file:
        edges = np.loadtxt(file, np.int64, delimiter=",", skiprows=1)
    kept = np.array([_ARXIV_ID.fullmatch(name) is not None for name in ids])
    edges = np.unique(edges[kept[edges].all(axis=1) & (edges[:, 0] != edges[:, 1])], axis=0)
    place = np.cumsum(kept) - 1
    named = [(i, t) for i, t, is_kept in zip(ids, titles, kept, strict=True) if is_kept]
    return Citations(*map(list, zip(*named, strict=True)), place[edges[:, 0]], place[edges[:, 1]])


def made(papers: int, links: int) -> Citations:
    """Make citations of earlier papers whose number a paper falls off by a power law (2.7)."""
    random = np.random.default_rng(_SEED)
    keys = np.empty(0, np.int64)
    while len(keys) < links:
        citing = random.integers(_FIELDS, papers, links // 4)
        cited = (citing * random.random(len(citing)) ** 2.5).astype(np.int64)
        inside = random.random(len(citing)) < _INSIDE
        cited[inside] += (citing[inside] - cited[inside]) % _FIELDS
        earlier = cited < citing
        keys = np.union1d(keys, citing[earlier] * papers + cited[earlier])
    citing, cited = np.divmod(np.sort(random.permutation(keys)[:links]), papers)
    a_month = papers // 120 + 1
    names = [
        f"{15 + month // 12:02}{month % 12 + 1:02}.{number:05}"
        for month, number in (divmod(paper, a_month) for paper in range(papers))
    ]
    titles = [
        f"On field{paper % _FIELDS} and topic{paper % (37 * _FIELDS)} & more, {paper}"
        for paper in range(papers)
    ]
    return Citations(names, titles, citing, cited)


def store(data: Citations, path: Path) -> None:
    """Write all that a network reads, in one transaction; every paper is listed.

    Every tenth is an oral, the others are posters. Authors are made, three a paper.
    """
    connection = sqlite3.connect(path, isolation_level=None)
    migrate(connection)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("BEGIN")
    connection.execute("DROP INDEX citations_cited")
    for statement, rows in _rows(data):
        connection.executemany(statement, rows)
    connection.execute("CREATE INDEX citations_cited ON citations(cited)")
    connection.execute("COMMIT")
    connection.execute("ANALYZE")
    connection.close()


def _rows(data: Citations) -> Iterator[tuple[str, Iterator[tuple[object, ...]]]]:
    ids, count = data.arxiv_ids, len(data.arxiv_ids)
    numbers = np.array([number_of("arxiv", name) for name in ids])
    order = np.argsort(numbers)
    shown = np.bincount(data.cited, minlength=count).tolist()
    cites = np.bincount(data.citing, minlength=count).tolist()
    of, places = numbers.tolist(), order.tolist()
    yield (
        "INSERT INTO sources (name, rank, title) VALUES (?, ?, ?)",
        iter([("s2", 1, "Semantic Scholar"), ("list", 3, "The list")]),
    )
    yield (
        "INSERT INTO papers (id, title, arxiv_id, year, is_listed, citation_count, "
        "reference_count) VALUES (?, ?, ?, ?, 1, ?, ?)",
        ((of[p], data.titles[p], ids[p], _year(ids[p]), shown[p], cites[p]) for p in places),
    )
    yield "INSERT INTO collections (id, name) VALUES (?, ?)", iter([(1, "all")])
    yield (
        "INSERT INTO listed (collection, paper, key, decision, listing, file, line, listed_at) "
        f"VALUES (1, ?, ?, ?, '{{}}', 'all.csv', ?, '{_AT}')",
        ((of[p], ids[p], "poster" if p % 10 else "oral", p + 2) for p in places),
    )
    ends = np.stack((numbers[data.citing], numbers[data.cited]))
    ends = ends[:, np.lexsort(ends[::-1])]
    yield (
        "INSERT INTO citations (citing, cited, seen_in_references, seen_in_citations) "
        "VALUES (?, ?, 1, 0)",
        zip(*ends.tolist(), strict=True),
    )
    random = np.random.default_rng(_SEED)
    authors = (count * random.random((count, _AUTHORS)) ** 2).astype(np.int64).tolist()
    yield (
        "INSERT INTO authors (id, name, s2_author_id) VALUES (?, ?, ?)",
        ((a + 1, f"Author {a + 1}", str(a + 1)) for a in range(count)),
    )
    yield (
        "INSERT INTO authorships (paper, position, author, name) VALUES (?, ?, ?, ?)",
        (
            (of[p], position, a + 1, f"Author {a + 1}")
            for p in places
            for position, a in enumerate(sorted(set(authors[p])), start=1)
        ),
    )
    yield (
        "INSERT INTO fetches (paper, source, part, state, received, at) "
        f"VALUES (?, 's2', ?, 'found', ?, '{_AT}')",
        (
            (of[p], part, received)
            for p in places
            for part, received in zip(_PARTS, (None, cites[p], shown[p]), strict=True)
        ),
    )


def _year(arxiv_id: str) -> int:
    two = int(arxiv_id.rpartition("/")[2][:2])
    return 1900 + two if two > 90 else 2000 + two
