"""citeweave graph: a network among the listed papers, as a file."""

from pathlib import Path

import click

from ..errors import BadInput, Exit
from ..parameters import print_json, with_collection, with_database, with_json


@click.command()
@with_database
@with_collection
@click.option("--kind", default="citation", show_default=True, help="Which network.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    help="The file to write; its ending says the format (.graphml).",
)
@with_json
def command(db: Path | None, collection: str | None, kind: str, output: Path, as_json: bool) -> int:
    """Write a network to a file and say how many nodes, edges and isolated papers it has.

    \b
    citeweave graph --db papers.db -o iclr2024.graphml
    """
    import graph

    from ..settings import load_settings
    from ..summary import say

    settings = load_settings({"db": db})
    try:
        network = graph.network(settings.db, kind, collection)
        graph.export(network, output)
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
    say(
        f"{output}: {network.node_count} papers, {network.edge_count} links between them, "
        f"{network.isolated_count} papers without any"
    )
    for reason in network.reason:
        say(f"- {reason}")
    return Exit.OK
