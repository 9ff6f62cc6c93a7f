"""citeweave bulk: from Semantic Scholar's dumps to tables, and into a database if one is named."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from db.bulk.engine import ENGINES
from db.bulk.schema import DATASETS

from ..errors import Exit
from ..parameters import LegibleText, print_json, say, with_json


class _Patterns(click.Group):
    """A group that knows what it means to be called by the names of files."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands and Path(args[0]).exists():
            pattern = Path(args[0]).with_name("*").with_suffix(Path(args[0]).suffix)
            raise click.UsageError(
                f"'{args[0]}' belongs to no option: the shell has put file names in the place of a "
                f"pattern. Write the pattern in quotes: '{pattern}'.",
                ctx,
            )
        return super().resolve_command(ctx, args)


@click.group(cls=_Patterns, invoke_without_command=True)
@click.option("--citations", metavar="GLOB", help="Shards of the citations dataset, in quotes.")
@click.option("--papers", metavar="GLOB", help="Shards of the papers dataset, in quotes.")
@click.option("--list", "listed", metavar="LIST", help="The list of papers, in any known format.")
@click.option(
    "--db",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False, readable=False),
    help="A database to put it into too; without --list, its papers are taken.  [default: none]",
)
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
    if master is not None and engine != "spark":
        raise click.UsageError("--master is where Spark runs: add --engine spark.")
    from db.bulk.extraction import Wishes

    from ..added_lists import ListAdded, only_read, print_lists
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
    read: list[ListAdded] = []

    def tell_lists(lists: Sequence[ListAdded]) -> None:
        read.extend(lists)
        print_lists(lists)

    with telling(say) as tell:
        if db is None:
            tell_lists([only_read(content)] if content else [])
            manifest, stored = make_from_list(order, content, tell), None
        else:
            from ..bulk.enriching import make_with_database
            from ..lists.files import collection_name
            from ..settings import load_settings

            settings, name = load_settings({"db": db}), collection or collection_name(listed or "")
            lists = [(name, content)] if content else []
            manifest, stored = make_with_database(order, settings, lists, tell, tell_lists)
    if as_json:
        kept = stored and {"db": str(db), **asdict(stored)}
        lists_read = [asdict(each) for each in read]
        plain = as_plain(manifest)
        print_json("bulk", {"out": str(out), "stored": kept, "lists": lists_read, **plain})
    for sentence in told(manifest, out):
        say(sentence)
    if stored:
        say(f"{db}: {told_stored(stored)}")
    return Exit.PARTIAL if any(each.unusable for each in read) else Exit.OK


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

    from db.wording import counted, sized

    from ..bulk.downloading import download
    from ..bulk.telling import telling
    from ..settings import load_settings

    with telling(say) as tell:
        work = download(load_settings(), out, release, names or tuple(DATASETS), tell, _say_wait)
        done = asyncio.run(work)
    if as_json:
        print_json("bulk-download", {"out": str(out), "datasets": [asdict(each) for each in done]})
    for each in done:
        say(
            f"{out / each.dataset}: release {each.release}, {counted(each.files, 'file')}, "
            f"{sized(each.bytes)}; {each.fetched:,} fetched now"
        )
    return Exit.OK


@command.command("releases")
@click.option("--release", default="latest", show_default=True, help="Whose datasets to describe.")
@with_json
def releases_command(release: str, as_json: bool) -> int:
    """List the releases that can be downloaded, and describe the datasets of one.

    Needs a key (S2_API_KEY).
    """
    import asyncio

    from ..bulk.catalogue import list_offers
    from ..settings import load_settings

    known, offered = asyncio.run(list_offers(load_settings(), release, _say_wait))
    used = {each.name: each.description for each in offered.datasets if each.name in DATASETS}
    if as_json:
        told = {"release": offered.release_id, "datasets": used}
        print_json("bulk-releases", {"releases": known, **told})
        return Exit.OK
    for each in known:
        click.echo(each)
    for name, description in used.items():
        say(f"{offered.release_id}, {name}: {' '.join(description.split()) or 'not described'}")
    return Exit.OK


def _say_wait(source: str, reason: str, seconds: float) -> None:
    from db.wording import duration

    say(f"{source}: {reason}; waiting {duration(seconds)}")
