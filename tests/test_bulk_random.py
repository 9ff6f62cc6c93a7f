"""Small random dumps: tables, networks and the database against plain Python."""

import json
import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from bulk_runs import bulk, contents, rows
from shards import RELEASE, arxiv_id, citation_row, paper_row, write_shard

import graph
from db.bulk.release import Diff, File, Release, save_release

SEEDS = range(12)


@dataclass
class Given:
    """A made dump with its list, and what has to come of it."""

    options: list[str]
    hub: int
    least: int
    records: dict[int, dict[str, Any]] = field(default_factory=dict)
    """Rows of the citations dataset by their numbers, as they are after the last diff."""
    seeds: set[int] = field(default_factory=set)
    """The listed papers that are there, by their corpus ids."""
    others: set[int] = field(default_factory=set)
    """Papers found by a DOI whose arXiv id is not the list's."""

    @property
    def pairs(self) -> list[tuple[int | None, int | None, bool | None]]:
        return [
            (row["citingcorpusid"], row["citedcorpusid"], row["isinfluential"])
            for row in self.records.values()
        ]

    @property
    def links(self) -> dict[tuple[int, int], tuple[bool | None, int]]:
        """Whether each is influential, and its rows."""
        links: dict[tuple[int, int], tuple[bool | None, int]] = {}
        for citing, cited, yes in self.pairs:
            if citing is not None and cited is not None and citing != cited:
                before, times = links.get((citing, cited), (None, 0))
                known = [each for each in (before, yes) if each is not None]
                links[citing, cited] = (any(known) if known else None, times + 1)
        return links


def make_given(folder: Path, rng: random.Random) -> Given:
    size = rng.choice([6, 15, 40])
    hub, least = rng.choice([(10_000, 1), (2, 1), (3, 2), (5, 1)])
    given = Given(["--hub", str(hub), "--min-shared", str(least)], hub, least)
    if rng.random() < 0.5:
        given.options.append("--all")
    _write_citations(folder / "c", rng, size, given)
    papers = {number: paper_row(number) for number in range(1, size)}
    for number in rng.sample(sorted(papers), 3):
        # Known by a DOI and by another arXiv id than the list says.
        papers[number]["externalids"]["ArXiv"] = f"2401.{number:05}"
        given.others.add(number)
    told = list(papers.values())
    write_shard(folder / "p" / "1.gz", told[::2])
    write_shard(folder / "p" / "2.gz", told[1::2])
    lines = ["title,arxiv_id,doi,corpus_id"]
    for number in rng.sample(range(1, size + 2), rng.randint(1, 5)):
        if number in given.others:
            lines.append(f"{number},{arxiv_id(number)},10.1234/MADE.{number},")
        elif number % 2:
            lines.append(f"{number},{arxiv_id(number)},,")
        else:
            lines.append(f"{number},,https://doi.org/10.1234/Made.{number},")
        given.seeds |= {number} & papers.keys()
    (folder / "list.csv").write_text("\n".join(lines) + "\n")
    return given


def _write_citations(folder: Path, rng: random.Random, size: int, given: Given) -> None:
    def end() -> int | None:
        return None if rng.random() < 0.1 else rng.randrange(1, size)

    def row(number: int) -> dict[str, Any]:
        return citation_row(number, end(), end(), rng.choice([True, False, None]))

    count = rng.choice([3, 60, 250])
    given.records = {number: row(number) for number in range(count)}

    def shard(name: str, found: list[dict[str, Any]]) -> File:
        path = write_shard(folder / name, found)
        return File(name=name, size=path.stat().st_size, sha256="")

    base = list(given.records.values())
    files = tuple(shard(f"{n}.gz", base[n::3]) for n in range(3))
    diffs: list[Diff] = []
    for step in range(rng.choice([0, 0, 1, 3])):
        numbers = rng.sample(range(count + 20), min(count, 12))
        changed = [row(number) for number in numbers[:8]]
        # Some are updated and deleted in one diff, some deleted that are not there.
        gone = numbers[6:]
        given.records |= {each["citationid"]: each for each in changed}
        for number in gone:
            given.records.pop(number, None)
        before, after = f"2026-11-{step + 10}", f"2026-11-{step + 11}"
        diffs.append(
            Diff(
                from_release=before,
                to_release=after,
                update=(shard(f"diffs/{step}/update/u.gz", changed),) if changed else (),
                delete=(shard(f"diffs/{step}/delete/d.gz", [{"citationid": n} for n in gone]),)
                if gone
                else (),
                is_complete=True,
            )
        )
    if diffs:
        save_release(
            folder,
            Release(
                dataset="citations",
                base="2026-11-10",
                files=files,
                diffs=tuple(diffs),
                is_complete=True,
            ),
        )
    else:
        given.options += ["--release", RELEASE]


@pytest.mark.parametrize("seed", SEEDS)
def test_random_dumps_give_what_plain_python_finds(tmp_path, seed):
    given = make_given(tmp_path, random.Random(seed))
    if not given.records:
        return
    out, database = tmp_path / "out", tmp_path / "p.db"
    words = ["--citations", tmp_path / "c/*.gz", "--papers", tmp_path / "p/*.gz"]
    words += ["--list", tmp_path / "list.csv", "--out", out, "--db", database, *given.options]
    assert bulk(*words) == 0
    links, seeds = given.links, given.seeds
    check_tables(out, given)
    near = {pair for pair in links if seeds.intersection(pair)}
    # What a paper that is not the listed one cites is not told of the listed one.
    own = seeds - given.others
    stored = {pair for pair in near if own.intersection(pair)}
    query = (
        "SELECT one.corpus_id, two.corpus_id, is_influential FROM citations "
        "JOIN papers AS one ON one.id = citing JOIN papers AS two ON two.id = cited"
    )
    (found,) = contents(database, query)
    assert {(citing, cited): yes for citing, cited, yes in found} == {
        pair: links[pair][0] for pair in stored
    }
    check_networks(out, given)


def check_tables(out: Path, given: Given) -> None:
    links, seeds = given.links, given.seeds
    assert sorted(rows(out, "listed", "corpus_id")) == [(number,) for number in sorted(seeds)]
    near = sorted(pair for pair in links if seeds.intersection(pair))
    assert rows(out, "neighbourhood", "citing, cited, is_influential, times") == [
        (*pair, *links[pair]) for pair in near
    ]
    lacking = Counter((a, "cited") for a, b, _ in given.pairs if b is None)
    lacking += Counter((b, "citing") for a, b, _ in given.pairs if a is None)
    assert rows(out, "unlinked") == [
        (n, lacking[n, "cited"], lacking[n, "citing"])
        for n in sorted(seeds)
        if lacking[n, "cited"] or lacking[n, "citing"]
    ]
    assert rows(out, "coupling") == shared(given, [p for p in near if p[0] in seeds])
    assert rows(out, "cocitation") == shared(given, [p[::-1] for p in near if p[1] in seeds])
    told = json.loads((out / "manifest.json").read_text())["datasets"]["citations"]
    whole = [pair for pair in given.pairs if None not in pair[:2]]
    assert told["rows"] == len(given.pairs)
    assert told["without_end"] == len(given.pairs) - len(whole)
    assert told["to_itself"] == sum(a == b for a, b, _ in whole)
    assert told["repeated"] == len(whole) - told["to_itself"] - len(links)
    if "--all" in given.options:
        parts = nx.connected_components(nx.Graph(links.keys()))
        expected = sorted((each, min(part)) for part in parts for each in part)
        assert rows(out, "components") == expected


def shared(given: Given, pairs: list[tuple[int, int]]) -> list[tuple[int, int, int]]:
    papers: dict[int, set[int]] = {}
    for paper, thing in pairs:
        papers.setdefault(thing, set()).add(paper)
    counted = Counter(
        pair
        for each in papers.values()
        if len(each) <= given.hub
        for pair in combinations(sorted(each), 2)
    )
    return sorted((*pair, count) for pair, count in counted.items() if count >= given.least)


def check_networks(out: Path, given: Given) -> None:
    links, seeds = given.links, given.seeds
    received, made = Counter(b for _, b in links), Counter(a for a, _ in links)
    citation = graph.network(out, "citation")
    assert citation.edge_count == sum(seeds.issuperset(pair) for pair in links)
    numbers = [_number(key) for key in citation.keys]
    assert set(numbers) == seeds
    assert citation.column("cited_anywhere").cells() == [received[n] for n in numbers]
    assert citation.column("cites_anywhere").cells() == [made[n] for n in numbers]
    around = graph.network(out, "neighbourhood")
    assert around.edge_count >= sum(bool(seeds.intersection(pair)) for pair in links)
    coupling = graph.network(out, "coupling")
    told = {
        tuple(sorted((_number(coupling.keys[a]), _number(coupling.keys[b])))): weight
        for a, b, weight in zip(
            coupling.source.tolist(),
            coupling.target.tolist(),
            coupling.weight.tolist(),
            strict=True,
        )
    }
    pairs = [pair for pair in links if pair[0] in seeds]
    assert told == {(a, b): float(count) for a, b, count in shared(given, pairs)}


def _number(key: str) -> int:
    return int(key.rpartition(".")[2]) if "." in key else int(key[-9:])
