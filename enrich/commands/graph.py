"""citeweave graph: a network among the listed papers, as a file."""

from pathlib import Path

import click

from ..errors import BadInput, Exit
from ..parameters import Explained, print_json, with_collection, with_database_only, with_json


def _choices() -> dict[str, list[tuple[str, str]]]:
    from graph.exports import formats
    from graph.kinds import kinds

    return {
        "Kinds": [(name, kind.DESCRIPTION) for name, kind in kinds().items()],
        "Formats": [
            (name, f"{each.DESCRIPTION} {', '.join(each.SUFFIXES)}")
            for name, each in formats().items()
        ],
    }


@click.command(cls=Explained, choices=_choices)
@with_database_only
@with_collection
@click.option("--kind", default="citation", show_default=True, help="Which network; see below.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    help="The file to write.",
)
@click.option("--format", "format_", help="Default: the one that the file's ending means.")
@with_json
def command(
    db: Path | None,
    collection: str | None,
    kind: str,
    output: Path,
    format_: str | None,
    as_json: bool,
) -> int:
    """Write a network to a file and say how many nodes, edges and isolated nodes it has.

    \b
    citeweave graph --db papers.db -o iclr2024.graphml
    """
    import graph

    from ..settings import load_settings
    from ..summary import say

    settings = load_settings({"db": db})
    try:
        network = graph.network(settings.db, kind, collection)
        graph.export(network, output, format_)
    except graph.GraphError as error:
        raise BadInput(str(error)) from error
    if as_json:
        print_json(
            "graph",
            {
                "file": str(output),
                "kind": network.kind,
                "nodes": network.node_count,
                "edges": network.edge_count,
                "isolated": network.isolated_count,
                "reasons": list(network.reason),
            },
        )
    say(f"{output}: {graph.described(network)}")
    for reason in network.reason:
        say(f"- {reason}")
    return Exit.OK
