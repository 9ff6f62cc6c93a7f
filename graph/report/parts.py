"""What a report is made of: sections with sentences, tables and plots."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from db.coverage import Standing

from ..addresses import addresses
from ..looks import labels
from ..network import Network


class Paper(NamedTuple):
    """A paper in a table: its title, and where it can be read."""

    title: str
    link: str | None = None


Cell = str | int | float | Paper | None


@dataclass(frozen=True)
class Table:
    """Rows under a head; the last `numbers` columns hold numbers. None is shown as unknown."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    numbers: int = 0
    title: str = ""


@dataclass(frozen=True)
class Plot:
    """A drawing as SVG, and what it says."""

    svg: str
    caption: str
    title: str = ""


@dataclass(frozen=True)
class Section:
    """One part of the page. `origin` says where its numbers come from."""

    title: str
    text: tuple[str, ...]
    origin: str
    blocks: tuple[Table | Plot, ...] = ()


@dataclass(frozen=True)
class Material:
    """What the sections are made from, all of one moment."""

    connection: sqlite3.Connection
    """On which the listed papers are chosen (see db/chosen.py)."""
    collection: str | None
    standing: Standing
    held: Mapping[str, object]
    """The answer to the named question `contents`, about the whole database."""
    networks: Mapping[str, Network]
    """By kind: citation, coupling and cocitation."""

    @property
    def citations(self) -> Network:
        return self.networks["citation"]

    @property
    def as_of(self) -> str:
        """The day of the newest answer."""
        return str(self.held["latest_answer"] or "")[:10] or "no answer yet"

    @cached_property
    def papers(self) -> tuple[Paper, ...]:
        """The nodes of the citation network, in their order."""
        nodes = self.citations
        links = (None if link is None else str(link) for link in addresses(nodes).cells())
        return tuple(map(Paper, labels(nodes), links))
