"""Looking at what was found: for review, for evaluation, for reports."""

import functools
import sqlite3
from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import msgspec

from .listings import fill_gaps
from .resolutions import Shown, read_key
from .rows import Author, Evidence, Key, Listing, Record, Resolution, Sought
from .sought import load_sought


class Identified(NamedTuple):
    """A listed paper whose identifiers are known, as its lists give it."""

    listing: Listing
    collection: str
    keys: tuple[Key, ...]


_IDENTIFIED = """
SELECT listed.paper, listed.listing, collections.name, identifiers.scheme, identifiers.value
FROM listed
JOIN collections ON collections.id = listed.collection
JOIN identifiers ON identifiers.paper = listed.paper
WHERE (:collection IS NULL OR collections.name = :collection)
  AND EXISTS (SELECT 1 FROM identifiers AS known
              WHERE known.paper = listed.paper AND known.scheme = 'arxiv')
  AND identifiers.scheme IN ('arxiv', 'corpus', 's2', 'doi')
  AND listed.paper NOT IN (SELECT paper FROM resolutions WHERE band = 'accepted')
ORDER BY listed.paper, listed.collection, listed.key, identifiers.scheme, identifiers.value
"""


def load_identified(connection: sqlite3.Connection, collection: str | None) -> list[Identified]:
    """Return the listed papers with an arXiv id that was not found by resolving."""
    rows = connection.execute(_IDENTIFIED, {"collection": collection}).fetchall()
    found = []
    for _, of_paper in groupby(rows, key=itemgetter(0)):
        told = list(of_paper)
        texts = dict.fromkeys(row[1] for row in told)
        listings = [msgspec.json.decode(text, type=Listing) for text in texts]
        keys = dict.fromkeys(Key(row[3], row[4]) for row in told)
        found.append(Identified(functools.reduce(fill_gaps, listings), told[0][2], tuple(keys)))
    return found


class Doubtful(NamedTuple):
    """A listed paper with its candidates, the best first."""

    sought: Sought
    candidates: tuple[Shown, ...]


def load_doubtful(connection: sqlite3.Connection, *, also_accepted: bool = False) -> list[Doubtful]:
    """Return the papers that wait for review, with all of their candidates.

    `also_accepted` adds those whose candidate was accepted by its score.
    """
    sought = {each.key: each for each in load_sought(connection)}
    rows = connection.execute(
        "SELECT paper_key, keys, band, score, evidence, answers, runner_up, runner_up_score, "
        "reason, is_decided, candidate_title, candidate_abstract, candidate_authors, "
        "candidate_year, candidate_venue FROM resolutions WHERE paper_key IN "
        "(SELECT paper_key FROM resolutions WHERE band = 'review' "
        "OR (? AND band = 'accepted' AND NOT is_decided)) ORDER BY paper_key, place",
        (also_accepted,),
    )
    found: dict[Key, list[Shown]] = {}
    for row in rows:
        shown = _shown(row)
        found.setdefault(shown.resolution.paper, []).append(shown)
    return [Doubtful(sought[key], tuple(shown)) for key, shown in found.items() if key in sought]


def _shown(row: Sequence[object]) -> Shown:
    paper, keys, band, score, evidence, answers, runner_up, runner_up_score, reason, decided = row[
        :10
    ]
    title, abstract, authors, year, venue = row[10:]
    resolution = msgspec.convert(
        {
            "paper": read_key(str(paper)),
            "keys": msgspec.json.decode(str(keys)),
            "band": band,
            "score": score,
            "evidence": msgspec.json.decode(str(evidence), type=list[Evidence]),
            "answers": msgspec.json.decode(str(answers)),
            "runner_up": read_key(str(runner_up)) if runner_up else None,
            "runner_up_score": runner_up_score,
            "reason": reason,
            "decided": bool(decided),
        },
        Resolution,
    )
    names = str(authors).split("; ") if authors else []
    record = msgspec.convert(
        {
            "title": title,
            "abstract": abstract,
            "year": year,
            "venue": venue,
            "authors": [Author(name) for name in names],
        },
        Record,
    )
    return Shown(resolution, record)


class Outcome(NamedTuple):
    """What became of one listed paper that came without an identifier."""

    title: str
    band: str
    """accepted, review or not found."""
    candidate: str | None
    candidate_title: str | None
    score: float | None
    reason: str | None


_OUTCOMES = """
WITH best AS (
    SELECT *, row_number() OVER (PARTITION BY paper_key ORDER BY band, place) AS rank
    FROM resolutions WHERE band IN ('accepted', 'review')
)
SELECT coalesce(listed.title, substr(listed.abstract, 1, 80)) AS title,
       coalesce(best.band, 'not found') AS band, best.candidate, best.candidate_title, best.score,
       coalesce(best.reason, unresolved.reason),
       max(listed.key = sought.paper_key)  -- of several lines of a paper, the one sought
FROM (SELECT paper_key, paper FROM best UNION SELECT paper_key, paper FROM unresolved) AS sought
JOIN listed ON listed.paper = sought.paper
LEFT JOIN best ON best.paper_key = sought.paper_key AND best.rank = 1
LEFT JOIN unresolved ON unresolved.paper_key = sought.paper_key
WHERE (:collection IS NULL
       OR listed.collection = (SELECT id FROM collections WHERE name = :collection))
  AND (best.band = 'accepted' OR sought.paper NOT IN askable)
GROUP BY sought.paper_key
ORDER BY band, title
"""


def load_outcomes(connection: sqlite3.Connection, collection: str | None = None) -> list[Outcome]:
    """Return what became of the papers without identifier, by band, then title."""
    rows = connection.execute(_OUTCOMES, {"collection": collection})
    return [Outcome(*row) for *row, _ in rows]
