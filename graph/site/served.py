"""The pages as `citeweave browse` serves them, within Datasette's addresses."""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from threading import Lock
from urllib.parse import urlencode

from db.database import open_readonly
from db.page_routes import Body, File

from .pages import page_kinds
from .parts import Address, Question
from .pictures import collection_names, draw_networks
from .writing import write_body

# What Datasette has a page of its own for, with the page shown on it.
_ROWS = {"paper": "papers", "author": "authors", "collection": "collections"}
_ONLY_ROWS = {"answer": "answers", "run": "runs"}
_KEPT = 200
"""Pages that are kept at most."""


@dataclass(frozen=True)
class ServedLinks:
    """Addresses under that of the database, `/papers` say."""

    base: str
    rows: int = 20  # each table leads to its whole answer

    def page(self, address: Address) -> str | None:
        """Return the address of a page."""
        if table := (_ROWS | _ONLY_ROWS).get(address.page):
            return f"{self.base}/{table}/{address.keys[0]}"
        if address.page == "home":
            return "/"
        given = urlencode(list(zip(page_kinds()[address.page].KEYS, address.keys, strict=True)))
        return f"/{address.page}" + (f"?{given}" if given else "")

    def question(self, question: Question, form: str = "") -> str | None:
        """Return the address of an answer."""
        given = dict(question.given) | ({"_shape": "array"} if form == "json" else {})
        ending = f".{form}" if form else ""
        return f"{self.base}/{question.name}{ending}" + (f"?{urlencode(given)}" if given else "")

    def network(self, fragment: str, collection: str | None = None) -> str | None:
        """Return the address of the picture."""
        one = f"?collection={collection}" if collection else ""
        return f"/network{one}" + (f"#{fragment}" if fragment else "")


class Served:
    """All pages over one copy of a database; what is asked for first is made first."""

    def __init__(self, copy: Path, base: str) -> None:
        self._copy = copy
        self._links = ServedLinks(base)
        self._lock = Lock()
        self._networks: dict[str | None, File] = {}
        self._bodies: dict[tuple[str, ...], Body] = {}

    def names(self) -> Sequence[str]:
        """Return the names of the pages."""
        return tuple(page_kinds())

    def keys(self, name: str) -> Sequence[str]:
        """Return what has to be said to get a page: the names of its keys."""
        return page_kinds()[name].KEYS

    def page_of(self, table: str) -> str | None:
        """Return the page that is shown with a row of a table."""
        return next((page for page, shown in _ROWS.items() if shown == table), None)

    def body(self, connection: sqlite3.Connection, name: str, keys: Sequence[str]) -> Body | None:
        """Return a page's title and what is in it; None if there is no such thing."""
        # The copy does not change, so a page is made once; all of them would be too many to keep.
        asked = (name, *keys)
        if (body := self._bodies.get(asked)) is not None:
            return body
        made = page_kinds()[name].page(connection, self._links, *keys)
        if made is None:
            return None
        if len(self._bodies) >= _KEPT:
            self._bodies.clear()
        body = self._bodies[asked] = Body(made.title, write_body(made, self._links))
        return body

    def files(self) -> Sequence[str]:
        """Return the names of the files."""
        return ("network", "style.css")

    def file(self, name: str, given: Mapping[str, str]) -> File | None:
        """Return a file, or None if there is none; a network takes a while, once."""
        if name == "network":
            return self._network(given.get("collection"))
        style = files(__package__ or "").joinpath("style.css").read_bytes()
        return File("text/css; charset=utf-8", style)

    def _network(self, number: str | None) -> File | None:
        with self._lock, closing(open_readonly(self._copy)) as connection:
            names = collection_names(connection)
            if number is not None and number not in names:
                return None
            if number not in self._networks:
                page = draw_networks(self._copy, self._links, names[number] if number else None)
                self._networks[number] = File("text/html; charset=utf-8", page.encode())
            return self._networks[number]
