"""citeweave publish: a database as a folder of pages that any web server serves."""

import json
import shutil
from contextlib import ExitStack
from pathlib import Path

import click

from ..errors import BadInput, Exit
from ..parameters import print_json, with_database_only, with_json


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@with_database_only
@click.option(
    "--database/--no-database",
    "with_data",
    default=True,
    help="Put the database itself beside the pages, all answers of the services in it.  "
    "[default: yes]",
)
@with_json
def command(folder: Path, db: Path | None, with_data: bool, as_json: bool) -> int:
    """Write pages of all listed papers, their authors, collections and communities, the network,
    the report, the database, and a manifest with hashes into FOLDER. The pages open from disk.

    \b
    citeweave publish --db papers.db site
    """
    import graph
    from db.snapshot_copy import consistent_copy, snapshot
    from graph.site.published import publish
    from graph.tables import TABLES

    from ..settings import load_settings
    from ..summary import say
    from ..waiting import counting, waiting

    path = load_settings({"db": db}).db
    folder = folder.resolve()
    _refuse_others(folder)
    unfinished = folder.with_name(f".{folder.name}.unfinished")
    try:
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        with consistent_copy(path) as original, ExitStack() as kept:
            with waiting(f"copying {path} and finding its communities and ties"):
                copy = kept.enter_context(snapshot(original, TABLES))
            with counting("Writing pages") as tell:
                count = publish(copy, original if with_data else None, unfinished, tell)
        _replace(folder, unfinished)
    except graph.GraphError as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"Cannot write {folder}: {error.strerror or error}.") from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    if as_json:
        print_json("publish", {"folder": str(folder), "files": count})
    say(f"{folder}: {count:,} files; open index.html in it.")
    return Exit.OK


def _refuse_others(folder: Path) -> None:
    """Raise BadInput where there is a folder with something that is no earlier site."""
    from graph.site.published import MANIFEST

    if not folder.exists() or not any(folder.iterdir()):
        return
    try:
        is_ours = json.loads((folder / MANIFEST).read_text("utf-8")).get("made_by") == "citeweave"
    except (OSError, ValueError, AttributeError):
        is_ours = False
    if not is_ours:
        raise BadInput(f"{folder} holds something else; name a new folder, or an earlier site.")


def _replace(folder: Path, unfinished: Path) -> None:
    """Let the new site take the place of the old one."""
    old = folder.with_name(f".{folder.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    unfinished.rename(folder)
    shutil.rmtree(old, ignore_errors=True)
