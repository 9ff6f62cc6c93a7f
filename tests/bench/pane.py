"""How fast the page of networks is: the first picture, and steps of panning and zooming.

    python tests/bench/pane.py
    python tests/bench/pane.py --nodes 2260 --edges 28000 --runs 3

Chromium without a window, all drawing by the processor. A step is a real movement of the mouse
or its wheel until the picture after it is on the screen (the second frame that begins after it).
"Busy" are steps that come while the edges are being drawn anew.
"""

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from browser import SIZE, Visit, launched, opened  # noqa: E402
from citation_data import made, store  # noqa: E402
from floor import machine  # noqa: E402

import graph  # noqa: E402

STEPS = 20
_PAUSE = 0.13
"""Seconds after which the page has begun to draw the edges anew, but has not finished."""
_TWO_FRAMES = (
    "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))"
)
_DRAWN = "#stage[data-edges=drawn]"


def take(address: str, is_drawn: str = _DRAWN) -> dict[str, list[float]]:
    """Return the seconds of the first picture and of each step, by their names.

    Each time in a browser of its own, which has nothing left to do for another page.
    """
    with launched() as browser:
        began = time.perf_counter()
        with opened(browser, address) as visit:
            return _times(visit, began, is_drawn)


def _times(visit: Visit, began: float, is_drawn: str) -> dict[str, list[float]]:
    page = visit.page
    page.wait_for_selector(is_drawn, state="attached", timeout=120_000)
    page.evaluate(_TWO_FRAMES)
    first = time.perf_counter() - began
    x, y = SIZE[0] // 3, SIZE[1] // 2
    page.mouse.move(x, y)
    zoom = _steps(page, lambda n: page.mouse.wheel(0, -120 if n % 4 < 2 else 120))
    page.mouse.down()
    pan = _steps(page, lambda n: page.mouse.move(x + 9 * n, y + 4 * n))
    busy = _steps(page, lambda n: page.mouse.move(x - 9 * n, y - 4 * n), _PAUSE)
    page.mouse.up()
    assert not visit.complaints, visit.complaints
    return {"first picture": [first], "pan": pan, "pan, busy": busy, "zoom": zoom}


def _steps(page: Any, step: Callable[[int], None], pause: float = 0) -> list[float]:
    taken = []
    for number in range(1, STEPS + 1):
        time.sleep(pause)
        before = time.perf_counter()
        step(number)
        page.evaluate(_TWO_FRAMES)
        taken.append(time.perf_counter() - before)
    return taken


def print_times(all_runs: list[dict[str, list[float]]]) -> None:
    """Print medians over all steps of all runs, the least and the most."""
    print("| step | median, ms | least – most | steps |\n|---|---|---|---|")
    for name in all_runs[0]:
        each = sorted(1000 * seconds for run in all_runs for seconds in run[name])
        print(
            f"| {name} | **{statistics.median(each):,.0f}** | {each[0]:,.0f} – {each[-1]:,.0f} "
            f"| {len(each)} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--nodes", type=int, default=10_000)
    parser.add_argument("--edges", type=int, default=40_000)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database, file = Path(folder) / "papers.db", Path(folder) / "network.html"
        store(made(given.nodes, given.edges), database)
        network = graph.drawn(graph.network(database))
        began = time.perf_counter()
        graph.export(network, file)
        print(
            f"{graph.described(network)}: {file.stat().st_size / 1e6:.2f} MB, "
            f"written in {time.perf_counter() - began:.2f} s\n"
        )
        print_times([take(file.as_uri()) for _ in range(given.runs)])
    print(f"\n{machine()}")


if __name__ == "__main__":
    main()
