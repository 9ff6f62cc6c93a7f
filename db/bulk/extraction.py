"""From shards and a list to tables: the order of the questions, and what is to be said of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ..wording import counted, sized
from .components import find_components
from .engine import Engine
from .errors import ShardError
from .questions import question
from .schema import CITATION_KEY, CITATIONS, PAPERS, WANTED
from .shards import Shards, name_shards


class WantedKey(NamedTuple):
    """An identifier of a listed paper: `position` is the paper's, `place` 0 for its strongest."""

    position: int
    place: int
    scheme: str
    value: str


@dataclass(frozen=True)
class Wishes:
    """What is asked for: whole-graph tables, and which pairs are counted."""

    whole: bool = False
    hub: int = 10_000
    least_shared: int = 1


@dataclass(frozen=True)
class Tally:
    """The rows of one dataset: read, by shard, and those that name no paper or no two."""

    rows: int
    by_shard: Mapping[str, int]
    without_end: int
    to_itself: int = 0
    repeated: int = 0


@dataclass(frozen=True)
class Extraction:
    """What came of it: rows by table, in the order in which these were made."""

    citations: Tally
    papers: Tally | None
    tables: Mapping[str, int]
    hubs: Mapping[str, int] = field(default_factory=dict)
    components: int | None = None
    largest_component: int | None = None


def extract(
    engine: Engine,
    citations: Shards,
    papers: Shards | None,
    wanted: Sequence[WantedKey],
    wishes: Wishes,
    out: Path,
    work: Path,
    tell: Callable[[str], None] = lambda text: None,
) -> Extraction:
    """Write all tables into folders below `out`; what is needed on the way goes to `work`.

    `tell` is told what is being done. Raises ShardError and EngineError.
    """
    return _Extracting(engine, wishes, out, work, tell).run(citations, papers, wanted)


class _Extracting:
    def __init__(
        self, engine: Engine, wishes: Wishes, out: Path, work: Path, tell: Callable[[str], None]
    ) -> None:
        self._engine, self._wishes, self._tell = engine, wishes, tell
        self._out, self._work = out, work
        self._tables: dict[str, int] = {}

    def run(
        self, citations: Shards, papers: Shards | None, wanted: Sequence[WantedKey]
    ) -> Extraction:
        tally = self._read_citations(citations)
        of_papers = self._read_papers(papers) if papers and wanted else None
        hubs = self._around_the_list(wanted, has_papers=of_papers is not None) if wanted else {}
        parts: tuple[int | None, int | None] = (None, None)
        if self._wishes.whole:
            self._make("degrees", "degrees")
            count = find_components(self._engine, self._work, self._out, self._tell)
            self._tables["components"] = count
            parts = self._engine.ask(question("count_components"))[0]
        return Extraction(tally, of_papers, self._tables, hubs, *parts)

    def _read_citations(self, shards: Shards) -> Tally:
        self._tell(_size("Reading citations", shards))
        columns = {**CITATIONS, **(CITATION_KEY if shards.has_diffs else {})}
        files = self._engine.read("citation_shards", shards.groups, columns)
        source = self._last_word(shards, "citation_shards", "citationid")
        self._keep("citation_rows", "read_citations", shards=source)
        rows = self._engine.ask(question("tally_citations"))
        by_shard = _by_shard(shards, files, [(shard, count) for shard, count, *_ in rows])
        self._make("links", "links")
        standing = self._engine.ask(question("count_standing"))[0][0]
        return Tally(
            rows=sum(count for _, count, *_ in rows),
            by_shard=by_shard,
            without_end=sum(row[2] for row in rows),
            to_itself=sum(row[3] for row in rows),
            repeated=standing - self._tables["links"],
        )

    def _read_papers(self, shards: Shards) -> Tally:
        self._tell(_size("Reading papers", shards))
        files = self._engine.read("paper_shards", shards.groups, PAPERS)
        source = self._last_word(shards, "paper_shards", "corpusid")
        self._keep("paper_rows", "read_papers", shards=source)
        rows = self._engine.ask(question("tally_papers"))
        by_shard = _by_shard(shards, files, [(shard, count) for shard, count, _ in rows])
        return Tally(sum(row[1] for row in rows), by_shard, sum(row[2] for row in rows))

    def _last_word(self, shards: Shards, table: str, key: str) -> str:
        """Return the table to read from: with the diffs applied where there are some."""
        if not shards.has_diffs:
            return table
        self._engine.view(f"{table}_now", question("last_word", shards=table, key=key))
        return f"{table}_now"

    def _around_the_list(self, wanted: Sequence[WantedKey], *, has_papers: bool) -> dict[str, int]:
        self._engine.put("wanted", WANTED, wanted)
        self._make("listed", "listed" if has_papers else "listed_by_number")
        self._make("neighbourhood", "neighbourhood")
        self._make("induced", "induced")
        self._make("neighbours", "neighbours")
        self._make("unlinked", "unlinked")
        if has_papers:
            self._make("papers", "papers")
        if not self._wishes.whole:
            self._make("degrees", "degrees_near")
        self._make("hubs", "hubs", hub=self._wishes.hub)
        for kind in ("coupling", "cocitation"):
            pairs = {"hub": self._wishes.hub, "least": self._wishes.least_shared}
            self._make(kind, kind, **pairs)
        return {str(kind): int(count) for kind, count in self._engine.ask(question("count_hubs"))}

    def _make(self, table: str, name: str, **filled: str | int) -> None:
        """Write one of the tables that are wanted."""
        self._tell(f"Making {table.replace('_', ' ')}")
        count = self._engine.write(table, question(name, **filled), self._out / table)
        self._tables[table] = count

    def _keep(self, table: str, name: str, **filled: str | int) -> None:
        """Write a table that is needed on the way."""
        self._engine.write(table, question(name, **filled), self._work / table)


def _by_shard(
    shards: Shards, files: Sequence[str], counted: Sequence[tuple[str | None, int]]
) -> dict[str, int]:
    """Return the rows of each shard, by its name; raises ShardError where one gave none."""
    read = [(path, count) for path, count in counted if path]
    names = name_shards([*files, *(path for path, _ in read)])
    rows: dict[str, int] = {}
    for path, count in read:
        rows[names[path]] = rows.get(names[path], 0) + count
    for path in files if not shards.has_diffs else ():
        if names[path] not in rows:
            raise ShardError(f"The shard {path} has no rows, so the download of it went wrong.")
    if not rows:
        raise ShardError(f"The {shards.dataset} shards {shards.pattern} have no rows.")
    return dict(sorted(rows.items()))


def _size(doing: str, shards: Shards) -> str:
    if not shards.sizes:
        return f"{doing}: {shards.pattern}"
    return f"{doing}: {counted(len(shards.paths), 'shard')}, {sized(shards.size)}"


def found_positions(engine: Engine) -> set[int]:
    """Return the positions of the wanted papers that were found, after an extraction."""
    return {position for (position,) in engine.ask(question("positions"))}
