"""citeweave bulk: from Semantic Scholar's dumps to tables, and into a database if one is named."""

from dataclasses import asdict
from pathlib import Path

import click

from db.bulk.engine import ENGINES
from db.bulk.schema import DATASETS

from ..errors import Exit
from ..parameters import LegibleText, print_json, say, with_database, with_json


@click.group(invoke_without_command=True)
@click.option("--citations", metavar="GLOB", help="Shards of the citations dataset, in quotes.")
@click.option("--papers", metavar="GLOB", help="Shards of the papers dataset, in quotes.")
@click.option("--list", "listed", metavar="LIST", help="The list of papers, in any known format.")
@with_database
@click.option(
    "--collection", type=LegibleText(), help="Name for these papers. Default: the list's file name."
)
@click.option("--out", type=click.Path(path_type=Path), help="The folder to write the tables to.")
@click.option("--all", "whole", is_flag=True, help="Degrees and components of the whole graph too.")
@click.option(
    "--release", metavar="DAY", help="The shards' release, where nothing beside them says."
)
@click.option(
    "--engine",
    type=click.Choice(ENGINES),
    default=ENGINES[0],
    show_default=True,
    help="What does the work; spark is an extra.",
)
@click.option("--master", metavar="URL", help="Where Spark runs.  [default: on this machine]")
@click.option(
    "--memory",
    default="4GB",
    show_default=True,
    help="What the engine may use; what does not fit goes to disk.",
)
@click.option(
    "--hub",
    type=click.IntRange(min=2),
    default=10_000,
    show_default=True,
    help="What more listed papers than this share makes no pairs.",
)
@click.option(
    "--min-shared",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Leave out pairs that share less.",
)
@with_json
@click.pass_context
def command(
    context: click.Context,
    citations: str | None,
    papers: str | None,
    listed: str | None,
    db: Path | None,
    collection: str | None,
    out: Path | None,
    whole: bool,
    release: str | None,
    engine: str,
    master: str | None,
    memory: str,
    hub: int,
    min_shared: int,
    as_json: bool,
) -> int | None:
    """Take from Semantic Scholar's dumps what a list of papers needs: links, pairs, degrees.

    Above some 130,000 papers this is quicker than asking the API. The tables are Parquet files
    in the folder; with --db the same goes into that database, and without a LIST the papers
    that it lists are taken.

    \b
    citeweave bulk download --release latest --out s2
    citeweave bulk --papers 's2/papers/*.gz' --citations 's2/citations/*.gz' \\
                   --list papers.csv --out tables
    citeweave graph --bulk tables --kind coupling -o coupling.graphml
    """
    if context.invoked_subcommand is not None:
        return None
    if citations is None or out is None:
        raise click.UsageError("Name the shards and a folder: --citations 'GLOB' --out FOLDER.")
    from db.bulk.extraction import Wishes

    from ..bulk.making import Order, make_from_list
    from ..bulk.summary import as_plain, told, told_stored
    from ..bulk.telling import telling
    from ..lists import read_list

    order = Order(
        citations=citations,
        papers=papers,
        out=out,
        wishes=Wishes(whole, hub, min_shared),
        engine=engine,
        master=master,
        memory=memory,
        release=release,
    )
    content = read_list(listed) if listed else None
    with telling(say) as tell:
        if db is None:
            manifest, stored = make_from_list(order, content, tell), None
        else:
            from ..bulk.enriching import make_with_database
            from ..lists.files import collection_name
            from ..settings import load_settings

            settings, name = load_settings({"db": db}), collection or collection_name(listed or "")
            lists = [(name, content)] if content else []
            manifest, stored = make_with_database(order, settings, lists, tell)
    if as_json:
        kept = stored and {"db": str(db), **asdict(stored)}
        print_json("bulk", {"out": str(out), "stored": kept, **as_plain(manifest)})
    for sentence in told(manifest):
        say(sentence)
    if stored:
        say(f"{db}: {told_stored(stored)}")
    return Exit.OK


@command.command("download")
@click.option("--release", default="latest", show_default=True, help="Which release: 2026-11-24.")
@click.option(
    "--dataset",
    "names",
    type=click.Choice(tuple(DATASETS)),
    multiple=True,
    help="Only this dataset; may be repeated.  [default: both]",
)
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), required=True)
@with_json
def download_command(release: str, names: tuple[str, ...], out: Path, as_json: bool) -> int:
    """Fetch the shards of a release, each dataset to a folder of its name.

    Needs a key (S2_API_KEY). What was broken off goes on where it ended. A folder with an earlier
    release is brought up to date by its diffs, which citeweave bulk then applies.

    \b
    citeweave bulk download --release latest --out s2
    """
    import asyncio

    from db.wording import counted, duration

    from ..bulk.downloading import download
    from ..bulk.telling import telling
    from ..settings import load_settings

    def wait(source: str, reason: str, seconds: float) -> None:
        say(f"{source}: {reason}; waiting {duration(seconds)}")

    with telling(say) as tell:
        work = download(load_settings(), out, release, names or tuple(DATASETS), tell, wait)
        done = asyncio.run(work)
    if as_json:
        print_json("bulk-download", {"out": str(out), "datasets": [asdict(each) for each in done]})
    for each in done:
        say(
            f"{out / each.dataset}: release {each.release}, {counted(each.files, 'file')}, "
            f"{each.bytes / 1e9:,.3f} GB; {each.fetched:,} fetched now"
        )
    return Exit.OK
