"""Dumps of a made world: shards as Semantic Scholar ships them, and diffs between releases.

The shards have what the real ones trip over: links without an end, links shipped twice, nested
lists of intents that may be null, records with more columns than anybody reads.
"""

import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from .mixing import mix
from .world import World

Record = dict[str, Any]
PAPERS, CITATIONS = "papers", "citations"
KEYS = {PAPERS: "corpusid", CITATIONS: "citationid"}
_NESTED: tuple[list[list[str] | None] | None, ...] = (
    None,
    [],
    [["background"], None],
    [["methodology", "result"]],
)


@dataclass(frozen=True)
class Diff:
    """What changed to a release from the one before, as files by their names."""

    update: dict[str, bytes]
    delete: dict[str, bytes]


@dataclass(frozen=True)
class Dump:
    """One release: files by dataset and name, and the diffs that lead to it from the last."""

    release: str
    files: dict[str, dict[str, bytes]]
    diffs: dict[str, Diff] = field(default_factory=dict)


def dump_world(world: World, release: str = "2026-11-24", shards: int = 3) -> Dump:
    """Return the release that holds all that Semantic Scholar knows of a world."""
    return make_dump(
        release,
        {PAPERS: list(paper_records(world)), CITATIONS: list(citation_records(world))},
        shards,
    )


def make_dump(
    release: str, records: dict[str, list[Record]], shards: int = 3, before: Dump | None = None
) -> Dump:
    """Return a release of these records; after another one with the diffs from that."""
    files = {name: _shards(release, rows, shards) for name, rows in records.items()}
    diffs = {
        name: _diff(release, KEYS[name], read_shards(before.files[name]), rows)
        for name, rows in records.items()
        if before
    }
    return Dump(release, files, diffs)


def read_shards(files: dict[str, bytes]) -> list[Record]:
    """Return the records of shards."""
    return [
        json.loads(line)
        for body in files.values()
        for line in gzip.decompress(body).split(b"\n")
        if line
    ]


def paper_records(world: World) -> Iterator[Record]:
    """Yield a record of every paper that Semantic Scholar knows."""
    for paper in range(world.size):
        if world.in_s2(paper):
            yield _paper(world, paper)


def _paper(world: World, paper: int) -> Record:
    external = {"ArXiv": world.arxiv_id(paper), "DOI": world.doi(paper), "MAG": None}
    sha, corpus_id = world.paper_id(paper), world.corpus_id(paper)
    names = (" ".join(world.person(author)) for author in world.authors(paper))
    day = world.date(paper)
    return {
        "corpusid": corpus_id,
        "externalids": {**external, "CorpusId": str(corpus_id)},
        "url": f"https://www.semanticscholar.org/paper/{sha}",
        "title": world.in_scholar(paper).title,
        "authors": [
            {"authorId": str(author), "name": name}
            for author, name in zip(world.authors(paper), names, strict=True)
        ],
        "venue": "",
        "year": day.year,
        "referencecount": int(world.links.reference_counts[paper]),
        "citationcount": int(world.links.citation_counts[paper]),
        "influentialcitationcount": int(world.links.influential_counts[paper]),
        "isopenaccess": False,
        "s2fieldsofstudy": [{"category": "Computer Science", "source": "external"}],
        "publicationtypes": None,
        "publicationdate": day.isoformat(),
        "journal": None,
    }


def citation_records(world: World) -> Iterator[Record]:
    """Yield the links of a world, most of them twice: once from each paper's list."""
    for number, (citing, cited) in enumerate(_rows(world), 1):
        yield _citation(world, number, citing, cited)


def _rows(world: World) -> Iterator[tuple[int | None, int | None]]:
    for paper in range(world.size):
        if not world.in_s2(paper):
            continue
        for other in world.links.references.of(paper):
            yield paper, other if other >= 0 else None
        for other in world.links.citations.of(paper):
            yield other if other >= 0 else None, paper


def _citation(world: World, number: int, citing: int | None, cited: int | None) -> Record:
    ends = (citing, cited)
    bits = mix(world.options.seed, *(0 if end is None else end + 1 for end in ends))
    return {
        "citationid": number,
        "citingcorpusid": None if citing is None else world.corpus_id(citing),
        "citedcorpusid": None if cited is None else world.corpus_id(cited),
        "isinfluential": bits % 12 == 0,
        "contexts": None if bits % 2 else ["… as was shown before …"],
        "intents": _NESTED[bits % 4],
    }


def _shards(release: str, records: Sequence[Record], shards: int) -> dict[str, bytes]:
    stamp = release.replace("-", "")
    return {
        f"{stamp}_{number:05}_made.gz": _pack(records[number::shards]) for number in range(shards)
    }


def _pack(records: Iterable[Record]) -> bytes:
    text = "".join(json.dumps(record) + "\n" for record in records)
    return gzip.compress(text.encode(), mtime=0)


def _diff(release: str, key: str, before: Sequence[Record], after: Sequence[Record]) -> Diff:
    old = {record[key]: record for record in before}
    new = {record[key]: record for record in after}
    changed = [record for number, record in new.items() if old.get(number) != record]
    gone = [{key: number} for number in old if number not in new]
    stamp = release.replace("-", "")
    return Diff(
        {f"{stamp}_updated_made.gz": _pack(changed)} if changed else {},
        {f"{stamp}_deleted_made.gz": _pack(gone)} if gone else {},
    )
