"""A report on a database as one page to show: numbers, tables and plots, each with its origin.

A section is a function from the material to a Section; SECTIONS has their order on the page.
"""

from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from db import network_rows
from db.coverage import take_stock
from db.database import explained, open_readonly
from db.queries import ask

from ..errors import GraphError
from ..network import Network
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

    The same database gives the same page. `tell` is called with the name of each part before
    it is made. Raises db.errors.DatabaseError and GraphError.
    """
    path = Path(path)
    networks = _networks(path, collection, tell)
    with (
        explained(path),
        closing(open_readonly(path)) as connection,
        network_rows.one_moment(connection),
    ):
        held = ask(connection, "contents")
        material = Material(
            connection,
            collection,
            take_stock(connection, collection),
            dict(zip(held.columns, held.rows[0], strict=True)),
            networks,
        )
        if material.held["latest_answer"] != networks["citation"].as_of:
            raise GraphError(f"{path} was written while the report was being made; make it again.")
        return write_page(material, _sections(material, tell))


def _networks(
    path: Path, collection: str | None, tell: Callable[[str], None]
) -> dict[str, Network]:
    # The package offers it under the name of one of its modules.
    from .. import network as network_of  # noqa: PLC0415

    found = {}
    for kind in KINDS:
        tell(f"the {kind} network")
        found[kind] = network_of(path, kind, collection)
    return found


def _sections(material: Material, tell: Callable[[str], None]) -> list[Section]:
    made = []
    for name, section in SECTIONS.items():
        tell(name)
        made.append(section(material))
    return made
