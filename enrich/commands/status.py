"""citeweave status: what is there, what is missing and why."""

from contextlib import closing
from dataclasses import asdict
from functools import partial
from pathlib import Path

import click

from ..errors import Exit
from ..parameters import print_json, refuse_unknown, with_collection, with_database_only, with_json


@click.command()
@with_database_only
@with_collection
@with_json
def command(db: Path | None, collection: str | None, as_json: bool) -> int:
    """Show coverage by source and decision, what is missing and why, and the last runs.

    \b
    citeweave status --db papers.db
    citeweave status --db papers.db --collection iclr2024 --json
    """
    from db.coverage import count_listed, load_runs, take_stock
    from db.database import explained, open_readonly
    from db.wants import find_wants

    from ..enrichment import asks, count_open, parts_asked
    from ..settings import load_settings
    from ..sources import make_sources
    from ..sources.base import Options
    from ..summary import print_status

    settings = load_settings({"db": db})
    options = Options()
    with explained(settings.db), closing(open_readonly(settings.db)) as connection:
        refuse_unknown(collection, count_listed(connection).collections, settings.db)
        standing = take_stock(connection, collection, parts_asked(settings, options))
        find = partial(find_wants, connection, cutoff=None)
        open_questions = count_open(find, asks(make_sources(settings), options))
        runs = load_runs(connection, most=5)
    if as_json:
        print_json(
            "status",
            {
                "db": str(settings.db),
                "collections": standing.listed.collections,
                "papers": {
                    "different": standing.listed.different,
                    "in_several": standing.listed.in_several,
                    "unresolved": standing.listed.unresolved,
                },
                "unidentified": asdict(standing.unidentified),
                "open": open_questions,
                "coverage": [asdict(c) for c in standing.coverage],
                "problems": [asdict(p) for p in standing.problems],
                "other_titles": standing.other_titles,
                "unusable_lines": [asdict(line) for line in standing.unusable],
                "runs": [asdict(run) for run in runs],
            },
        )
    else:
        print_status(settings.db, standing, open_questions, runs)
    return Exit.OK
