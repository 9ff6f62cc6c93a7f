"""citeweave enrich: lists in, what arXiv and Semantic Scholar know of them stored."""

from dataclasses import asdict
from pathlib import Path

import click

from ..errors import BadInput, Exit
from ..parameters import print_json, with_database, with_json


@click.command()
@click.argument("lists", nargs=-1, metavar="[LIST ...]")
@with_database
@click.option("--collection", help="Name for these papers. Default: the list's file name.")
@click.option("--refresh", metavar="AGE", help="Ask again what is older than this: 30d, 12h, 2w.")
@click.option("--no-citations", is_flag=True, help="Leave out who cites the listed papers.")
@click.option(
    "--contexts",
    is_flag=True,
    help="Also fetch the sentences around citations, their intent and influence: "
    "two more requests a paper.",
)
@click.option("--embeddings", is_flag=True, help="Also fetch SPECTER2 vectors.")
@click.option("--strict", is_flag=True, help="Exit with 3 also where a service lacks a paper.")
@click.option("--dry-run", is_flag=True, help="Print what would be asked, and ask nothing.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
@with_json
def command(
    lists: tuple[str, ...],
    db: Path | None,
    collection: str | None,
    refresh: str | None,
    no_citations: bool,
    contexts: bool,
    embeddings: bool,
    strict: bool,
    dry_run: bool,
    quiet: bool,
    as_json: bool,
) -> int:
    """Read lists of papers and fetch what is missing of them.

    A LIST is a file of any known format, or - for standard input: CSV, TSV, JSON, JSON
    Lines, Parquet, BibTeX, RIS, a pasted dataset page, plain ids or links one a line.
    Without a LIST, what the database still lacks is fetched.

    \b
    citeweave enrich iclr2024.csv --db papers.db
    citeweave enrich --db papers.db --refresh 30d
    """
    from ..enrichment import cutoff_of, enrich, plan_enrichment
    from ..lists import read_list
    from ..settings import load_settings
    from ..sources.base import Options
    from ..summary import print_enrichment, print_plan, reporting

    settings = load_settings({"db": db})
    if not lists and not settings.db.exists():
        raise BadInput(f"There is no database at {settings.db} yet, so name a list of papers.")
    contents = [(collection or _name(path), read_list(path)) for path in lists]
    options = Options(citations=not no_citations, contexts=contexts, embeddings=embeddings)
    cutoff = cutoff_of(refresh)
    if dry_run:
        planned = plan_enrichment(settings, contents, options, cutoff)
        if as_json:
            print_json("plan", {"services": [asdict(each) for each in planned]})
        else:
            print_plan(planned, has_key=bool(settings.services["s2"].key))
        return Exit.OK
    with reporting(quiet=quiet) as reporter:
        result = enrich(settings, contents, options, reporter, cutoff=cutoff, strict=strict)
    if as_json:
        print_json("enrich", {"db": str(settings.db), **asdict(result)})
    if not quiet:
        print_enrichment(result, settings.db)
    return result.exit_code


def _name(path: str) -> str:
    """Return the collection that a list's file name gives: iclr2024 for lists/iclr2024.csv.gz."""
    if path == "-":
        return "standard input"
    name = Path(path).name
    return name.removesuffix(".gz").partition(".")[0] or name
