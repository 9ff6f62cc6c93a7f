"""citeweave graph: a network among the listed papers, as a file; or what lies behind an edge."""

import re
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import BadInput, Exit
from ..parameters import Explained, LegibleText, print_json, with_database_only, with_json

if TYPE_CHECKING:
    from graph import Explanation, Network
    from graph.options import Option

_SOON_DRAWN = 5_000
"""Nodes that are placed within two seconds or so."""
_OF_NODES = ("measures", "resolution")
_YEARS = re.compile(r"(?P<first>\d{4})?(?P<dash>-)?(?P<last>\d{4})?")


def _choices() -> dict[str, list[tuple[str, str]]]:
    from graph.exports import formats
    from graph.kinds import kinds
    from graph.measures import families

    return {
        "Kinds": [(name, kind.DESCRIPTION) for name, kind in kinds().items()],
        "Measures": [
            (name, f"{each.DESCRIPTION}{' Always there.' if each.IS_STANDARD else ''}")
            for name, each in families().items()
        ],
        "Formats": [
            (name, f"{each.DESCRIPTION} {', '.join(each.SUFFIXES)}")
            for name, each in formats().items()
        ],
    }


class _Kinded(Explained):
    """A command that also takes the options that the kinds of networks declare."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        return [*super().get_params(ctx), *_kind_parameters()]


def _kind_parameters() -> list[click.Parameter]:
    from graph.kinds import kinds
    from graph.options import options_of

    takers: dict[Option, list[str]] = {}
    for name, kind in kinds().items():
        for option in options_of(kind):
            takers.setdefault(option, []).append(name)
    return [_parameter(option, names) for option, names in takers.items()]


def _parameter(option: "Option", kinds: Sequence[str]) -> click.Option:
    """Return a kind's option for the command line; None stands for not given."""
    name = f"{option.flag}/{option.flag.replace('--', '--no-', 1)}"
    is_flag = isinstance(option.default, bool)
    type_ = click.Choice(option.choices) if option.choices else click.IntRange(min=option.least)
    default = ("yes" if option.default else "no") if is_flag else option.default
    return click.Option(
        [name if is_flag else option.flag],
        type=None if is_flag else type_,
        default=None,
        help=f"{', '.join(kinds)}: {option.help}  [default: {default}]",
    )


def _read_years(
    _: click.Context, __: click.Parameter, text: str | None
) -> tuple[int | None, int | None] | None:
    if text is None:
        return None
    found = _YEARS.fullmatch(text.strip())
    if not found or not (found["first"] or found["last"]):
        raise click.BadParameter(f"'{text}' is not read as years; write 2020-2024, 2020- or -2024.")
    first, last = (int(year) if year else None for year in (found["first"], found["last"]))
    return (first, last) if found["dash"] else (first, first)


@click.command(cls=_Kinded, choices=_choices)
@with_database_only
@click.option(
    "--bulk",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="A folder that citeweave bulk made, to take the network from instead of a database.",
)
@click.option("--kind", default="citation", show_default=True, help="Which network; see below.")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="The file to write.")
@click.option("--format", "format_", help="Default: the one that the file's ending means.")
@click.option(
    "--explain",
    nargs=2,
    metavar="A B",
    help="Write no file, but list what lies behind the edge between two papers or authors.",
)
@click.option(
    "--collection",
    "collections",
    type=LegibleText(),
    multiple=True,
    help="Only this collection; may be repeated. Default: all of them.",
)
@click.option(
    "--years",
    callback=_read_years,
    metavar="FROM-TO",
    help="Only listed papers of these years: 2020-2024, 2020- or -2024.",
)
@click.option(
    "--decision",
    "decisions",
    multiple=True,
    help="Only listed papers with this decision; may be repeated.",
)
@click.option("--min-weight", type=float, help="Leave out edges that weigh less.")
@click.option(
    "--min-sources",
    type=click.IntRange(min=1),
    default=1,
    help="Leave out citations that fewer sources show. Two lists of one source are one source.",
)
@click.option(
    "--without-self-citations",
    is_flag=True,
    help="Leave out citations between papers with a common author, where both's are known.",
)
@click.option(
    "--measure",
    "measures",
    multiple=True,
    metavar="NAME",
    help="Take this measure too, see below; may be repeated.",
)
@click.option(
    "--resolution",
    type=click.FloatRange(min=0, min_open=True),
    default=1.0,
    help="Of the communities: above 1 gives more and smaller ones.",
)
@click.option(
    "--layout/--no-layout",
    default=True,
    help="Give every node a place, a size and a colour, so that the file opens drawn.",
)
@click.option(
    "--colour-by",
    metavar="COLUMN",
    help="Colour the nodes by this column.  [default: community, else decision]",
)
@click.option("--largest-component", is_flag=True, help="Only the largest connected part.")
@click.option(
    "--as-of",
    metavar="DATE",
    help="Only papers that had appeared by then, and their links: 2024-05-31.",
)
@with_json
def command(
    db: Path | None,
    bulk: Path | None,
    kind: str,
    output: Path | None,
    format_: str | None,
    explain: tuple[str, str] | None,
    layout: bool,
    colour_by: str | None,
    as_json: bool,
    **wishes: Any,
) -> int:
    """Write a network to a file and say how many nodes, edges and isolated nodes it has, and why.

    \b
    citeweave graph --db papers.db -o iclr2024.graphml
    citeweave graph --db papers.db --kind coupling --weighting cosine -o coupling.graphml
    citeweave graph --db papers.db --kind coupling --explain 2310.06770 2305.09955
    """
    import graph
    from graph.exports import is_drawn

    from ..settings import load_settings

    if output is None and explain is None:
        raise click.UsageError("Name the file to write: -o network.graphml (or ask --explain A B).")
    if bulk is not None and (db is not None or explain is not None):
        raise click.UsageError("--bulk stands for a database, and cannot explain an edge.")
    settings = load_settings({"db": db})
    given = {name: value for name, value in wishes.items() if value is not None}
    try:
        if explain is not None:
            narrowed = {k: v for k, v in given.items() if k not in _OF_NODES}
            _tell(graph.explain(settings.db, *explain, kind, **narrowed), as_json=as_json)
        if output is not None:
            network = graph.network(bulk or settings.db, kind, **given)
            if layout and is_drawn(output, format_):
                network = _draw(network, colour_by)
            graph.export(network, output, format_)
            _report(network, output, graph.described(network), as_json=as_json)
    except graph.GraphError as error:
        raise BadInput(str(error)) from error
    return Exit.OK


def _draw(network: "Network", colour_by: str | None) -> "Network":
    import graph

    from ..summary import say

    if network.node_count > _SOON_DRAWN:
        say(f"Placing {network.node_count:,} nodes; --no-layout leaves that to the reader.")
    return graph.drawn(network, colour_by)


def _report(network: "Network", output: Path, size: str, *, as_json: bool) -> None:
    from ..summary import say

    if as_json:
        print_json(
            "graph",
            {
                "file": str(output),
                "kind": network.kind,
                "nodes": network.node_count,
                "edges": network.edge_count,
                "isolated": network.isolated_count,
                "impossible": network.impossible_count,
                "reasons": list(network.reason),
            },
        )
    say(f"{output}: {size}")
    for reason in network.reason:
        say(f"- {reason}")


def _tell(explanation: "Explanation", *, as_json: bool) -> None:
    if as_json:
        papers = [{**paper._asdict(), "name": paper.name} for paper in explanation.papers]
        seen = [sighting._asdict() for sighting in explanation.sightings]
        print_json("explain", {**asdict(explanation), "papers": papers, "sightings": seen})
        return
    click.echo(f"{explanation.first}\n{explanation.second}\n{explanation.summary}")
    for paper in explanation.papers:
        click.echo(f"- {paper.name}  {paper.year or ''}  {paper.title or ''}".rstrip())
    for seen_ in explanation.sightings:
        click.echo(
            f"- in the {seen_.direction} of {seen_.paper} by {seen_.source}: "
            f"answer {seen_.answer} of {seen_.answered_at}"
        )
