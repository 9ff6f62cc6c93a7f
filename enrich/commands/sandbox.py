"""citeweave sandbox: a stand-in of both services on this machine."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..errors import BadInput, Exit
from ..parameters import print_json, say, taken_port, with_json

if TYPE_CHECKING:
    from ..sandbox import FaultPlan, World, WorldOptions

Command = TypeVar("Command", bound=Callable[..., Any])

# The options that make papers hard to find; each is named as the field of WorldOptions.
_TRAPS = (
    ("hidden", "Of the papers with an arXiv id: the list comes without it."),
    ("never-posted", "Of the papers that the list gives no arXiv id: not on arXiv."),
    ("late", "Of those without id that are on arXiv: posted a year after the conference."),
    ("renamed", "Of those without id that are on arXiv: there under another title."),
    ("rewritten", "Of those without id that are on arXiv: with another abstract."),
    ("split-records", "Of those without id, in both services: two records in S2."),
    ("look-alikes", "Of all papers: there is another one with a near title."),
    ("twin-titles", "Of all papers: there is another one with the same title."),
    ("respelled", "Of all papers on arXiv: the title is spelled a little otherwise."),
    ("venue-named", "Of all papers on arXiv: the comment there names the conference."),
    ("venue-recorded", "Of all papers in S2: the venue there is the conference."),
)
_FILE = click.Path(path_type=Path, dir_okay=False)


def _with_traps(command: Command) -> Command:
    """Add the shares of the traps."""
    for name, text in reversed(_TRAPS):
        share = click.FloatRange(0, 1)
        command = click.option(f"--{name}", type=share, metavar="SHARE", help=text)(command)
    return command


class _WithKinds(click.Command):
    """A command whose help ends with the usual shares and the kinds of fault."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the tables."""
        from ..sandbox import DEMONSTRATION
        from ..sandbox.fault_kinds import ALTERING, PASSING

        usual = [(name, getattr(DEMONSTRATION, name.replace("-", "_"))) for name, _ in _TRAPS]
        with formatter.section("Shares that are not given"):
            formatter.write_dl([(f"--{n}", str(share)) for n, share in usual if share])
            formatter.write_text(
                "The others are 0. Without --never-posted a third of the papers that have no id "
                "anywhere are on arXiv; without --venue-recorded S2 names the conference for 0.7."
            )
        with formatter.section("Kinds of fault"):
            formatter.write_dl([(kind.name, kind.meaning) for kind in PASSING])
        with formatter.section("Only when named, since they change what is stored"):
            formatter.write_dl([(kind.name, kind.meaning) for kind in ALTERING])


@click.command(cls=_WithKinds)
@click.option("--port", default=8765, show_default=True, help="0 takes any free port.")
@click.option("--papers", default=100, show_default=True, help="How many listed papers.")
@click.option(
    "--list",
    "listed",
    metavar="FILE",
    help="Build the world from this list, in any format that enrich reads, instead.",
)
@click.option("--seed", default=2024, show_default=True, help="Another seed, another world.")
@click.option("--pace/--no-pace", default=True, help="Refuse what comes faster than allowed.")
@click.option(
    "--faults",
    metavar="PLAN.json",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help='Spoil answers: {"seed": 7, "arxiv": {"rate": 0.3}, "s2": {"rate": 0.3, "kinds": '
    '["429", "half"]}, "poisoned": {"2305.09955": 400}, "most_in_a_row": 5}',
)
@_with_traps
@click.option(
    "--surrounding",
    metavar="N",
    help="Papers around the list that searches find too.",
    type=click.IntRange(0),
)
@click.option(
    "--write-list",
    type=_FILE,
    help="Write the list of this world here, to give to enrich: without the hidden ids.",
)
@click.option(
    "--kind",
    type=click.Choice(["title", "both", "abstract"]),
    default="title",
    show_default=True,
    help="What describes the papers in the written list.",
)
@click.option("--authors/--no-authors", default=False, help="And whether their authors do.")
@click.option(
    "--truth",
    type=_FILE,
    help="Write here what became of each paper, for evaluations: where it is, and as what.",
)
@with_json
def command(
    port: int,
    pace: bool,
    faults: Path | None,
    write_list: Path | None,
    kind: str,
    authors: bool,
    truth: Path | None,
    as_json: bool,
    **asked: Any,
) -> int:
    """Serve a made world of papers with the manners of arXiv and Semantic Scholar.

    The first 100 titles and ids are those of ICLR 2024; every citation is made. Some papers
    are traps for whoever looks for them by title and abstract; a SHARE is between 0 and 1.

    \b
    citeweave sandbox --port 8765
    citeweave sandbox --faults plan.json
    citeweave sandbox --list papers.csv --hidden 0.3 --write-list asked.csv --truth truth.csv
    """
    from ..sandbox import Sandbox, make_world

    plan = _read_plan(faults)
    world = make_world(_read_options(**asked))
    _write_files(world, write_list, kind, authors, truth)
    intervals = (3.0, 1.0) if pace else (0.0, 0.0)
    try:
        sandbox = Sandbox(world, port, *intervals, faults=plan)
    except OSError as error:
        raise taken_port("127.0.0.1", port, error) from error
    with sandbox as served:
        if as_json:
            urls = {"arxiv_url": served.arxiv_url, "s2_url": served.s2_url}
            print_json("sandbox", urls | {"s2_datasets_url": served.datasets_url})
        say("Made citations around real titles. Ctrl-C ends it. To use it, in another terminal:")
        say(f"export CITEWEAVE_ARXIV_URL={served.arxiv_url}")
        say(f"export CITEWEAVE_S2_URL={served.s2_url}")
        say(f"export CITEWEAVE_S2_DATASETS_URL={served.datasets_url}")
        while True:
            time.sleep(3600)
    return Exit.OK


def _read_options(listed: str | None, **asked: Any) -> "WorldOptions":
    """Return the demo's world with what is asked otherwise."""
    from dataclasses import replace

    from ..lists import read_list
    from ..sandbox import DEMONSTRATION, from_listings

    given = {name: value for name, value in asked.items() if value is not None}
    try:
        options = replace(DEMONSTRATION, **given)
    except ValueError as error:
        raise BadInput(str(error)) from error
    if listed is None:
        return options
    return replace(options, listed=from_listings(read_list(listed).listings, options.seed))


def _write_files(
    world: "World", write_list: Path | None, kind: str, authors: bool, truth: Path | None
) -> None:
    from .. import sandbox

    described = world.listed if kind == "title" and not authors else world.described()
    if write_list is not None:
        _write(write_list, sandbox.write_list(described, kind, authors=authors))
    if truth is not None:
        _write(truth, sandbox.write_truth(world))


def _write(path: Path, text: str) -> None:
    if path.exists():
        raise BadInput(f"{path} is there already; name another file, or remove it.")
    path.write_text(text, "utf-8")


def _read_plan(path: Path | None) -> "FaultPlan":
    from ..sandbox import FaultPlan

    if path is None:
        return FaultPlan()
    try:
        return FaultPlan.of(path.read_bytes())
    except ValueError as error:
        raise BadInput(f"{path} is no plan of faults: {error}") from error
