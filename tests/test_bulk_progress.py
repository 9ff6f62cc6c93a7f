"""What a long run of citeweave bulk tells meanwhile."""

import subprocess
import sys
import threading
from itertools import pairwise
from pathlib import Path

from db.bulk.duckdb_engine import DuckDB
from db.wording import duration, sized
from enrich.bulk.telling import Steps


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_step_that_takes_long_tells_how_far_it_is_and_ever_more_rarely():
    said, clock = [], Clock()
    steps = Steps(said.append, clock)
    steps("Making links")
    at = []
    with steps.measured_by(lambda: clock.now / 400):
        for second in range(1, 401):
            clock.now = float(second)
            before = len(said)
            steps.remind()
            at += [second] * (len(said) - before)
    assert at[0] == 5
    gaps = [two - one for one, two in pairwise(at)]
    assert gaps == sorted(gaps)
    assert gaps[-1] == 60
    assert said[1] == "… Making links: 5 s so far, 1% done"
    for second, told in list(zip(at, said[1:], strict=True))[3:]:
        assert told == (
            f"… Making links: {duration(second)} so far, {second / 400:.0%} done, "
            f"about {duration(400 - second)} left of it"
        )
    clock.now += 100
    steps.remind()
    assert said[-1].endswith("so far")


def test_duckdb_tells_from_another_thread_how_much_is_done(tmp_path):
    engine = DuckDB(10**9, tmp_path)
    shares: list[float] = []
    done = threading.Event()

    def watch() -> None:
        while not done.wait(0.01):
            if (share := engine.share()) is not None:
                shares.append(share)

    thread = threading.Thread(target=watch)
    thread.start()
    engine.write("t", "SELECT r, sin(r) AS s FROM range(8000000) AS t(r) ORDER BY s", tmp_path)
    done.set()
    thread.join()
    engine.close()
    assert shares
    assert all(0 <= share <= 1 for share in shares)
    assert max(shares) > 0
    assert engine.share() is None


ASKING = """
import signal, sys, threading
from pathlib import Path
from db.bulk.duckdb_engine import DuckDB
engine = DuckDB(10**9, Path(sys.argv[1]))
for _ in range(5):
    threading.Timer(0.3, signal.raise_signal, (signal.SIGINT,)).start()
    try:
        engine.ask("SELECT sum(sin(r)) FROM range(100000000000) AS t(r)")
    except KeyboardInterrupt:
        print("stopped")
"""


def test_ctrl_c_stops_a_long_question(tmp_path):
    """Whichever thread gets the signal."""
    command = [sys.executable, "-c", ASKING, str(tmp_path)]
    root = Path(__file__).parents[1]
    ended = subprocess.run(
        command, capture_output=True, text=True, timeout=120, cwd=root, check=False
    )
    assert (ended.stdout.split(), ended.stderr) == (["stopped"] * 5, "")


def test_bytes_are_told_with_three_digits():
    sizes = (1, 999, 86_097, 999_949, 999_951, 2_090_000_000, 255 * 10**9, 3 * 10**15)
    assert [sized(size) for size in sizes] == [
        "1 byte",
        "999 bytes",
        "86.1 KB",
        "999.9 KB",
        "1.00 MB",
        "2.09 GB",
        "255.0 GB",
        "3,000.0 TB",
    ]
