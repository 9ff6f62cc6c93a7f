"""Networks against a bare floor, networkx and igraph; and how their cost grows.

    python tests/bench/networks.py ../shared/data/arxiv2023-graph
    python tests/bench/networks.py ../shared/data/arxiv2023-graph --papers 1000000 --links 10000000

The first compares every step on real citations, in turns within one run; the second makes a
network of that size and does the steps of the largest networks on both. Seconds are CPU
seconds, one thread throughout, since wall time would tell of whatever else the machine does.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from typing import Any

for _threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[_threads] = "1"

from citation_data import made, real, store  # noqa: E402
from floor import machine, measure  # noqa: E402
from forked import LIMIT, compare  # noqa: E402
from network_steps import Compared, made_network  # noqa: E402

from graph.exports import formats  # noqa: E402
from graph.measures import Options, families  # noqa: E402

ROOT = Path(__file__).parents[2]
OTHERS = ("networkx", "igraph")
_WARM = 2
"""Of so many times that a step is done at both sizes, the last counts."""
_WHOLE_NETWORKX = """
import sqlite3, sys, networkx as nx
c = sqlite3.connect(sys.argv[1])
g = nx.DiGraph()
names = ("title", "arxiv_id", "year", "citation_count", "reference_count")
for row in c.execute(f"SELECT id, {', '.join(names)} FROM papers"):
    g.add_node(row[0], **dict(zip(names, row[1:])))
g.add_edges_from(c.execute("SELECT citing, cited FROM citations"), weight=1.0)
u = g.to_undirected()
for name, values in {
    "pagerank": nx.pagerank(g), "core": nx.core_number(u),
    "component": {n: i for i, part in enumerate(nx.weakly_connected_components(g)) for n in part},
    "community": {n: i for i, part in enumerate(nx.community.louvain_communities(u, seed=0))
                  for n in part},
}.items():
    nx.set_node_attributes(g, values, name)
nx.write_graphml(g, sys.argv[2])
"""


def print_steps(database: Path, only: str) -> None:
    """Print what each step takes, ratios first."""
    print("| step | citeweave ÷ floor | networkx ÷ citeweave | igraph ÷ citeweave ", end="")
    print(f"| citeweave, s | floor, s | networkx, s | igraph, s |\n{'|---' * 8}|")
    for name, contenders in Compared(database).rows().items():
        if any(part in name for part in only.split(",")):
            seconds = compare(contenders)
            ours = seconds["citeweave"]
            ratios = [_ratio(ours, seconds.get("floor"))]
            ratios += [_ratio(seconds.get(other), ours) for other in OTHERS]
            all_ = [_shown(seconds.get(who)) for who in ("citeweave", "floor", *OTHERS)]
            print(f"| {name} | {' | '.join(ratios)} | {' | '.join(all_)} |", flush=True)


def _ratio(one: float | str | None, other: float | str | None) -> str:
    """Return how many times as long; where one was ended, more than so many."""
    if isinstance(one, str) and one.endswith(" s") and isinstance(other, float):
        return f"> {LIMIT / other:.1f}"
    return f"**{one / other:.2f}**" if isinstance(one, float) and isinstance(other, float) else "—"


def _shown(seconds: float | str | None) -> str:
    if seconds is None:
        return "—"
    return seconds if isinstance(seconds, str) else f"{seconds:.3f}"


def print_commands(database: Path, folder: Path) -> None:
    """Print what whole commands cost, the interpreter's start and all measures included."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    output = str(folder / "network.graphml")
    begin = [sys.executable, "-m", "enrich", "graph", "--db", str(database), "-o", output]
    commands = {
        f"citeweave graph --no-layout --kind {kind}": [*begin, "--no-layout", "--kind", kind]
        for kind in ("citation", "coupling", "cocitation", "neighbourhood", "coauthor")
    }
    commands["citeweave graph"] = begin
    commands["networkx, citation, as --no-layout"] = [
        *(sys.executable, "-c", _WHOLE_NETWORKX, str(database), output)
    ]
    print("\n| whole command | CPU, s |\n|---|---|")
    for name, command in commands.items():
        # A child's peak memory begins with this process's, so it is no number to show here.
        cost = measure(command, environment, folder)
        print(f"| {name} | {cost.cpu:.2f} |", flush=True)


def take_stages(database: Path) -> dict[str, tuple[float, float]]:
    """Make a citation network with its measures and file; return seconds and peak MB of each."""
    taken: dict[str, tuple[float, float]] = {}

    def timed(name: str, step: Callable[..., Any], *given: Any) -> Any:
        # The small network would else pay for what is done once a process, an edge at a time.
        for _ in range(_WARM):
            before = time.process_time()
            result = step(*given)
        taken[name] = time.process_time() - before, getrusage(RUSAGE_SELF).ru_maxrss / 1024
        return result

    network = timed("citation", made_network, database, "citation")
    import networkit  # noqa: F401 - not to be counted with the first measure that needs it

    found = families()
    for name, label in (
        ("pagerank", "PageRank"),
        ("component", "components"),
        ("core", "k-core"),
        ("community", "communities, named"),
    ):
        columns = timed(label, found[name].columns, network, Options())
        network = network.with_columns(*columns)
    with Path(os.devnull).open("wb") as file:
        timed("GraphML", formats()["graphml"].write, network, file)
    return taken | {"edges": (network.edge_count, 0)}


def print_growth(databases: dict[str, Path]) -> None:
    """Print the time an edge of both networks, and the peak memory of the large one's process."""
    small, large = (
        json.loads(
            subprocess.run(
                [sys.executable, __file__, "--stages", str(path)],
                env=os.environ | {"PYTHONPATH": str(ROOT)},
                stdout=subprocess.PIPE,
                check=True,
            ).stdout
        )
        for path in databases.values()
    )
    few, many = (stages.pop("edges")[0] for stages in (small, large))
    print("\n| step | time an edge ÷ that of the real network | large, s | real, s ", end="")
    print(f"| µs an edge, large | real | peak until then, large, MB |\n{'|---' * 7}|")
    for name, (seconds, peak) in large.items():
        ours, real_ = seconds / many * 1e6, small[name][0] / few * 1e6
        print(f"| {name} | **{ours / real_:.2f}** | {seconds:.1f} | {small[name][0]:.3f} ", end="")
        print(f"| {ours:.2f} | {real_:.2f} | {peak:,.0f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("data", type=Path, nargs="?", help="the folder of the real citations")
    parser.add_argument("--papers", type=int, help="make a network of so many papers")
    parser.add_argument("--links", type=int, default=10_000_000)
    parser.add_argument(
        "--only", default="", help="only steps whose name holds one of these: PageRank,HITS"
    )
    parser.add_argument("--keep", type=Path, help="a folder where the databases stay")
    parser.add_argument("--stages", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.stages:
        print(json.dumps(take_stages(given.stages)))
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.keep or Path(temporary)
        database = folder / "real.db"
        if not database.exists():
            store(real(given.data), database)
        if given.papers:
            large = folder / f"made-{given.papers}-{given.links}.db"
            if not large.exists():
                store(made(given.papers, given.links), large)
            print_growth({"real": database, "large": large})
        else:
            print_steps(database, given.only)
            print_commands(database, Path(temporary))
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
