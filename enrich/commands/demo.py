"""citeweave demo: the whole job, offline, on real titles and made citations."""

from contextlib import closing
from pathlib import Path

import click

import db
import graph

from ..errors import BadInput, Exit
from ..parameters import print_json, say, with_json
from ..report import NetworkFacts, write_report

_COLLECTION = "iclr2024"
_BUNDLED_LIST = Path(db.__file__).with_name("iclr2024.csv")


@click.command()
@click.argument(
    "folder", type=click.Path(path_type=Path, file_okay=False), default=Path("citeweave-demo")
)
@with_json
def command(folder: Path, as_json: bool) -> int:
    """Run the main job against the sandbox: enrich, network, report. Needs no network.

    Leaves papers.db, iclr2024.graphml and report.md in FOLDER.

    \b
    citeweave demo citeweave-demo
    """
    from db.coverage import load_runs, take_stock
    from db.database import open_readonly
    from db.outcomes import load_outcomes

    from ..enrichment import enrich
    from ..lists import read_list
    from ..resolution_summary import print_outcomes
    from ..sandbox import DEMONSTRATION, Sandbox, make_world
    from ..sources.base import Options
    from ..summary import print_enrichment, reporting

    say(
        "Demonstration: the 100 titles and the ids that the list gives are real (ICLR 2024); every "
        "citation, abstract and author, and every id that is found, is made."
    )
    database = folder / "papers.db"
    if database.exists():
        raise BadInput(f"{database} is there already; name another folder, or remove it.")
    folder.mkdir(parents=True, exist_ok=True)
    content = read_list(str(_BUNDLED_LIST))
    with Sandbox(make_world(DEMONSTRATION), 0, 0.03, 0.01) as served, reporting(quiet=False) as r:
        settings = served.settings(database, arxiv_interval=0.03, s2_interval=0.01)
        result = enrich(settings, [(_COLLECTION, content)], Options(), r)
    network = graph.drawn(graph.network(database))
    graph.export(network, folder / "iclr2024.graphml")
    with closing(open_readonly(database)) as connection:
        standing = take_stock(connection)
        outcomes = load_outcomes(connection)
        report = write_report(
            "ICLR 2024, a demonstration with made citations",
            standing,
            load_runs(connection, 1),
            outcomes,
            _facts(network),
        )
    (folder / "report.md").write_text(report, "utf-8")
    if as_json:
        print_json(
            "demo",
            {
                "folder": str(folder),
                "nodes": network.node_count,
                "edges": network.edge_count,
                "isolated": network.isolated_count,
            },
        )
    print_outcomes(outcomes, database)
    print_enrichment(result, database, standing)
    facts = graph.described(network)
    say(f"In {folder}: papers.db, iclr2024.graphml ({facts}), report.md")
    return Exit.OK if result.exit_code == Exit.PARTIAL else result.exit_code


def _facts(network: graph.Network, most: int = 10) -> NetworkFacts:
    """Return what the report tells of a network."""
    titles = network.column("label").cells()
    cited = network.column("in_degree").cells()
    ranked = sorted(
        ((str(title), int(count or 0)) for title, count in zip(titles, cited, strict=True)),
        key=lambda pair: (-pair[1], pair[0]),
    )
    return NetworkFacts(
        network.kind,
        graph.described(network),
        network.reason,
        tuple(pair for pair in ranked[:most] if pair[1]),
    )
