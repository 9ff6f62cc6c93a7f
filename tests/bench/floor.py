"""CPU and memory of `citeweave enrich` against a bare floor, and what a second run costs.

    python tests/bench/floor.py [--runs 5]

Pacing is off, the sandbox runs in a process of its own. The floor is another Python
process that takes the very same bodies, parses each once with json or lxml, and inserts
the rows that citeweave ended with into the same tables with sqlite3.executemany, in one
transaction, foreign keys unchecked, without deciding anything: the rows come ready from
a file. It does so with the declared full-text search and without. Runs alternate; CPU is
user and system time of the whole process, the interpreter's start included.
"""

import argparse
import json
import marshal
import os
import platform
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path
from typing import NamedTuple

from lxml import etree
from served import PAPERS, ROOT, Served, world_options

from db.migrations import STEPS, statements
from enrich.sandbox import make_world, write_list

TABLES = (
    "papers",
    "citations",
    "sightings",
    "unlinked_references",
    "authors",
    "authorships",
    "categories",
    "identifiers",
    "records",
    "fetches",
    "listed",
)


class Cost(NamedTuple):
    """CPU in seconds, peak memory in MB."""

    cpu: float
    memory: float


def measure(command: list[str], environment: dict[str, str], folder: Path) -> Cost:
    """Return what a process cost. Raises where it fails."""
    process = subprocess.Popen(command, env=environment, cwd=folder)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def prepare(database: Path, material: Path) -> dict[str, int]:
    """Write the bodies and rows of a finished database to a file; return the rows by table."""
    connection = sqlite3.connect(database)
    tables = {}
    for table in TABLES:
        described = connection.execute(f"PRAGMA table_xinfo({table})")
        columns = [name for _, name, *_, hidden in described if not hidden]
        rows = connection.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
        tables[table] = (columns, rows)
    answers = connection.execute("SELECT source, body FROM answers ORDER BY id").fetchall()
    bodies = [(source, zlib.decompress(body, 47)) for source, body in answers]
    material.write_bytes(marshal.dumps((bodies, tables)))
    connection.close()
    return {table: len(rows) for table, (_, rows) in tables.items()}


def run_floor(material: Path, database: Path, *, search: bool) -> None:
    """Parse the bodies and insert the rows: the least that anybody has to do."""
    bodies, tables = marshal.loads(material.read_bytes())
    for source, body in bodies:
        etree.fromstring(body) if source == "arxiv" else json.loads(body)
    connection = sqlite3.connect(database)
    for step in STEPS:
        for statement in statements((ROOT / "db" / f"{step}.sql").read_text("utf-8")):
            if search or "_fts" not in statement:
                connection.execute(statement)
    with connection:
        for table, (columns, rows) in tables.items():
            marks = ", ".join("?" * len(columns))
            connection.executemany(
                f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows
            )
    connection.close()


def compare(served: Served, folder: Path, options: list[str], runs: int) -> dict[str, list[Cost]]:
    """Return the costs of citeweave, of both floors and of second runs, run in turns."""
    environment = served.environment(folder)
    database, material, made = folder / "papers.db", folder / "material", folder / "floor.db"
    command = [sys.executable, "-m", "enrich", "enrich", "list.csv", "--db", str(database)]
    command += ["-q", "--no-resolve"]  # it is measured by itself, in resolving.py
    floor = [sys.executable, __file__, "--floor", str(material)]
    costs: dict[str, list[Cost]] = {"first": [], "floor": [], "bare": [], "second": []}
    for run in range(runs + 1):
        _remove(database)
        first = measure([*command, *options], environment, folder)
        asked = len(served.visits())
        second = measure([*command, *options], environment, folder)
        if again := len(served.visits()):
            raise SystemExit(f"the second run sent {again} requests")
        if not run:
            # In a process of its own: what a child may be charged for starts with its parent.
            prepared = [sys.executable, __file__, "--prepare", str(database), "--into"]
            subprocess.run([*prepared, str(material)], env=environment, check=True)
            print(f"{asked} requests", file=sys.stderr)
        _remove(made)
        searched = measure([*floor, "--search", "--into", str(made)], environment, folder)
        _remove(made)
        bare = measure([*floor, "--into", str(made)], environment, folder)
        if run:  # the first round warms caches
            for name, cost in zip(costs, (first, searched, bare, second), strict=True):
                costs[name].append(cost)
    return costs


def _remove(database: Path) -> None:
    for path in database.parent.glob(f"{database.name}*"):
        path.unlink()


def spread(values: list[float], form: str) -> str:
    """Return a median with its range."""
    middle, low, high = statistics.median(values), min(values), max(values)
    return f"{middle:{form}} ({low:{form}}–{high:{form}})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--floor", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--prepare", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--into", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--search", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.prepare:
        print(f"rows: {prepare(given.prepare, given.into)}", file=sys.stderr)
        return
    if given.floor:
        run_floor(given.floor, given.into, search=given.search)
        return
    results = {}
    with tempfile.TemporaryDirectory() as made, Served() as served:
        folder = Path(made)
        (folder / "list.csv").write_text(write_list(make_world(world_options()).listed), "utf-8")
        for name, options in (("references", ["--no-citations"]), ("references and citations", [])):
            results[name] = compare(served, folder, options, given.runs)
    print_tables(results, given.runs)


def print_tables(results: dict[str, dict[str, list[Cost]]], runs: int) -> None:
    print(f"\n{PAPERS:,} papers, pacing off; medians of {runs} runs in turns (least–most)\n")
    print("| fetched | CPU ÷ floor | CPU ÷ floor without search | citeweave, s | floor, s ", end="")
    print("| without search, s | peak, MB |\n|---|---|---|---|---|---|---|")
    for name, costs in results.items():
        cpu = {who: [cost.cpu for cost in each] for who, each in costs.items()}
        middle = {who: statistics.median(each) for who, each in cpu.items()}
        print(
            f"| {name} | **{middle['first'] / middle['floor']:.2f}** "
            f"| {middle['first'] / middle['bare']:.2f} | {spread(cpu['first'], '.2f')} "
            f"| {spread(cpu['floor'], '.2f')} | {spread(cpu['bare'], '.2f')} "
            f"| {spread([cost.memory for cost in costs['first']], '.0f')} |"
        )
    print("\n| second run after | requests | CPU, s | peak, MB |\n|---|---|---|---|")
    for name, costs in results.items():
        cpu, memory = zip(*costs["second"], strict=True)
        print(f"| {name} | 0 | {spread(cpu, '.2f')} | {spread(memory, '.0f')} |")
    print(f"\n{machine()}")


def machine() -> str:
    """Return what the numbers depend on."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{os.cpu_count()} cores, {memory:.0f} GB, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    )


if __name__ == "__main__":
    main()
