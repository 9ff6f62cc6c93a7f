"""A report on a database as one page to show: numbers, tables and plots, each with its origin.

A section is a function from the material to a Section; SECTIONS has their order on the page.
"""

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from db import network_rows
from db.coverage import take_stock
from db.database import explained, open_readonly
from db.queries import ask

from ..asking import asked
from ..building import build
from ..kinds import kinds
from ..measures import measured
from ..network import Network, Selection
from . import cited, concurrent, decisions, disrupting, groups, holdings, overview, path
from .page import write_page
from .parts import Material, Section

__all__ = ["report"]

KINDS = ("citation", "coupling", "cocitation")
SECTIONS: Mapping[str, Callable[[Material], Section]] = {
    "what is there": holdings.section,
    "the networks": overview.section,
    "most cited": cited.most_cited,
    "built on": cited.built_on,
    "communities": groups.section,
    "concurrent twins": concurrent.section,
    "main path": path.section,
    "citations by decision": decisions.section,
    "disruption": disrupting.section,
}


def report(
    path: str | Path,
    collection: str | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> str:
    """Return the report on a database, or on one collection of it, as one HTML page.

    The same database gives the same page; all of it is of one moment, whoever writes meanwhile.
    `tell` is called with the name of each part before it is made. Raises
    db.errors.DatabaseError and GraphError.
    """
    path = Path(path)
    with (
        explained(path),
        closing(open_readonly(path)) as connection,
        network_rows.one_moment(connection),
    ):
        networks = _networks(connection, collection, tell)
        held = ask(connection, "contents")
        material = Material(
            connection,
            collection,
            take_stock(connection, collection),
            dict(zip(held.columns, held.rows[0], strict=True)),
            networks,
        )
        return write_page(material, _sections(material, tell))


def _networks(
    connection: sqlite3.Connection, collection: str | None, tell: Callable[[str], None]
) -> dict[str, Network]:
    there = kinds()
    found = {}
    for name in KINDS:
        tell(f"the {name} network")
        selection, options = asked(there[name], collection, Selection(), {})
        found[name] = measured(build(connection, there[name], selection, options))
    return found


def _sections(material: Material, tell: Callable[[str], None]) -> list[Section]:
    made = []
    for name, section in SECTIONS.items():
        tell(name)
        made.append(section(material))
    return made
