"""How long the pages of `citeweave browse` take on the server's side.

    python tests/bench/pages.py [--db papers.db] [--times 15]

Without --db a database is made first: 2,260 papers and their links by the sandbox, without
pace. Each kind of page is asked for several times through Datasette's own client, without a
port between, each time for another paper or author where there are many; medians and ranges of
the processor's time, which other work on the machine disturbs less than the clock's.
"""

import argparse
import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from floor import machine
from served import PAPERS, Served, world_options

from db.database import open_readonly
from db.pages import application
from db.queries import ask, queries
from db.snapshot_copy import snapshot
from enrich.sandbox import make_world, write_list
from graph.site.served import Served as Pages
from graph.tables import TABLES


def make(database: Path) -> None:
    """Fill a database from the sandbox."""
    folder = database.parent
    (folder / "list.csv").write_text(write_list(make_world(world_options()).listed), "utf-8")
    command = [sys.executable, "-m", "enrich", "enrich", "list.csv", "--db", str(database)]
    with Served() as served:
        subprocess.run(
            [*command, "-q", "--no-resolve"],
            env=served.environment(folder),
            cwd=folder,
            check=True,
        )


def addresses(copy: Path, times: int) -> Iterator[tuple[str, list[str]]]:
    """Yield each kind of page with so many addresses of it, of the heaviest papers first."""
    base = f"/{copy.stem}"
    with closing(open_readonly(copy)) as connection:
        papers = [
            paper
            for (paper,) in connection.execute(
                "SELECT id FROM papers WHERE is_listed ORDER BY citation_count DESC, id"
            )
        ]
        authors = [row[0] for row in ask(connection, "authors_listed").rows]
        communities = [row[0] for row in ask(connection, "communities_held").rows] or [1]
    heavy, some = papers[:times], papers[:: max(1, len(papers) // times)][:times]
    yield "home", ["/"] * times
    yield "paper, the most cited", [f"{base}/papers/{paper}" for paper in heavy]
    yield "paper, any", [f"{base}/papers/{paper}" for paper in some]
    yield "author", [f"{base}/authors/{each}" for each in authors[:: len(authors) // times]][:times]
    yield "collection", [f"{base}/collections/1"] * times
    yield (
        "community",
        [f"/community?community={communities[n % len(communities)]}" for n in range(times)],
    )
    pairs = zip(heavy, [*some[1:], some[0]], strict=False)
    yield "compare", [f"/compare?one={one}&other={other}" for one, other in pairs]
    for name in ("communities", "gaps", "review", "runs"):
        yield name, [f"/{name}"] * times
    yield "table of papers", [f"{base}/papers"] * times
    yield "search", [f"{base}/papers?_search=learning"] * times
    given = {"paper": some, "from": some, "to": heavy}
    yield (
        "question papers_citing, the most cited",
        [f"{base}/papers_citing?paper={p}" for p in heavy],
    )
    for name, query in queries().items():
        if not query.is_detail:
            yield (
                f"question {name}",
                [
                    f"{base}/{name}?"
                    + "&".join(
                        f"{each.name}={given[each.name][n]}"
                        for each in query.parameters
                        if each.name in given and "(empty:" not in each.label
                    )
                    for n in range(times)
                ],
            )


async def measure(copy: Path, times: int) -> list[tuple[str, list[float]]]:
    """Return milliseconds by kind of page."""
    datasette = application(copy, Pages)
    found = []
    for name, paths in addresses(copy, times):
        taken = []
        await datasette.client.get(paths[0])  # what only the first one costs
        for path in paths:
            began = time.process_time()
            answer = await datasette.client.get(path)
            taken.append((time.process_time() - began) * 1000)
            if answer.status_code != 200:
                raise SystemExit(f"{path}: {answer.status_code}")
        found.append((name, taken))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--db", type=Path)
    parser.add_argument("--times", type=int, default=15)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        database = given.db or Path(made) / "papers.db"
        if given.db is None:
            make(database)
        began = time.perf_counter()
        with snapshot(database, TABLES) as copy:
            ready = time.perf_counter() - began
            with closing(open_readonly(copy)) as connection:
                (held,) = ask(connection, "contents").rows
            found = asyncio.run(measure(copy, given.times))
    print(f"{held[1]:,} listed papers, {held[4]:,} citations; copied and indexed in {ready:.1f} s")
    print("\n| page | CPU, ms | least–most |\n|---|---|---|")
    for name, taken in found:
        print(f"| {name} | {statistics.median(taken):.0f} | {min(taken):.0f}–{max(taken):.0f} |")
    print(f"\n{PAPERS:,} papers where no database was given. {machine()}")


if __name__ == "__main__":
    main()
