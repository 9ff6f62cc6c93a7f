"""How often papers without an id are found, wrongly found or left for review, by kind of list.

    python -m tests.bench.resolving LIST [--seeds 6 7 8 9 10] [--papers 1700]
    python -m tests.bench.resolving LIST --fit --seeds 1 2 3 4 5

A world is made from the titles and abstracts of LIST for each seed: all ids hidden, a part
of the papers renamed or rewritten after acceptance, never posted, or posted beside papers
of like or the same title. The real `citeweave resolve` asks the sandbox that serves it, and
what it accepts is compared with the world's truth. `--fit` counts the weights anew from what
the searches bring on the given seeds, so measure on others.
"""

import argparse
import sqlite3
import statistics
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from db.answers import load_answers
from db.database import open_readonly
from db.listings import keys_of
from db.rows import Candidate, Candidates, Key, Listing, Sought
from enrich.enrichment import enrich
from enrich.lists import read_list
from enrich.progress import Quiet
from enrich.resolution import Levels, compare_all, fit, known_pairs, write_weights
from enrich.sandbox import (
    Sandbox,
    Truth,
    World,
    WorldOptions,
    from_listings,
    make_world,
    tell_truth,
    write_list,
)
from enrich.settings import load_settings
from enrich.sources import make_sources
from enrich.sources.base import Options

ROOT = Path(__file__).parents[2]
WEIGHTS = ROOT / "enrich" / "resolution" / "weights.toml"
KINDS = {"title": "title only", "both": "title and abstract", "abstract": "abstract only"}
SAME_TITLE = {"posted", "rewritten"}


def options(listings: Sequence[Listing], seed: int, given: argparse.Namespace) -> WorldOptions:
    """Return the world of the measurement: a quarter look-alikes, 30 % renamed or rewritten."""
    return WorldOptions(
        listed=tuple(from_listings(listings, seed=seed)[: given.papers]),
        seed=seed,
        hidden=1.0,
        never_posted=0.1,
        late=0.03,
        renamed=0.15,
        rewritten=0.15,
        split_records=0.2,
        look_alikes=0.25,
        twin_titles=given.twins,
        respelled=0.2,
        venue_named=0.4,
        venue_recorded=0.5,
        surrounding=500,
        citations_mean=3,
        references_mean=5,
        references_sd=1,
    )


@dataclass
class Score:
    """What came of one world and one kind of list; counts papers."""

    papers: int = 0
    accepted: int = 0
    right: int = 0
    review: int = 0
    findable: int = 0
    found: int = 0
    same_title: int = 0
    found_by_title: int = 0
    requests: Counter = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float:
        return self.right / self.accepted if self.accepted else float("nan")

    @property
    def recall(self) -> float:
        return self.found / self.findable

    @property
    def recall_by_title(self) -> float:
        return self.found_by_title / self.same_title


def run(world: World, kind: str, folder: Path, *, authors: bool = False) -> tuple[Path, Counter]:
    """Resolve the world's list with nothing but what `kind` says; return the database."""
    path = folder / f"iclr2024-{kind}.csv"
    path.write_text(write_list(world.described(), kind, authors=authors), "utf-8")
    database = folder / f"{kind}.db"
    with Sandbox(world, 0, 0, 0) as served:
        settings = served.settings(database)
        content = read_list(str(path))
        done = enrich(settings, [("iclr2024", content)], Options(fetch=False), Quiet())
    return database, Counter({use.source: use.requests for use in done.uses})


def labelled(
    listings: Sequence[Listing], seed: int, given: argparse.Namespace
) -> Iterator[tuple[Levels, bool]]:
    """Yield compared pairs of a world, with whether they are one paper.

    Half of the seeds give authors in their lists, so that these are weighed too.
    """
    world = make_world(options(listings, seed, given))
    truth = {Key("openreview", t.openreview_id): right_keys(t) for t in tell_truth(world)}
    for kind, name in KINDS.items():
        with tempfile.TemporaryDirectory() as folder:
            database, _ = run(world, kind, Path(folder), authors=bool(seed % 2))
            sought, candidates = load(database)
        groups, compared = compare_all(sought, candidates)
        found = known_pairs(compared, [paper.key for paper in sought], groups, truth)
        print(f"seed {seed}, {name}: {len(found):,} pairs", file=sys.stderr)
        yield from found


def load(database: Path) -> tuple[list[Sought], list[Candidate]]:
    """Return the papers as they were sought, and all that the searches brought."""
    settings = load_settings({"db": database}, environment={}, files=[])
    sources = {source.info.name: source for source in make_sources(settings)}
    with closing(open_readonly(database)) as connection:
        candidates = [
            Candidate(answer.request.source, record, number)
            for number, answer in load_answers(connection)
            for outcome in sources[answer.request.source].read(answer)
            if isinstance(outcome, Candidates)
            for record in outcome.records
        ]
        rows = connection.execute("SELECT listing FROM listed ORDER BY key").fetchall()
    listed = [msgspec.json.decode(text, type=Listing) for (text,) in rows]
    return [
        Sought(keys_of(each)[0], each.title, each.abstract, each.authors, 2024, "ICLR 2024")
        for each in listed
    ], candidates


def right_keys(truth: Truth) -> set[Key]:
    """Return the identifiers under which the services have a paper."""
    keys = {Key("corpus", str(number)) for number in truth.corpus_ids}
    return keys | ({Key("arxiv", truth.arxiv_id)} if truth.arxiv_id else set())


def judge(database: Path, truths: Sequence[Truth], requests: Counter) -> Score:
    """Compare what was found with the truth."""
    score = Score(requests=requests)
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute(
            "SELECT paper_key, band, keys, candidate_title, score FROM resolutions WHERE place = 1"
        ).fetchall()
    best = {key: row for key, *row in rows}
    for truth in truths:
        if truth.is_sought:
            _count(score, truth, best.get(f"openreview:{truth.openreview_id}"))
    return score


def _count(score: Score, truth: Truth, best: Sequence | None) -> None:
    band, keys, title, points = best or (None, "[]", None, None)
    given = {Key(*key) for key in msgspec.json.decode(keys)}
    right = right_keys(truth)
    is_right = band == "accepted" and bool(given & right) and not _has_other(given, truth)
    score.papers += 1
    score.accepted += band == "accepted"
    score.right += is_right
    score.review += band == "review"
    findable = bool(right)
    score.findable += findable
    score.found += findable and is_right
    score.same_title += findable and truth.fate in SAME_TITLE
    score.found_by_title += findable and truth.fate in SAME_TITLE and is_right
    if band == "accepted" and not is_right:
        score.errors.append(f"{truth.title!r} ({truth.fate}) as {title!r}, {points:.1f} bits")


def _has_other(given: set[Key], truth: Truth) -> bool:
    return any(key.scheme == "arxiv" and key.value != truth.arxiv_id for key in given)


def spread(values: Sequence[float], form: str = ".4f") -> str:
    """Return a median with its range."""
    middle, low, high = statistics.median(values), min(values), max(values)
    return f"{middle:{form}} ({low:{form}}–{high:{form}})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("list", type=Path)
    parser.add_argument("--seeds", type=int, nargs="+", default=[6, 7, 8, 9, 10])
    parser.add_argument("--papers", type=int, default=1700)
    parser.add_argument("--twins", type=float, default=0.005, help="share with a twin title")
    parser.add_argument("--fit", action="store_true", help="count the weights anew and write them")
    given = parser.parse_args()
    listings = read_list(str(given.list)).listings
    if given.fit:
        weights = fit(pair for seed in given.seeds for pair in labelled(listings, seed, given))
        WEIGHTS.write_text(write_weights(weights), "utf-8")
        print(f"{WEIGHTS}: from {weights.pairs[0]:,} pairs of one paper, {weights.pairs[1]:,} not")
        return
    scores: dict[str, list[Score]] = {kind: [] for kind in KINDS}
    for seed in given.seeds:
        world = make_world(options(listings, seed, given))
        with tempfile.TemporaryDirectory() as folder:
            for kind, of_kind in scores.items():
                database, requests = run(world, kind, Path(folder))
                of_kind.append(judge(database, tell_truth(world), requests))
    print_scores(scores, given.seeds)


def print_scores(scores: dict[str, list[Score]], seeds: Sequence[int]) -> None:
    papers = next(iter(scores.values()))[0].papers
    print(f"\n{papers:,} papers without id, seeds {seeds}: medians (least–most)\n")
    print("| the list gives | precision of the accepted | recall | recall, same title ", end="")
    print(
        "| review | S2 requests a paper | arXiv requests a paper |\n|---|---|---|---|---|---|---|"
    )
    for kind, of_kind in scores.items():
        print(
            f"| {KINDS[kind]} | {spread([s.precision for s in of_kind])} "
            f"| {spread([s.recall for s in of_kind], '.3f')} "
            f"| {spread([s.recall_by_title for s in of_kind], '.3f')} "
            f"| {spread([100 * s.review / s.papers for s in of_kind], '.1f')} % "
            f"| {spread([s.requests['s2'] / s.papers for s in of_kind], '.2f')} "
            f"| {spread([s.requests['arxiv'] / s.papers for s in of_kind], '.3f')} |"
        )
    for kind, of_kind in scores.items():
        for seed, score in zip(seeds, of_kind, strict=True):
            for error in score.errors:
                print(f"wrong, {KINDS[kind]}, seed {seed}: {error}")


if __name__ == "__main__":
    main()
