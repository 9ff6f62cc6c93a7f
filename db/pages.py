"""The Datasette application over a copy of the database."""

import hashlib
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from inspect import signature
from pathlib import Path
from typing import Any

from datasette.app import Datasette
from datasette.plugins import pm
from datasette.utils import tilde_encode

from . import cells, failures, headers, page_routes, search, site, spreadsheets
from .database import open_readonly, quoted

# With rich installed, Datasette prints every local variable on each page that is not found.
# Its module is asked for by name: imported before the application, it would be found empty.
pm.get_plugin("datasette.handle_exception").rich = None


def application(copy: Path, make_site: Callable[[Path, str], page_routes.Site]) -> Datasette:
    """Return the pages over a file that nobody writes to, named after it.

    `make_site` gets the file and the address of the database, and brings further pages.
    """
    base = f"/{tilde_encode(copy.stem)}"
    with closing(open_readonly(copy)) as connection:
        metadata = site.metadata(connection, copy.stem, base)
        counts = {name: {"count": count} for name, count in _counts(connection)}
    for plugin in (cells, failures, headers, page_routes, search, spreadsheets):
        if not pm.is_registered(plugin):
            pm.register(plugin)
    with copy.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return page_routes.Browsed(
        make_site(copy, base),
        immutables=[str(copy)],
        metadata=metadata,
        **_settled_apart(metadata),
        # A name beyond Latin-1 cannot stand in the header of a download.
        settings={**site.SETTINGS, "allow_download": _is_latin(copy.name)},
        template_dir=str(Path(__file__).parent / "templates"),
        inspect_data={
            copy.stem: {
                "hash": digest,
                "size": copy.stat().st_size,
                "file": copy.name,
                "tables": counts,
            }
        },
    )


def _settled_apart(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return what Datasette 1.0 wants to be told apart from the metadata: questions and tables."""
    if "config" not in signature(Datasette.__init__).parameters:
        return {}
    told = {
        name: {key: database[key] for key in ("queries", "tables")}
        for name, database in metadata["databases"].items()
    }
    return {"config": {"databases": told}}


def _is_latin(name: str) -> bool:
    return name.encode("latin-1", "replace").decode("latin-1") == name


def _counts(connection: sqlite3.Connection) -> list[tuple[str, int]]:
    names = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    return [
        (name, connection.execute(f"SELECT count(*) FROM {quoted(name)}").fetchone()[0])  # noqa: S608
        for (name,) in names
    ]
