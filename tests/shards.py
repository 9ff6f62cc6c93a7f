"""Made shards for tests of the dumps: with all that real ones trip over, and what is in them."""

import gzip
import json
import random
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

RELEASE = "2026-11-24"


class Made(NamedTuple):
    """A folder of shards and what they hold; `links` leaves out what is no link."""

    citations: str
    papers: str
    ends: list[tuple[int | None, int | None]]
    links: set[tuple[int, int]]
    influential: set[tuple[int, int]]
    rows: int
    without_end: int
    to_itself: int


def make_shards(folder: Path, papers: int = 300, rows: int = 6000, seed: int = 1) -> Made:
    """Write three shards of citations and two of papers."""
    rng = random.Random(seed)
    given = [_row(rng, number, papers) for number in range(rows)]
    for shard in range(3):
        write_shard(folder / "citations" / f"{shard}_made.gz", given[shard::3])
    told = [paper_row(number) for number in range(papers)]
    for shard in range(2):
        write_shard(folder / "papers" / f"{shard}_made.gz", told[shard::2])
    ends = [(row["citingcorpusid"], row["citedcorpusid"]) for row in given]
    whole = [pair for pair in ends if None not in pair]
    return Made(
        str(folder / "citations" / "*.gz"),
        str(folder / "papers" / "*.gz"),
        ends,
        {pair for pair in whole if pair[0] != pair[1]},
        {pair for pair, row in zip(ends, given, strict=True) if row["isinfluential"]},
        rows,
        len(ends) - len(whole),
        sum(citing == cited for citing, cited in whole),
    )


def write_shard(path: Path, rows: Iterable[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = "".join(json.dumps(row) + "\n" for row in rows)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))
    return path


def _row(rng: random.Random, number: int, papers: int) -> dict[str, Any]:
    citing = rng.randrange(papers) if rng.random() > 0.02 else None
    cited = int(papers * rng.random() ** 3) if rng.random() > 0.1 else None
    return citation_row(number, citing, cited, rng.choice([True, False, None]))


def citation_row(
    number: int, citing: int | None, cited: int | None, influential: bool | None = False
) -> dict[str, Any]:
    return {
        "citationid": number,
        "citingcorpusid": citing,
        "citedcorpusid": cited,
        "isinfluential": influential,
        "contexts": None if number % 2 else ["as “was” shown\n before"],
        "intents": [["background"], None] if number % 3 else None,
    }


def paper_row(number: int) -> dict[str, Any]:
    """A paper with an arXiv id where its number is odd, else with a DOI."""
    return {
        "corpusid": number,
        "externalids": {
            "ArXiv": arxiv_id(number) if number % 2 else None,
            "DOI": f"10.1234/Made.{number}",
            "MAG": str(number),
        },
        "url": f"https://www.semanticscholar.org/paper/{number:040x}",
        "title": f"Paper  {number}",
        "authors": [{"authorId": str(number % 40), "name": f"Author {number % 40}"}],
        "venue": "",
        "year": 2000 + number % 20,
        "referencecount": 20,
        "citationcount": number,
        "influentialcitationcount": 0,
        "publicationtypes": None if number % 3 else ["Review"],
        "publicationdate": None,
        "journal": {"name": "arXiv"},
    }


def arxiv_id(number: int) -> str:
    return f"2301.{number:05}"
