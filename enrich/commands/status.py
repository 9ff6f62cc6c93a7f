"""citeweave status: what is there, what is missing and why."""

from dataclasses import asdict
from pathlib import Path

import click

from ..errors import Exit
from ..parameters import print_json, with_collection, with_database, with_json


@click.command()
@with_database
@with_collection
@with_json
def command(db: Path | None, collection: str | None, as_json: bool) -> int:
    """Show coverage by source and decision, what is missing and why, and the last runs.

    \b
    citeweave status --db papers.db
    citeweave status --db papers.db --collection iclr2024 --json
    """
    from db.coverage import count_papers, find_problems, load_runs, measure_coverage
    from db.database import open_readonly

    from ..settings import load_settings
    from ..summary import print_coverage

    settings = load_settings({"db": db})
    connection = open_readonly(settings.db)
    papers = count_papers(connection, collection)
    coverage = measure_coverage(connection, collection)
    problems = find_problems(connection, collection)
    runs = load_runs(connection, most=5)
    if as_json:
        print_json(
            "status",
            {
                "db": str(settings.db),
                "collections": papers,
                "coverage": [asdict(c) for c in coverage],
                "problems": [asdict(p) for p in problems],
                "runs": [asdict(run) for run in runs],
            },
        )
    else:
        print_coverage(papers, coverage, problems, runs)
    return Exit.OK
