"""From the tables of a dump to a database: as answers, which a rebuild reads again.

What the release says of the listed papers, of their references and of their citations is
stored in the words of the Graph API, some hundred papers an answer, and read from there. An
answer of its own keeps the manifest, which names every shard.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import msgspec

from db.bulk.manifest import Manifest
from db.bulk.tables import Link, Paper, Tables
from db.identifiers import canonical_arxiv
from db.rows import Answer, Key, Outcome, Request, Want
from db.store import Store

from ..clock import now
from ..sources import s2_datasets as datasets
from ..sources.base import Source
from .known import Known, load_known

_PAPERS, _LINKS = 500, 20_000
"""The most papers of one answer, and about the most links."""


@dataclass(frozen=True)
class Stored:
    """What went into the database; `answers` is 0 where it had all of it before."""

    answers: int
    records: int
    absent: int
    references: int
    citations: int


def store_tables(
    store: Store,
    archive: Source,
    tables: Tables,
    keys: Sequence[tuple[Key, ...]],
    run: int,
    tell: Callable[[str], None],
) -> Stored:
    """Store what the tables say of the listed papers, whose identifiers are `keys`.

    The time of the answers is the day of the release, whenever it is read. What was stored of
    the same shards before is left as it is.
    """
    known = load_known(store, archive, tables.manifest)
    storing = _Storing(store, archive, tables.manifest, known, run, tell)
    found = tables.found()
    papers = {paper.corpus_id: paper for paper in tables.papers(listed=True)}
    records, absent = 0, 0
    if tables.has_papers:
        records, absent = storing.records(papers, keys, found)
    placed = sorted({row[3] for row in found if not _is_other(keys[row[0]], papers.get(row[3]))})
    unlinked = tables.unlinked()
    links = []
    for place, (direction, read) in enumerate(
        (("references", tables.references), ("citations", tables.citations))
    ):
        wants = [
            Want(datasets.key_of(number), _expected(papers.get(number), direction))
            for number in placed
        ]
        lacking = {number: both[place] for number, both in unlinked.items()}
        links.append(storing.links(direction, placed, wants, read(), lacking))
    return Stored(storing.answers, records, absent, *links)


def _is_other(keys: Sequence[Key], paper: Paper | None) -> bool:
    """Return whether a paper found by another identifier has an arXiv id that is not the list's."""
    listed = {key.value for key in keys if key.scheme == "arxiv"}
    found = canonical_arxiv(paper.arxiv_id) if paper else None
    return bool(listed) and found is not None and found not in listed


def _expected(paper: Paper | None, direction: str) -> int | None:
    if paper is None:
        return None
    return paper.reference_count if direction == "references" else paper.citation_count


class _Storing:
    def __init__(
        self,
        store: Store,
        archive: Source,
        manifest: Manifest,
        known: Known,
        run: int,
        tell: Callable[[str], None],
    ) -> None:
        assert manifest.release is not None
        self._store, self._archive, self._run, self._tell = store, archive, run, tell
        self._release, self._known = manifest.release, known
        self._described = msgspec.json.encode(manifest)
        self._digest = hashlib.sha256(self._described).hexdigest()
        self._is_described = self._digest in known.manifests
        self.answers = 0

    def records(
        self,
        papers: Mapping[int, Paper],
        keys: Sequence[tuple[Key, ...]],
        found: Sequence[tuple[int, str, str, int]],
    ) -> tuple[int, int]:
        """Store the records of the listed papers; return how many there are and are not."""
        placed = {place: (Key(scheme, value), number) for place, scheme, value, number in found}
        asked = [
            (given, *placed.get(place, (given[0], None)))
            for place, given in enumerate(keys)
            if given
        ]
        pairs = [
            (Want(key), None if number is None else papers[number])
            for given, key, number in asked
            if not self._known.has_record(given, number)
        ]
        for start in range(0, len(pairs), _PAPERS):
            self._tell(f"Storing records: {start:,} of {len(pairs):,}")
            some = pairs[start : start + _PAPERS]
            body = datasets.write_records(paper for _, paper in some)
            self._save(datasets.RECORD, [want for want, _ in some], body)
        return sum(paper is not None for _, paper in pairs), len(asked) - len(placed)

    def links(
        self,
        direction: str,
        placed: Sequence[int],
        wants: Sequence[Want],
        links: Iterable[Link],
        unlinked: dict[int, int],
    ) -> int:
        """Store the links of the listed papers in one direction; return how many there are."""
        total = done = 0
        known = self._known.lists.get(direction, frozenset())
        by_paper = _fill(placed, links)
        lists = (
            (want, some, unlinked.get(number, 0))
            for want, (number, some) in zip(wants, by_paper, strict=True)
            if want.key not in known
        )
        for batch in _batches(lists):
            self._tell(f"Storing {direction}: {done:,} of {len(wants):,} papers")
            body = datasets.write_lists((some, lacking) for _, some, lacking in batch)
            self._save(direction, [want for want, *_ in batch], body)
            total += sum(len(some) for _, some, _ in batch)
            done += len(batch)
        return total

    def _save(self, part: str, wants: Sequence[Want], body: bytes) -> None:
        """Store one answer with all that it says, after the manifest that it goes by."""
        if not self._is_described:
            self._is_described = True
            self._save(datasets.RELEASE, [], self._described)
        request: Request = datasets.reading(self._release, part, wants, self._digest)
        at = f"{self._release}T00:00:00.000Z"
        answer = Answer(request, 200, body, now(), at, "application/json")
        outcomes: list[Outcome] = self._archive.read(answer)
        self._store.save(answer, outcomes, self._run)
        self.answers += part != datasets.RELEASE


def _fill(placed: Sequence[int], links: Iterable[Link]) -> Iterator[tuple[int, list[Link]]]:
    """Yield the links of each paper, none for those that have none; both come in one order.

    Links of papers that are not placed are passed over.
    """
    groups = groupby(links, lambda link: link.listed)
    listed, some = next(groups, _NO_MORE)
    for number in placed:
        while listed is not None and listed < number:
            listed, some = next(groups, _NO_MORE)
        yield number, list(some) if listed == number else []


_NO_MORE: tuple[int | None, Iterator[Link]] = (None, iter(()))


_List = tuple[Want, list[Link], int]


def _batches(lists: Iterable[_List]) -> Iterator[list[_List]]:
    """Yield lists together, as many as make an answer of bearable size."""
    batch: list[_List] = []
    links = 0
    for each in lists:
        if batch and (len(batch) == _PAPERS or links + len(each[1]) > _LINKS):
            yield batch
            batch, links = [], 0
        batch.append(each)
        links += len(each[1])
    if batch:
        yield batch
