"""citeweave graph: a network among the listed papers, as a file; or what lies behind an edge."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from db.wording import legible

from ..errors import BadInput, Exit
from ..parameters import Explained, LegibleText, print_json, say, with_database_only, with_json

if TYPE_CHECKING:
    from graph import Explanation, Network
    from graph.options import Option

_SOON_DRAWN = 5_000
"""Nodes that are placed within two seconds or so."""
_OF_NODES = ("measures", "resolution", "towards")
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
    _: click.Context, __: click.Parameter, texts: tuple[str, ...]
) -> tuple[int | None, int | None] | None:
    if not texts:
        return None
    if len(texts) > 1:
        raise click.BadParameter("it is given twice, and one range is read; write 2020-2024.")
    (text,) = texts
    found = _YEARS.fullmatch(text.strip())
    if not found or not (found["first"] or found["last"]):
        raise click.BadParameter(f"'{text}' is not read as years; write 2020-2024, 2020- or -2024.")
    first, last = (int(year) if year else None for year in (found["first"], found["last"]))
    return (first, last) if found["dash"] else (first, first)


@click.command(cls=_Kinded, choices=_choices)
@with_database_only
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    default=("citation",),
    help="Which network, see below; may be repeated for an .html page.  [default: citation]",
)
@click.option(
    "--bulk",
    type=click.Path(path_type=Path, file_okay=False, exists=True),
    help="A folder that citeweave bulk made, to take the network from instead of a database.",
)
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
    multiple=True,
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
    "--towards",
    multiple=True,
    metavar="ID",
    help="Rank also by a PageRank that jumps to this paper or author only; may be repeated.",
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
    kinds: tuple[str, ...],
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
    citeweave graph --db papers.db --kind coupling --explain 2305.09955 2309.14322
    citeweave graph --db papers.db --kind citation --kind coupling -o network.html
    """
    import graph
    from graph.exports import check_number, is_drawn
    from graph.writing import refuse_unwritable

    from ..settings import load_settings

    if output is None and explain is None:
        raise click.UsageError("Name the file to write: -o network.graphml (or ask --explain A B).")
    if output is not None and explain is not None:
        raise click.UsageError("--explain lists what lies behind an edge, and writes no file.")
    kinds = tuple(dict.fromkeys(kinds))
    if explain is not None and len(kinds) > 1:
        raise click.UsageError("--explain is about the edges of one kind; give one --kind.")
    if bulk is not None and (db is not None or explain is not None):
        raise click.UsageError("--bulk stands for a database, and cannot explain an edge.")
    settings = load_settings({"db": db})
    given = {name: value for name, value in wishes.items() if value is not None}
    try:
        if explain is not None:
            narrowed = {k: v for k, v in given.items() if k not in _OF_NODES}
            _tell(graph.explain(settings.db, *explain, kinds[0], **narrowed), as_json=as_json)
        if output is not None:
            # Before the work rather than after it.
            refuse_unwritable(output)
            check_number(len(kinds), output, format_)
            draws = layout and is_drawn(output, format_)
            if colour_by and not draws:
                raise graph.GraphError(f"{output} is written without colours: no --colour-by.")
            made = _Making(bulk or settings.db, draws, colour_by, kinds, given)
            networks = [made.network(kind) for kind in kinds]
            graph.export(networks, output, format_)
            _report(networks, output, format_, as_json=as_json)
    except graph.GraphError as error:
        raise BadInput(str(error)) from error
    return Exit.OK


@dataclass(frozen=True)
class _Making:
    """How the networks of one file are made."""

    db: Path
    draws: bool
    colour_by: str | None
    kinds: tuple[str, ...]
    wishes: Mapping[str, Any]

    def network(self, kind: str) -> "Network":
        """Make a network as the file needs it."""
        import graph

        if len(self.kinds) > 1:
            say(f"Making the {kind} network.")
        network = graph.network(self.db, kind, **self._of_kind(kind))
        if not self.draws:
            return network
        if network.node_count > _SOON_DRAWN:
            say(f"Placing {network.node_count:,} nodes; --no-layout leaves that to the reader.")
        return graph.drawn(network, self.colour_by)

    def _of_kind(self, name: str) -> dict[str, Any]:
        """Return the wishes without the options that only other kinds of the file have."""
        from graph.kinds import kind
        from graph.options import options_of

        has = {each: {option.name for option in options_of(kind(each))} for each in self.kinds}
        others = set().union(*has.values()) - has[name]
        return {wish: value for wish, value in self.wishes.items() if wish not in others}


def _report(
    networks: Sequence["Network"], output: Path, format_: str | None, *, as_json: bool
) -> None:
    import graph
    from graph.exports import left_out

    reasons = [(*left_out(each, output, format_), *each.reason) for each in networks]
    facts = [_facts(each, why) for each, why in zip(networks, reasons, strict=True)]
    if as_json:
        found = facts[0] if len(facts) == 1 else {"networks": facts}
        print_json("graph", {"file": str(output), **found})
    for network, why in zip(networks, reasons, strict=True):
        name = f"{network.kind} network, " if len(networks) > 1 else ""
        say(f"{output}: {name}{graph.described(network)}")
        for reason in why:
            say(f"- {reason}")


def _facts(network: "Network", reasons: Sequence[str]) -> dict[str, Any]:
    return {
        "kind": network.kind,
        "nodes": network.node_count,
        "edges": network.edge_count,
        "isolated": network.isolated_count,
        "impossible": network.impossible_count,
        "reasons": list(reasons),
    }


def _tell(explanation: "Explanation", *, as_json: bool) -> None:
    if as_json:
        papers = [{**paper._asdict(), "name": paper.name} for paper in explanation.papers]
        seen = [sighting._asdict() for sighting in explanation.sightings]
        print_json("explain", {**asdict(explanation), "papers": papers, "sightings": seen})
        return
    lines = [explanation.first, explanation.second, explanation.summary]
    for paper in explanation.papers:
        lines.append(f"- {paper.name}  {paper.year or ''}  {paper.title or ''}")
    for seen_ in explanation.sightings:
        lines.append(
            f"- in the {seen_.direction} of {seen_.paper} by {seen_.source}: "
            f"answer {seen_.answer} of {seen_.answered_at}"
        )
    click.echo(legible("\n".join(line.rstrip() for line in lines)))
