"""What pages are made of: facts, sections, tables, drawings, and links whose target is a page.

Pages do not know where other pages are: that differs between a server and a folder of files,
so each of these brings its own `Links`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from markupsafe import Markup


class Address(NamedTuple):
    """A page of this site, and of what: a paper's by its number, say."""

    page: str
    keys: tuple[str, ...] = ()


class Question(NamedTuple):
    """A named question with what is filled in, for those who want all of an answer as data."""

    name: str
    given: Mapping[str, str] = {}


class Picture(NamedTuple):
    """The picture of the network, with what it shall show: `node=7`, say."""

    fragment: str


Target = Address | Question | Picture | str
"""A page here, a question's answer, the network, or an address elsewhere on the web."""


class Link(NamedTuple):
    """Text that leads somewhere; an address that is none of the web's leads nowhere."""

    text: str
    to: Target


Cell = str | int | float | Link | None


class Links(Protocol):
    """Where things are on one site, and how much of them its pages show."""

    @property
    def rows(self) -> int:
        """How many rows of a table a page shows."""

    def page(self, address: Address) -> str | None:
        """Return where a page is; None if this site has no such page."""

    def question(self, question: Question, form: str = "") -> str | None:
        """Return where a question is answered; `form` is csv or json for the data alone."""

    def network(self, fragment: str, collection: str | None = None) -> str | None:
        """Return where the picture of the network is, with what it shall show.

        `collection` is the number of the one that alone is in the picture.
        """


@dataclass(frozen=True)
class Table:
    """Rows under a head. None is shown as unknown."""

    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @property
    def counts(self) -> tuple[bool, ...]:
        """Say of each column whether all that is known in it are numbers."""
        known = (
            [cell for cell in column if cell is not None] for column in zip(*self.rows, strict=True)
        )
        return tuple(bool(c) and all(isinstance(v, int | float) for v in c) for c in known)


@dataclass(frozen=True)
class Section:
    """One part of a page. Of many rows the first are shown; `question` leads to all of them."""

    title: str
    text: tuple[str, ...] = ()
    table: Table | None = None
    total: int = 0
    """How many rows there are, also those not shown."""
    is_limited: bool = False
    """Whether the question asked for no more rows than that, so that there may be more."""
    nothing: str = ""
    """What is said where the table has no rows; a section without either is left out."""
    question: Question | None = None
    whole: str = "The whole answer"
    """What the link to all of them is called."""
    drawing: Markup | None = None
    """SVG, with nothing in it that is not ours or escaped."""
    network: str | None = None
    """Where the picture of the network is that is shown in a frame."""
    links: tuple[Link, ...] = ()
    is_folded: bool = False

    @property
    def is_shown(self) -> bool:
        """Whether there is anything to show."""
        told = self.text or self.drawing or self.links or self.network is not None
        return bool(told or self.nothing or (self.table and self.table.rows))


class Fact(NamedTuple):
    """A named value, or several."""

    name: str
    values: tuple[Cell, ...]


@dataclass(frozen=True)
class Page:
    """A page: what it is about, facts, and sections."""

    title: str
    lead: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    sections: tuple[Section, ...] = field(default=())
