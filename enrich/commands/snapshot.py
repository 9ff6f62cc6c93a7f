"""citeweave snapshot: the database, the raw answers and a manifest, to keep or to hand on."""

import os
import platform
import sqlite3
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

import click

from .. import __version__
from ..errors import Exit
from ..parameters import print_json, say, with_database, with_json

_DEPENDENCIES = ("httpx", "lxml", "msgspec", "networkx", "numpy", "scipy", "sqlite-utils")


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@with_database
@with_json
def command(folder: Path, db: Path | None, as_json: bool) -> int:
    """Write a copy of the database, every raw answer as a file, and a manifest with hashes.

    `citeweave rebuild FOLDER --db copy.db` checks them and makes the same tables again, on
    any machine.

    \b
    citeweave snapshot iclr2024-snapshot --db papers.db
    """
    from db.archive import write_archive
    from db.database import explained, open_readonly
    from db.wording import counted

    from ..settings import load_settings

    settings = load_settings({"db": db})
    with explained(settings.db), closing(open_readonly(settings.db)) as connection:
        archived = write_archive(connection, folder, _versions(), _moment())
    if as_json:
        print_json("snapshot", {"folder": str(folder), **asdict(archived)})
    else:
        files, answers = counted(archived.files, "file"), counted(archived.answers, "raw answer")
        say(f"{folder}: {files}, {answers}, manifest.json")
    return Exit.OK


def _versions() -> dict[str, str]:
    """Return what the snapshot is made with."""
    return {
        "citeweave": __version__,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        **{name: metadata.version(name) for name in _DEPENDENCIES},
    }


def _moment() -> str:
    """Return the time, or that of SOURCE_DATE_EPOCH, so that a snapshot can be made again."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    when = datetime.fromtimestamp(int(epoch), UTC) if epoch.isdecimal() else datetime.now(UTC)
    return when.isoformat(timespec="seconds").replace("+00:00", "Z")
