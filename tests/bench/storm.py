"""A fetch through a storm: every kind of wrong answer at once, and what that costs.

    python -m tests.bench.storm --papers 500 --rate 0.3

The real services allow a request in 3 s and in 1 s, and their waits take up to ten minutes;
both are divided. Batches are small, so that each service is asked often enough to answer in
every kind of wrong way.
"""

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path
from unittest.mock import patch

from enrich.errors import Exit
from enrich.sandbox import WorldOptions, make_world
from enrich.sources import arxiv, semantic_scholar
from enrich.sources.base import Options

from .content import content, differences
from .fetching import Fetched, departures, fetch, storm

REAL_PACE = (3.0, 1.0)


def main() -> int:
    """Run the fetch with and without faults; return 0 if all that must hold does."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--papers", type=int, default=500)
    asked.add_argument("--rate", type=float, default=0.3)
    asked.add_argument("--kinds", default="", help="by comma; all where not given")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--batch", type=int, default=25, help="papers a request")
    asked.add_argument("--pace", type=float, default=20, help="times the real pace")
    asked.add_argument("--waits", type=float, default=500, help="real waits are divided by this")
    given = asked.parse_args()
    world = make_world(WorldOptions(papers=given.papers))
    plan = storm(given.rate, given.seed, given.kinds)
    pace = tuple(seconds / given.pace for seconds in REAL_PACE)
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(arxiv, "_BATCH", given.batch),
        patch.object(semantic_scholar, "_BATCH", given.batch),
    ):
        calm, stormy = Path(folder, "calm.db"), Path(folder, "stormy.db")
        undisturbed = fetch(world, calm, options=Options(contexts=True))
        with departures() as sent:
            disturbed = fetch(world, stormy, plan, pace, Options(contexts=True), 1 / given.waits)
        differing = differences(content(calm), content(stormy))
    closest = tuple(sent.closest(interval) for interval in pace)
    tell(undisturbed, disturbed, pace, closest)
    print("content:", "the same" if not differing else "\n".join(["differs", *differing]))
    too_fast = any(apart < interval for apart, interval in zip(closest, pace, strict=True))
    too_many = any(disturbed.sent(s) > most(undisturbed, disturbed, s) for s in ("arxiv", "s2"))
    is_over = disturbed.result.exit_code != Exit.OK
    return int(bool(differing) or too_fast or too_many or is_over)


def most(calm: Fetched, stormy: Fetched, service: str) -> int:
    """Return how many requests a service may get: two more for each wrong answer."""
    faults = sum(v.status != 200 or bool(v.fault) for v in stormy.visits if v.service == service)
    return calm.sent(service) + 2 * faults


def tell(
    calm: Fetched, stormy: Fetched, pace: tuple[float, ...], closest: tuple[float, ...]
) -> None:
    """Print what the storm was and what it cost."""
    for service, interval, apart in zip(("arxiv", "s2"), pace, closest, strict=True):
        visits = [visit for visit in stormy.visits if visit.service == service]
        kinds = Counter(visit.fault for visit in visits if visit.fault)
        needed = calm.sent(service)
        print(
            f"{service}: {needed} requests needed, {len(visits)} sent, {len(visits) - needed} more "
            f"for {kinds.total()} spoiled answers (at most {most(calm, stormy, service)}); "
            f"closest {apart:.4f} s apart, allowed {interval:g} s"
        )
        print("  " + ", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())))
    print(f"wall: {stormy.seconds:.0f} s, without pace and storm {calm.seconds:.0f} s")
    result = stormy.result
    print(f"exit {int(result.exit_code)}, {result.left} questions open")
    for source, tally in result.tallies.items():
        print(f"{source}: {tally.answered} answers, {tally.absent} absent, {tally.failed} failed")


if __name__ == "__main__":
    sys.exit(main())
