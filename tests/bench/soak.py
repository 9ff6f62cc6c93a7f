"""A long run under faults: does memory stay flat, do files stay few?

    python -m tests.bench.soak --papers 20000

The fetch is a process of its own; Linux tells what it holds.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from enrich.errors import Exit
from enrich.sandbox import Sandbox, Visit, WorldOptions, make_world, write_list

from .fetching import environment, storm

_MEGABYTE = 2**20
# A hundredth of the waits and of the patience, as storing large answers takes its time too.
_RETRY_SCALE = 0.01


class Sample(NamedTuple):
    """What the process held at one time: bytes in memory, open files."""

    memory: int
    files: int


def sample(process: int) -> Sample | None:
    """Return what a process holds; None where it has ended."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
        files = len(os.listdir(f"/proc/{process}/fd"))  # noqa: PTH208
    except (FileNotFoundError, ProcessLookupError, IndexError):
        return None
    return Sample(pages * os.sysconf("SC_PAGE_SIZE"), files) if pages else None


def watch(process: subprocess.Popen[bytes], every: float) -> list[Sample]:
    """Return a sample every so many seconds until the process ends."""
    samples = []
    while process.poll() is None:
        if taken := sample(process.pid):
            samples.append(taken)
        time.sleep(every)
    return samples


def main() -> int:
    """Run the fetch and print what it held; return 0 if memory and files stayed flat."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--papers", type=int, default=20_000)
    options.add_argument("--rate", type=float, default=0.3)
    options.add_argument("--kinds", default="", help="by comma; all where not given")
    options.add_argument("--every", type=float, default=0.25, help="seconds between samples")
    given = options.parse_args()
    plan = storm(given.rate, kinds=given.kinds)
    world = make_world(WorldOptions(papers=given.papers))
    with tempfile.TemporaryDirectory() as name, Sandbox(world, faults=plan) as served:
        folder = Path(name)
        listed = folder / "listed.csv"
        listed.write_text(write_list(world.listed), "utf-8")
        started = time.monotonic()
        process = subprocess.Popen(
            [sys.executable, "-m", "enrich", "enrich", str(listed), "--db", str(folder / "p.db")],
            env=environment(served, folder, _RETRY_SCALE),
        )
        samples = watch(process, given.every)
        seconds = time.monotonic() - started
        size = (folder / "p.db").stat().st_size
        print(
            f"exit {process.returncode} after {seconds:.0f} s, database {size / _MEGABYTE:.0f} MB"
        )
    return int(process.returncode != Exit.OK or not tell(samples, served.log))


def tell(samples: list[Sample], visits: list[Visit]) -> bool:
    """Print what was held in each quarter; return whether the last is as the second."""
    spoiled = sum(visit.fault != "" for visit in visits)
    print(f"{len(visits)} requests, {spoiled} of them spoiled; {len(samples)} samples")
    quarters = [
        samples[len(samples) * n // 4 : max(len(samples) * (n + 1) // 4, 1)] for n in range(4)
    ]
    for number, quarter in enumerate(quarters, 1):
        memory, files = [s.memory / _MEGABYTE for s in quarter], [s.files for s in quarter]
        print(
            f"quarter {number}: memory {mean(memory):6.1f} MB, at most {max(memory):6.1f}; "
            f"files {mean(files):5.1f}, at most {max(files)}"
        )
    second, last = (mean(s.memory for s in quarters[n]) for n in (1, 3))
    print(f"last quarter against the second: memory {last / second - 1:+.1%}")
    fewest, most = (max(s.files for s in quarters[n]) for n in (1, 3))
    return last <= 1.05 * second and most <= fewest + 2


if __name__ == "__main__":
    sys.exit(main())
