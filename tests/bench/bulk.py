"""What `citeweave bulk` costs, against a bare DuckDB script, and that all engines agree.

    python -m tests.bench.bulk --links 1 --links 5            # CPU, memory, the same rows
    python -m tests.bench.bulk --links 5 --spark              # the same rows on Spark too
    python -m tests.bench.bulk --links 20 --memory 600MB      # spilling
    python -m tests.bench.bulk --links 5 --only-make shards   # makes the shards, no more

The shards are made: seeded, in-degrees by a power law, 6 % of links without a cited paper,
0.1 % without a citing one, 1 % shipped again, sentences and nested intents as in the real ones.
Times are CPU seconds of the whole process, its start included.
"""

import json
import os
import resource
import subprocess
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click
import duckdb

ROOT = Path(__file__).parents[2]
LISTED = 2_260
SHARDS = 8
MASTERS = ("local[2]", "local-cluster[2,1,1536]")
# S2's own sizes: 2.4 billion links in 255 GB, of which a shard here is a small copy.
FULL_LINKS, FULL_GB = 2_400_000_000, 255

LINK = """
COPY (
    SELECT i AS citationid,
        CASE WHEN hash(k, 1) % 1000 > 0 THEN 1 + (hash(k, 2) % {papers})::BIGINT END
            AS citingcorpusid,
        CASE WHEN hash(k, 3) % 100 >= 6 THEN
            1 + floor({papers} * pow((hash(k, 4) % 16777216) / 16777216.0, 3))::BIGINT END
            AS citedcorpusid,
        hash(k, 5) % 12 = 0 AS isinfluential,
        CASE WHEN hash(k, 6) % 100 < 45 THEN ['As was shown in earlier work [' || k || '], '
            || array_to_string([md5((k * 9 + w)::TEXT) FOR w IN range(9)], ' of the ')] END
            AS contexts,
        CASE WHEN hash(k, 6) % 100 < 45 THEN [['background'], NULL] END AS intents
    FROM (SELECT i, CASE WHEN hash(i, 7) % 100 = 0 THEN i - {shards} ELSE i END AS k
          FROM range({links}) AS r(i) WHERE i % {shards} = {shard})
) TO '{file}' (FORMAT json, COMPRESSION gzip)
"""
PAPER = """
COPY (
    SELECT i AS corpusid,
        {{'ArXiv': CASE WHEN i % 3 = 0 THEN '23' || lpad((1 + i % 12)::TEXT, 2, '0') || '.'
                || lpad((1 + i // 12 % 99999)::TEXT, 5, '0') END,
            'DOI': '10.1234/Made.' || i, 'MAG': NULL}} AS externalids,
        'https://www.semanticscholar.org/paper/' || md5(i::TEXT) || left(md5((-i)::TEXT), 8) AS url,
        'A made paper about subject ' || hash(i) AS title,
        [{{'authorId': (i % 50000)::TEXT, 'name': 'Author ' || i % 50000}}] AS authors,
        '' AS venue, 1990 + i % 34 AS year, 13 AS referencecount, 13 AS citationcount,
        1 AS influentialcitationcount, NULL AS publicationtypes, NULL AS publicationdate
    FROM range(1, {papers} + 1) AS r(i) WHERE i % {shards} = {shard}
) TO '{file}' (FORMAT json, COMPRESSION gzip)
"""


class Cost(NamedTuple):
    """CPU seconds, peak memory of the process in MB, and the most bytes spilled, in MB."""

    cpu: float
    memory: float
    spilled: float


def make_shards(folder: Path, links: int) -> Path:
    """Write shards of so many links, and a list of papers; return the list."""
    papers = max(links // 13, 3 * LISTED)
    connection = duckdb.connect(config={"threads": 2})
    for name, text in (("citations", LINK), ("papers", PAPER)):
        (folder / name).mkdir(parents=True)
        for shard in range(SHARDS):
            file = folder / name / f"20261124_{shard:05}_made.gz"
            connection.execute(
                text.format(papers=papers, links=links, shards=SHARDS, shard=shard, file=file)
            )
    listed = folder / "list.txt"
    # Of many papers some have one arXiv id; a list names it once.
    query = (
        f"SELECT externalids.ArXiv AS arxiv_id FROM read_json('{folder}/papers/*.gz') "
        "WHERE arxiv_id IS NOT NULL GROUP BY arxiv_id "
        f"ORDER BY hash(min(corpusid)) LIMIT {LISTED}"
    )
    ids = [row[0] for row in connection.execute(query).fetchall()]
    listed.write_text("".join(f"{each}\n" for each in ids))
    return listed


def ours(folder: Path, listed: Path, out: Path, memory: str, *more: str) -> Cost:
    """Run `citeweave bulk`."""
    words = [f"--{name}={folder}/{name}/*.gz" for name in ("citations", "papers")]
    words += ["--list", str(listed), "--out", str(out), "--memory", memory, *more]
    return measured([sys.executable, "-m", "enrich", "bulk", *words], out)


def floor(folder: Path, listed: Path, out: Path, memory: str) -> Cost:
    """Run the bare script."""
    words = [str(folder), str(listed), str(out), memory]
    return measured([sys.executable, "-m", "tests.bench.bulk_floor", *words], out)


def measured(command: list[str], out: Path) -> Cost:
    """Run a command to its end, looking now and then at what it has spilled."""
    spilled, is_over = [0.0], threading.Event()

    def look() -> None:
        while not is_over.wait(0.1):
            places = (out / "work" / "spilled", Path(f"{out}.spilled"))
            try:  # files and folders may go while they are looked at
                files = [file for place in places for file in place.rglob("*") if file.is_file()]
                spilled.append(sum(file.stat().st_size for file in files) / 1e6)
            except OSError:
                continue

    watching = threading.Thread(target=look)
    watching.start()
    try:
        child = subprocess.Popen(
            command,
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        said = child.stderr.read().decode() if child.stderr else ""
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    finally:
        is_over.set()
        watching.join()
    if child.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {child.returncode}:\n{said}")
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1e3, max(spilled))


def differing(one: Path, other: Path) -> list[str]:
    """Return the tables of `one` whose rows, or the order of these, differ in the other."""
    names = json.loads((one / "manifest.json").read_text())["tables"]
    return [name for name in names if not same_rows(one / name, other / name)]


def same_rows(one: Path, other: Path) -> bool:
    """Compare tables too large to hold: by a hash of each row with its place."""
    hashed = [
        duckdb.execute(
            "SELECT count(*), sum(hash(place, t)::HUGEINT) FROM (SELECT row_number() OVER () AS "
            f"place, t FROM read_parquet('{folder}/*.parquet') AS t)"
        ).fetchone()
        for folder in (one, other)
    ]
    return hashed[0] == hashed[1]


@click.command()
@click.option("--links", "millions", type=float, multiple=True, default=(1.0, 5.0))
@click.option("--memory", default="4GB", show_default=True)
@click.option("--rounds", default=3, show_default=True)
@click.option("--whole", is_flag=True, help="Degrees and components of the whole graph too.")
@click.option("--spark", is_flag=True, help="Also on Spark, in one process and with two executors.")
@click.option("--no-floor", is_flag=True, help="Leave the bare script out.")
@click.option("--only-make", type=click.Path(path_type=Path), help="Make the shards here and end.")
def main(
    millions: tuple[float, ...],
    memory: str,
    rounds: int,
    whole: bool,
    spark: bool,
    no_floor: bool,
    only_make: Path | None,
) -> None:
    if only_make is not None:
        print(make_shards(only_make, int(millions[0] * 1e6)))
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    per_link: dict[float, float] = {}
    print("| million links | GB packed | CPU, s | CPU ÷ bare | a million | peak MB | spilled MB |")
    print("|---|---|---|---|---|---|---|")
    for each in millions:
        with TemporaryDirectory(prefix="citeweave-bench-") as place:
            per_link[each] = measure(Path(place), each, memory, rounds, whole, spark, no_floor)
    largest = max(per_link)
    hours = per_link[largest] * FULL_LINKS / 1e6 / 3600
    print(
        f"Computed, not run: {FULL_LINKS / 1e9} billion links ({FULL_GB} GB) at the cost a link of "
        f"{largest:g} million: {hours:.1f} core-hours."
    )


def measure(
    place: Path, millions: float, memory: str, rounds: int, whole: bool, spark: bool, no_floor: bool
) -> float:
    """Print a row of the table; return the CPU seconds of a million links."""
    shards = place / "shards"
    listed = make_shards(shards, int(millions * 1e6))
    size = sum(file.stat().st_size for file in shards.rglob("*.gz")) / 1e9
    more = ("--all",) if whole else ()
    costs, bare = [], []
    for number in range(rounds):
        costs.append(ours(shards, listed, place / f"ours{number}", memory, *more))
        if not no_floor:
            bare.append(floor(shards, listed, place / f"floor{number}", memory))
    median = sorted(costs)[len(costs) // 2]
    ratios = sorted(a.cpu / b.cpu for a, b in zip(costs, bare, strict=False))
    ratio = ratios[len(ratios) // 2] if ratios else float("nan")
    peak, spilled = max(cost.memory for cost in costs), max(cost.spilled for cost in costs)
    a_million = median.cpu / millions
    print(
        f"| {millions:g} | {size:.2f} | {median.cpu:.1f} | {ratio:.2f} | {a_million:.2f} "
        f"| {peak:.0f} | {spilled:.0f} |",
        flush=True,
    )
    if bare:
        print(f"  bare: {[round(b.cpu, 1) for b in bare]} s, {max(b.memory for b in bare):.0f} MB")
        print(f"  ours: {[round(c.cpu, 1) for c in costs]} s")
        unlike = differing(place / "ours0", place / "floor0")
        print(f"  tables whose rows differ from the bare script's: {unlike or 'none'}", flush=True)
    for number, master in enumerate(MASTERS if spark else ()):
        began = time.monotonic()
        out = place / f"spark{number}"
        ours(shards, listed, out, "2GB", "--engine", "spark", "--master", master, *more)
        unlike = differing(place / "ours0", out)
        took = time.monotonic() - began
        print(f"  {master}: tables that differ: {unlike or 'none'} ({took:.0f} s)", flush=True)
    return a_million


if __name__ == "__main__":
    main()
