"""A fetch through a storm: every kind of wrong answer at once, and what that costs.

python -m tests.bench.storm --papers 500 --rate 0.3
"""

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from enrich.errors import Exit
from enrich.sandbox import WorldOptions, make_world
from enrich.sources.base import Options

from .content import content, differences
from .fetching import Fetched, fetch, storm

PACE, RETRY_SCALE = (0.3, 0.1), 0.01


def main() -> int:
    """Run the fetch with and without faults; return 0 if both end with the same content."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--papers", type=int, default=500)
    asked.add_argument("--rate", type=float, default=0.3)
    asked.add_argument("--kinds", default="", help="by comma; all where not given")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    world = make_world(WorldOptions(papers=given.papers))
    plan = storm(given.rate, given.seed, given.kinds)
    with tempfile.TemporaryDirectory() as folder:
        calm, stormy = Path(folder, "calm.db"), Path(folder, "stormy.db")
        undisturbed = fetch(world, calm, pace=PACE, options=Options(contexts=True))
        disturbed = fetch(world, stormy, plan, PACE, Options(contexts=True), RETRY_SCALE)
        differing = differences(content(calm), content(stormy))
    tell(undisturbed, disturbed)
    print("content:", "the same" if not differing else "\n".join(["differs", *differing]))
    return int(bool(differing) or disturbed.result.exit_code != Exit.OK)


def tell(calm: Fetched, stormy: Fetched) -> None:
    """Print what the storm was and what it cost."""
    for service, interval in zip(("arxiv", "s2"), PACE, strict=True):
        faults = sum(bool(v.fault) for v in stormy.visits if v.service == service)
        print(
            f"{service}: {calm.sent(service)} requests needed, {stormy.sent(service)} sent, "
            f"{faults} spoiled; closest {stormy.closest(service):.4f} s apart, "
            f"allowed {interval} s"
        )
    print(f"wall: {calm.seconds:.1f} s calm, {stormy.seconds:.1f} s in the storm")
    for kind, count in sorted(Counter(v.fault for v in stormy.visits if v.fault).items()):
        print(f"  {count:5} {kind}")
    result = stormy.result
    print(f"exit {int(result.exit_code)}, {result.left} questions open")
    for source, tally in result.tallies.items():
        print(f"{source}: {tally.answered} answers, {tally.absent} absent, {tally.failed} failed")


if __name__ == "__main__":
    sys.exit(main())
