"""The main job, by citeweave and by others, against one sandbox: requests, pace, wall, links.

    python tests/bench/main_job.py [--scale 0.5] [--litstudy PYTHON]

2,260 papers; Semantic Scholar admits a request a second and arXiv one in three, both times
the scale. All clients ask the same sandbox in one run, one after another. What is asked
one request a paper is run for a share of the papers and extrapolated, marked as computed.
`--litstudy` names a Python that has the package litstudy.
"""

import argparse
import itertools
import json
import math
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from floor import machine
from served import PAPERS, Served, world_options

from enrich.sandbox import Visit, World, make_world, write_list

_SHARE = 40
_LINKS = 9999

_ARXIV = """
import sys, json, arxiv
url, ids, pause = sys.argv[1], json.load(open(sys.argv[2])), float(sys.argv[3])
client = arxiv.Client(page_size=100, delay_seconds=pause, num_retries=3)
client.query_url_format = url + "?{}"
found = 0
for start in range(0, len(ids), 100):
    found += sum(1 for _ in client.results(arxiv.Search(id_list=ids[start:start + 100])))
print(json.dumps({"papers": found, "links": 0}))
"""
_S2_BATCH = """
import sys, json, time
from semanticscholar import SemanticScholar
url, ids, pause = sys.argv[1], json.load(open(sys.argv[2])), float(sys.argv[3])
s2 = SemanticScholar(api_url=url.removesuffix("/graph/v1"), timeout=120)
fields = ["title", "externalIds", "year", "references.paperId", "citations.paperId"]
links, found = set(), 0
for start in range(0, len(ids), 500):
    for p in s2.get_papers(["ARXIV:" + x for x in ids[start:start + 500]], fields=fields):
        found += 1
        links |= {(p.paperId, r.paperId) for r in p.references or [] if r.paperId}
        links |= {(c.paperId, p.paperId) for c in p.citations or [] if c.paperId}
    time.sleep(pause)
print(json.dumps({"papers": found, "links": len(links)}))
"""
_S2_LISTS = """
import sys, json, time
from semanticscholar import SemanticScholar
url, ids, pause = sys.argv[1], json.load(open(sys.argv[2])), float(sys.argv[3])
s2 = SemanticScholar(api_url=url.removesuffix("/graph/v1"), timeout=120)
links, found = set(), 0
def wait(): time.sleep(pause)
for x in ids:
    try:
        p = s2.get_paper("ARXIV:" + x, fields=["title", "externalIds", "year"]); wait()
    except Exception:
        wait(); continue
    found += 1
    for get, way in ((s2.get_paper_references, 0), (s2.get_paper_citations, 1)):
        try:
            rows = get(p.paperId, fields=["paperId"], limit=1000); wait()
            while rows.has_next_page if hasattr(rows, "has_next_page") else rows.next:
                rows.next_page(); wait()
            links |= {(way, p.paperId, r.paper.paperId) for r in rows.items if r.paper.paperId}
        except Exception:
            wait()
print(json.dumps({"papers": found, "links": len(links)}))
"""
_LITSTUDY = """
import sys, json, time
import litstudy, litstudy.sources.semanticscholar as source
url, ids = sys.argv[1], json.load(open(sys.argv[2]))
source.S2_PAPER_URL = url.removesuffix("/graph/v1") + "/v1/paper/"
found = sum(litstudy.fetch_semanticscholar("arXiv:" + x) is not None for x in ids)
print(json.dumps({"papers": found, "links": 0}))
"""


@dataclass(frozen=True)
class Seen:
    """What the sandbox saw of one client, and what the client says that it got."""

    client: str
    requests: dict[str, int]
    refused: int
    closest: dict[str, float]
    """Smallest time between arrivals, in intervals of the service."""
    together: bool
    """Whether arXiv was ever asked twice at once."""
    span: float
    """Seconds from the first arrival to the last answer."""
    wall: float
    papers: int
    links: int
    of: int
    """Papers that were asked about; fewer than all where the rest is computed."""


def watch(served: Served, client: str, command: list[str], of: int, folder: Path) -> Seen:
    """Run a client to its end and return what was seen of it."""
    began = time.monotonic()
    done = subprocess.run(
        command,
        cwd=folder,
        env=served.environment(folder) | {"XDG_CACHE_HOME": str(folder / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    wall = time.monotonic() - began
    visits = served.visits()
    said = json.loads(done.stdout.splitlines()[-1]) if done.stdout.strip() else {}
    if not said:
        print(f"{client}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
    # What is neither is an address that Semantic Scholar had once.
    by_service = {
        name: sorted(
            (v for v in visits if (v.service == "arxiv") == (name == "arxiv")),
            key=lambda v: v.arrived,
        )
        for name in ("arxiv", "s2")
    }
    intervals = {"arxiv": served.arxiv_interval, "s2": served.s2_interval}
    return Seen(
        client,
        {name: len(each) for name, each in by_service.items()},
        sum(visit.status == 429 for visit in visits),
        {name: _closest(each) / intervals[name] for name, each in by_service.items()},
        any(b.arrived < a.finished for a, b in itertools.pairwise(by_service["arxiv"])),
        max((v.finished for v in visits), default=0) - min((v.arrived for v in visits), default=0),
        wall,
        said.get("papers", 0),
        said.get("links", 0),
        of,
    )


def _closest(visits: list[Visit]) -> float:
    return min((b.arrived - a.arrived for a, b in itertools.pairwise(visits)), default=math.inf)


def run_citeweave(served: Served, folder: Path, of: int) -> Seen:
    """Run the command, and count what its database then holds."""
    script = (
        "import subprocess, sys, sqlite3, json\n"
        "subprocess.run([sys.executable, '-m', 'enrich', 'enrich', 'list.csv', '--db', 'p.db', "
        "'--no-resolve', '-q'], check=True)\n"
        "c = sqlite3.connect('p.db')\n"
        "count = lambda q: c.execute(q).fetchone()[0]\n"
        "print(json.dumps({'papers': count(\"SELECT count(*) FROM fetches WHERE source = 's2' "
        "AND part = 'record' AND state = 'found'\"), "
        "'links': count('SELECT count(*) FROM citations')}))\n"
    )
    return watch(served, "citeweave", [sys.executable, "-c", script], of, folder)


def least(world: World) -> tuple[int, int]:
    """Return the fewest requests to arXiv and to S2 that bring everything there is."""
    ids = sum(paper.arxiv_id is not None for paper in world.listed)
    known = [p for p, paper in enumerate(world.listed) if paper.arxiv_id and world.in_s2(p)]
    references = sum(int(world.links.reference_counts[p]) for p in known)
    citations = sum(int(world.links.citation_counts[p]) for p in known)
    batches = math.ceil(ids / 500)
    print(f"{ids:,} ids, {references:,} references, {citations:,} citations", file=sys.stderr)
    return batches, batches + math.ceil(references / _LINKS) + math.ceil(citations / _LINKS)


def true_links(world: World) -> int:
    """Return how many different links the services give when asked for all they can."""
    links = set()
    for paper, listed in enumerate(world.listed):
        if listed.arxiv_id and world.in_s2(paper):
            if paper not in world.elided:
                links |= {(paper, o) for o in world.links.references.of(paper) if o >= 0}
            links |= {(o, paper) for o in world.links.citations.of(paper)[:_LINKS] if o >= 0}
    return sum(a != b for a, b in links)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--scale", type=float, default=0.5)
    parser.add_argument("--litstudy", metavar="PYTHON")
    given = parser.parse_args()
    world = make_world(world_options())
    ids = [paper.arxiv_id for paper in world.listed if paper.arxiv_id]
    with tempfile.TemporaryDirectory() as made, Served(3 * given.scale, given.scale) as served:
        folder = Path(made)
        (folder / "list.csv").write_text(write_list(world.listed), "utf-8")
        (folder / "all.json").write_text(json.dumps(ids))
        (folder / "some.json").write_text(json.dumps(ids[:_SHARE]))
        rows = [run_citeweave(served, folder, len(ids))]
        others = [
            ("arxiv, 100 ids a search", _ARXIV, served.arxiv_url, "all", served.arxiv_interval),
            ("semanticscholar, get_papers", _S2_BATCH, served.s2_url, "all", given.scale),
            ("semanticscholar, paper by paper", _S2_LISTS, served.s2_url, "some", given.scale),
        ]
        for client, script, url, which, pause in others:
            of = len(ids) if which == "all" else _SHARE
            command = [sys.executable, "-c", script, url, f"{which}.json", str(pause)]
            rows.append(watch(served, client, command, of, folder))
        if given.litstudy:
            (folder / "few.json").write_text(json.dumps(ids[:3]))
            command = [given.litstudy, "-c", _LITSTUDY, served.s2_url, "few.json"]
            rows.append(watch(served, "litstudy, paper by paper", command, 3, folder))
    print_table(rows, least(world), true_links(world), given.scale, len(ids))


def print_table(
    rows: list[Seen], fewest: tuple[int, int], links: int, scale: float, ids: int
) -> None:
    print(
        f"\nOne run, {PAPERS:,} papers ({ids:,} with an arXiv id), paces times {scale:g}; the "
        f"least possible is {fewest[0]} requests to arXiv and {fewest[1]} to Semantic Scholar\n"
    )
    print(
        "| client | requests ÷ least | time ÷ what the pace allows | links received "
        "| arXiv | S2 | closest, in intervals | refused | at full pace |\n"
        "|---|---|---|---|---|---|---|---|---|"
    )
    for row in rows:
        factor = ids / row.of
        asked = {name: round(count * factor) for name, count in row.requests.items()}
        bound = sum(n for n, name in zip(fewest, ("arxiv", "s2"), strict=True) if asked[name])
        allowed = max(
            max(row.requests["s2"] - 1, 0) * scale, max(row.requests["arxiv"] - 1, 0) * 3 * scale
        )
        closest = min(row.closest.values())
        print(
            f"| {row.client} | **{sum(asked.values()) / max(bound, 1):.2f}** "
            f"| {row.span / allowed if allowed else math.nan:.2f} "
            f"| {100 * row.links * factor / links:.1f} % | {asked['arxiv']:,} | {asked['s2']:,} "
            f"| {closest:.2f} | {row.refused} | {_pretty(row.span * factor / scale)}"
            f"{' (computed)' if factor > 1 else ''} |"
        )
    first = rows[0]
    print(
        f"\nciteweave as a process, start included: {first.wall:.1f} s; arXiv asked twice at "
        f"once: {'yes' if first.together else 'never'}\n\n{machine()}"
    )


def _pretty(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


if __name__ == "__main__":
    os.environ.pop("S2_API_KEY", None)
    main()
