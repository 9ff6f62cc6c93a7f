"""citeweave publish: a database as a folder of pages that any web server serves."""

import json
import secrets
import shutil
from collections.abc import Set as AbstractSet
from contextlib import ExitStack
from pathlib import Path

import click

from ..errors import BadInput, Exit
from ..parameters import print_json, say, with_database_only, with_json


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@with_database_only
@click.option(
    "--database/--no-database",
    "with_data",
    default=True,
    help="Put the database itself beside the pages: all answers of the services are in it, and "
    "the folders that your lists were read from.  "
    "[default: yes]",
)
@with_json
def command(folder: Path, db: Path | None, with_data: bool, as_json: bool) -> int:
    """Write pages of all listed papers, their authors, collections and communities, the network,
    the report, the database, and a manifest with hashes into FOLDER. The pages open from disk.
    An earlier site there is replaced when the new one is whole; other files beside it stay.

    \b
    citeweave publish --db papers.db site
    """
    import graph
    from db.snapshot_copy import consistent_copy, snapshot
    from graph.site.published import publish
    from graph.tables import TABLES

    from ..settings import load_settings
    from ..waiting import counting, waiting

    path = load_settings({"db": db}).db
    folder = folder.resolve()
    # Two that publish into one folder at once must not write into one another's.
    unfinished = folder.with_name(f".{folder.name}.{secrets.token_hex(4)}.unfinished")
    try:
        _take_back(folder)
        replaced = _replaceable(folder)
        _refuse_database_within(folder, path)
        unfinished.mkdir(parents=True)
        with consistent_copy(path) as original, ExitStack() as kept:
            with waiting(f"copying {path} and finding its communities and ties"):
                copy = kept.enter_context(snapshot(original, TABLES))
            with counting("Writing pages") as tell:
                count = publish(copy, original if with_data else None, unfinished, tell)
        _keep_others(folder, replaced, unfinished)
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


def _replaceable(folder: Path) -> AbstractSet[str]:
    """Return the files of the earlier site in a folder; none where there is nothing.

    Raises BadInput where there is something that is no earlier site.
    """
    from graph.site.published import MANIFEST

    if not folder.exists() or not any(folder.iterdir()):
        return frozenset()
    try:
        manifest = json.loads((folder / MANIFEST).read_text("utf-8"))
        files = {str(name) for name in manifest["files"]}
        is_ours = manifest["made_by"] == "citeweave"
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        is_ours = False
    if not is_ours:
        raise BadInput(f"{folder} holds something else; name a new folder, or an earlier site.")
    return {*files, MANIFEST}


def _refuse_database_within(folder: Path, database: Path) -> None:
    """Raise BadInput where the database would be replaced with the folder it lies in."""
    if database.exists() and folder in database.resolve().parents:
        raise BadInput(
            f"{database} lies in {folder}, which would be replaced; "
            "move the database elsewhere, or name another folder."
        )


def _keep_others(folder: Path, replaced: AbstractSet[str], unfinished: Path) -> None:
    """Copy what the user has put beside the earlier site, .git or CNAME say, to the new one.

    Raises BadInput where a file of the new site would take the place of one of the user's.
    """
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        if name.as_posix() in replaced or (path.is_dir() and not path.is_symlink()):
            continue
        kept = unfinished / name
        if kept.exists():
            raise BadInput(f"{path} is none of the earlier site's, and a new file is called so.")
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, kept, follow_symlinks=False)


def _replace(folder: Path, unfinished: Path) -> None:
    """Let the new site take the place of the old one."""
    old = _old(folder)
    shutil.rmtree(old, ignore_errors=True)
    try:
        if folder.exists():
            folder.rename(old)
        unfinished.rename(folder)
    except BaseException:
        _take_back(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _take_back(folder: Path) -> None:
    """Put the old site back where the new one did not come to take its place."""
    old = _old(folder)
    if old.exists() and not folder.exists():
        old.rename(folder)


def _old(folder: Path) -> Path:
    return folder.with_name(f".{folder.name}.old")
