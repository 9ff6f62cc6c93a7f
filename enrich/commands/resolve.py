"""citeweave resolve: papers without an identifier are looked for, and nothing else is done."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import BadInput, Exit
from ..parameters import LegibleText, print_json, refuse_unknown, say, with_database_only, with_json

if TYPE_CHECKING:
    from ..evaluation import Evaluation
    from ..settings import Settings


@click.command()
@with_database_only
@click.option(
    "--collection", type=LegibleText(), help="With --evaluate: only the papers of this collection."
)
@click.option("--refresh", metavar="AGE", help="Look again for what was sought before: 30d, 12h.")
@click.option(
    "--evaluate",
    is_flag=True,
    help="Measure how often this goes wrong, on papers whose ids are known: hide the ids, look "
    "for the papers, compare.",
)
@click.option("--sample", type=click.IntRange(1), help="With --evaluate: only so many papers.")
@click.option("--seed", type=int, default=1, show_default=True, help="Draws the sample.")
@click.option("-q", "--quiet", is_flag=True, help="Print only what went wrong.")
@with_json
def command(
    db: Path | None,
    collection: str | None,
    refresh: str | None,
    evaluate: bool,
    sample: int | None,
    seed: int,
    quiet: bool,
    as_json: bool,
) -> int:
    """Look for the arXiv or Semantic Scholar id of listed papers that have none.

    `citeweave enrich` does this by itself, before it fetches. What is doubtful waits for
    `citeweave review`.

    \b
    citeweave resolve --db papers.db
    citeweave resolve --db papers.db --evaluate --sample 200
    """
    from ..settings import load_settings

    if not evaluate and (collection or sample):
        raise click.UsageError("--collection and --sample go with --evaluate.")
    settings = load_settings({"db": db})
    if evaluate:
        return _evaluate(settings, collection, sample, seed, quiet=quiet, as_json=as_json)
    return _resolve(settings, refresh, quiet=quiet, as_json=as_json)


def _resolve(settings: "Settings", refresh: str | None, *, quiet: bool, as_json: bool) -> int:
    from db.database import explained, open_readonly
    from db.outcomes import load_outcomes

    from ..enrichment import cutoff_of, enrich
    from ..resolution_summary import print_outcomes
    from ..sources.base import Options
    from ..summary import reporting

    with explained(settings.db), closing(open_readonly(settings.db)):
        pass  # there has to be one
    with reporting(quiet=quiet) as reporter:
        result = enrich(settings, [], Options(fetch=False), reporter, cutoff=cutoff_of(refresh))
    with explained(settings.db), closing(open_readonly(settings.db)) as connection:
        resolved = load_outcomes(connection)
    if as_json:
        print_json(
            "resolve",
            {
                "db": str(settings.db),
                "tallies": {name: asdict(tally) for name, tally in result.tallies.items()},
                "uses": [asdict(use) for use in result.uses],
                "left": result.left,
                "resolved": [each._asdict() for each in resolved],
            },
        )
    elif not quiet:
        print_outcomes(resolved, settings.db)
    return result.exit_code


def _evaluate(
    settings: "Settings",
    collection: str | None,
    sample: int | None,
    seed: int,
    *,
    quiet: bool,
    as_json: bool,
) -> int:
    from db.coverage import count_listed
    from db.database import explained, open_readonly
    from db.outcomes import load_identified

    from ..evaluation import KINDS, draw, evaluate, suited
    from ..resolution_summary import print_evaluation
    from ..summary import reporting

    with explained(settings.db), closing(open_readonly(settings.db)) as connection:
        refuse_unknown(collection, count_listed(connection).collections, settings.db)
        papers = load_identified(connection, collection)
    if not papers:
        raise BadInput(f"{settings.db} lists no paper with an arXiv id, so there is no truth.")
    evaluations = []
    for kind in KINDS:
        chosen = draw(suited(papers, kind), sample, seed)
        if not chosen:
            say(f"{kind}: no list gives that of any paper with an arXiv id.")
            continue
        with reporting(quiet=quiet) as reporter:
            evaluations.append(evaluate(settings, chosen, kind, reporter))
    if as_json:
        print_json("evaluate", {"db": str(settings.db), "kinds": _told(evaluations)})
    else:
        for each in evaluations:
            print_evaluation(each)
    return Exit.OK


def _told(evaluations: "Sequence[Evaluation]") -> list[dict[str, object]]:
    return [
        {
            **asdict(each),
            "precision": each.precision,
            "recall": each.recall,
        }
        for each in evaluations
    ]
