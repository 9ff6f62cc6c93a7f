"""citeweave report: the numbers, tables and plots of a database on one page."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from ..errors import BadInput, Exit
from ..parameters import print_json, say, with_collection, with_database_only, with_json

_SILENT_SECONDS = 2.0


@click.command()
@with_database_only
@with_collection
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    default=Path("report.html"),
    show_default=True,
    help="The file to write.",
)
@with_json
def command(db: Path | None, collection: str | None, output: Path, as_json: bool) -> int:
    """Write a page to show: what is there and missing, the networks, who is cited, communities,
    main path, twins, citations by decision. One HTML file that needs nothing else.

    \b
    citeweave report --db papers.db -o report.html
    """
    import graph
    from graph.report import report
    from graph.writing import refuse_unwritable, writing

    from ..settings import load_settings

    settings = load_settings({"db": db})
    try:
        # Before the work rather than after it.
        refuse_unwritable(output)
        with _telling() as tell:
            page = report(settings.db, collection, tell).encode()
        with writing(output) as file:
            file.write(page)
    except graph.GraphError as error:
        raise BadInput(str(error)) from error
    if as_json:
        print_json("report", {"file": str(output), "bytes": len(page)})
    say(f"{output}: one page, {len(page) / 1000:,.0f} kB; open it in a browser.")
    return Exit.OK


@contextmanager
def _telling() -> Iterator[Callable[[str], None]]:
    """Yield what shows the part in hand: turning on a terminal, else a line after two seconds."""
    from ..progress import console

    screen = console()
    began = time.monotonic()
    if screen.is_terminal:
        with screen.status("reading") as status:
            yield status.update
    else:

        def tell(part: str) -> None:
            if time.monotonic() - began > _SILENT_SECONDS:
                say(f"Now: {part}")

        yield tell
