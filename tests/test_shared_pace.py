"""Several processes, one pace: their starts are an interval apart, and a dead one holds nobody."""

import asyncio
import itertools
import subprocess
import sys
import time
from pathlib import Path

import pytest

from enrich.pace import Pace
from enrich.shared_pace import SharedPace

ROOT = Path(__file__).parents[1]
URL = "https://export.example.org/api"
VISITS = """
import asyncio, sys, time
from pathlib import Path
from enrich.pace import Pace
from enrich.shared_pace import SharedPace

async def visit_all():
    pace = Pace(0.1, {concurrency}, ledger=SharedPace("s", "{url}", folder=Path(sys.argv[1])))
    for _ in range(5):
        async with pace.turn():
            print("start", time.time(), flush=True)
            await asyncio.sleep({open_for})
            print("end", time.time(), flush=True)

asyncio.run(visit_all())
"""


def visit_from_processes(folder: Path, concurrency: int, open_for: float) -> list[list[str]]:
    script = VISITS.format(url=URL, concurrency=concurrency, open_for=open_for)
    children = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(folder)],
            stdout=subprocess.PIPE,
            text=True,
            env={"PYTHONPATH": str(ROOT)},
        )
        for _ in range(3)
    ]
    lines = [line for child in children for line in child.communicate(timeout=60)[0].splitlines()]
    assert [child.returncode for child in children] == [0, 0, 0]
    return sorted((line.split() for line in lines), key=lambda words: float(words[1]))


def test_starts_of_three_processes_are_an_interval_apart(tmp_path):
    events = visit_from_processes(tmp_path, concurrency=3, open_for=0.01)
    starts = [float(at) for what, at in events if what == "start"]
    assert len(starts) == 15
    assert all(later - earlier >= 0.099 for earlier, later in itertools.pairwise(starts))


def test_one_at_a_time_among_all(tmp_path):
    events = visit_from_processes(tmp_path, concurrency=1, open_for=0.15)
    assert [what for what, _ in events] == ["start", "end"] * 15


def test_what_a_killed_process_held_is_free_at_once(tmp_path):
    script = VISITS.format(url=URL, concurrency=1, open_for=60)
    child = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)],
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": str(ROOT)},
    )
    assert child.stdout
    child.stdout.readline()
    child.kill()
    child.communicate()

    async def visit() -> float:
        began = time.monotonic()
        async with Pace(0.1, 1, ledger=SharedPace("s", URL, folder=tmp_path)).turn():
            return time.monotonic() - began

    assert asyncio.run(visit()) < 1


def test_a_pause_holds_the_other_process_too_but_no_longer_when_the_clock_is_set_back(tmp_path):
    clock = 1000.0
    one = SharedPace("s", URL, folder=tmp_path, clock=lambda: clock)
    other = SharedPace("s", URL, folder=tmp_path, clock=lambda: clock)
    one.start(3)
    one.pause(40)
    one.pause(5)
    assert other.due() == 40
    clock -= 3600
    assert other.due() == 40
    clock += 3600 + 41
    assert other.due() == 0


@pytest.mark.parametrize("text", ["", "[1]", "{}", "[null, 1]", '["x", "y"]'])
def test_an_unreadable_note_is_no_note(tmp_path, text):
    pace = SharedPace("s", URL, folder=tmp_path)
    pace.start(1)
    for file in tmp_path.glob("*.start"):
        file.write_text(text)
    assert pace.due() == 0
