"""citeweave sandbox: a stand-in of both services on this machine."""

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import BadInput, Exit
from ..parameters import print_json, taken_port, with_json

if TYPE_CHECKING:
    from ..sandbox import FaultPlan


class _WithKinds(click.Command):
    """A command whose help ends with the kinds of fault."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of kinds."""
        from ..sandbox.fault_kinds import ALTERING, PASSING

        with formatter.section("Kinds of fault"):
            formatter.write_dl([(kind.name, kind.meaning) for kind in PASSING])
        with formatter.section("Only when named, since they change what is stored"):
            formatter.write_dl([(kind.name, kind.meaning) for kind in ALTERING])


@click.command(cls=_WithKinds)
@click.option("--port", default=8765, show_default=True, help="0 takes any free port.")
@click.option("--papers", default=100, show_default=True, help="How many listed papers.")
@click.option("--seed", default=2024, show_default=True, help="Another seed, another world.")
@click.option("--pace/--no-pace", default=True, help="Refuse what comes faster than allowed.")
@click.option(
    "--faults",
    metavar="PLAN.json",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help='Spoil answers: {"seed": 7, "arxiv": {"rate": 0.3}, "s2": {"rate": 0.3, "kinds": '
    '["429", "half"]}, "poisoned": {"2305.09955": 400}, "most_in_a_row": 5}',
)
@with_json
def command(
    port: int, papers: int, seed: int, pace: bool, faults: Path | None, as_json: bool
) -> int:
    """Serve a made world of papers with the manners of arXiv and Semantic Scholar.

    The first 100 titles and ids are those of ICLR 2024; every citation is made.

    \b
    citeweave sandbox --port 8765
    citeweave sandbox --faults plan.json
    """
    from ..sandbox import Sandbox, WorldOptions, make_world
    from ..summary import say

    plan = _read_plan(faults)
    world = make_world(WorldOptions(papers=papers, seed=seed))
    intervals = (3.0, 1.0) if pace else (0.0, 0.0)
    try:
        sandbox = Sandbox(world, port, *intervals, faults=plan)
    except OSError as error:
        raise taken_port("127.0.0.1", port, error) from error
    with sandbox as served:
        if as_json:
            print_json("sandbox", {"arxiv_url": served.arxiv_url, "s2_url": served.s2_url})
        say("Made citations around real titles. Ctrl-C ends it. To use it, in another terminal:")
        say(f"export CITEWEAVE_ARXIV_URL={served.arxiv_url}")
        say(f"export CITEWEAVE_S2_URL={served.s2_url}")
        while True:
            time.sleep(3600)
    return Exit.OK


def _read_plan(path: Path | None) -> "FaultPlan":
    from ..sandbox import FaultPlan

    if path is None:
        return FaultPlan()
    try:
        return FaultPlan.of(path.read_bytes())
    except ValueError as error:
        raise BadInput(f"{path} is no plan of faults: {error}") from error
