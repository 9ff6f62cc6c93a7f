"""citeweave enrich: lists in, what arXiv and Semantic Scholar know of them stored."""

from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import BadInput, Exit
from ..parameters import Explained, LegibleText, print_json, with_database, with_json

if TYPE_CHECKING:
    from db.coverage import Standing

    from ..settings import Settings
    from ..sources.base import Options


def _choices() -> dict[str, list[tuple[str, str]]]:
    from ..lists import formats

    return {"Formats of lists": [(each.name, each.description) for each in formats()]}


@click.command(cls=Explained, choices=_choices)
@click.argument("lists", nargs=-1, metavar="[LIST ...]")
@with_database
@click.option(
    "--collection", type=LegibleText(), help="Name for these papers. Default: the list's file name."
)
@click.option("--refresh", metavar="AGE", help="Ask again what is older than this: 30d, 12h, 2w.")
@click.option("--no-citations", is_flag=True, help="Leave out who cites the listed papers.")
@click.option(
    "--contexts",
    is_flag=True,
    help="Also fetch the sentences around citations, their intent and influence: "
    "two more requests a paper.",
)
@click.option("--embeddings", is_flag=True, help="Also fetch SPECTER2 vectors.")
@click.option("--no-resolve", is_flag=True, help="Leave papers without an identifier alone.")
@click.option("--strict", is_flag=True, help="Exit with 3 also where a service lacks a paper.")
@click.option("--dry-run", is_flag=True, help="Print what would be asked, and ask nothing.")
@click.option("--offline", is_flag=True, help="Store the lists only; ask no service.")
@click.option("-q", "--quiet", is_flag=True, help="Print only what went wrong.")
@with_json
def command(
    lists: tuple[str, ...],
    db: Path | None,
    collection: str | None,
    refresh: str | None,
    no_citations: bool,
    contexts: bool,
    embeddings: bool,
    no_resolve: bool,
    strict: bool,
    dry_run: bool,
    offline: bool,
    quiet: bool,
    as_json: bool,
) -> int:
    """Read lists of papers and fetch what is missing of them.

    A LIST is a file of any known format (below), or - for standard input; its format is
    told from what it holds. Without a LIST, what the database still lacks is fetched.

    \b
    citeweave enrich iclr2024.csv --db papers.db
    citeweave enrich --db papers.db --refresh 30d
    """
    from ..enrichment import cutoff_of, enrich, plan_enrichment
    from ..lists import read_list
    from ..lists.files import collection_name
    from ..settings import load_settings
    from ..sources.base import Options
    from ..summary import print_enrichment, print_faults, print_plan, reporting

    settings = load_settings({"db": db})
    if not lists and not settings.db.exists():
        raise BadInput(f"There is no database at {settings.db} yet, so name a list of papers.")
    cutoff = cutoff_of(refresh)
    for path in lists:
        _refuse_id(path)
    contents = [(collection or collection_name(path), read_list(path)) for path in lists]
    options = Options(
        citations=not no_citations,
        contexts=contexts,
        embeddings=embeddings,
        resolve=not no_resolve,
    )
    if dry_run:
        rehearsal = plan_enrichment(settings, contents, options, cutoff)
        if as_json:
            told = asdict(rehearsal)
            told["services"] = told.pop("planned")
            print_json("plan", told)
        else:
            print_plan(rehearsal, has_key=bool(settings.services["s2"].key))
        return Exit.OK
    with reporting(quiet=quiet) as reporter:
        result = enrich(
            settings, contents, options, reporter, cutoff=cutoff, strict=strict, offline=offline
        )
    standing = _standing(settings, options)
    if as_json:
        told = {"db": str(settings.db), **asdict(result)}
        told["unresolved"] = standing.listed.unresolved
        told["unidentified"] = asdict(standing.unidentified)
        print_json("enrich", told)
    if quiet:
        print_faults(result, standing)
    else:
        print_enrichment(result, settings.db, standing, offline=offline)
    return result.exit_code


def _standing(settings: "Settings", options: "Options") -> "Standing":
    from db.coverage import take_stock
    from db.database import explained, open_readonly

    from ..enrichment import parts_asked

    with explained(settings.db), closing(open_readonly(settings.db)) as connection:
        return take_stock(connection, parts=parts_asked(settings, options))


def _refuse_id(path: str) -> None:
    """Say how single ids are given, where one stands in the place of a file."""
    from ..lists.identification import identify

    if path != "-" and not Path(path).exists() and identify(path):
        raise BadInput(
            f"There is no file '{path}'. For single ids: echo {path} | citeweave enrich -"
        )
