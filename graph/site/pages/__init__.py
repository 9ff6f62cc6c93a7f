"""The pages of a site. A file in this folder adds one by defining

- `NAME`: the word for it in addresses;
- `KEYS`: the names of what it is about, `("paper",)` for one; empty where there is one such page;
- `EVERY`: the question whose column `NAME` holds all that a folder of files has such a page of;
  None where there is one such page, or where it is made as it is asked for;
- `page(connection, links, *keys)`: the page, or None where there is no such thing. The connection
  sees the tables of db/network_tables.py.
"""

import sqlite3
from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol

from ...discovery import modules_of
from ..parts import Links, Page


class PageKind(Protocol):
    """What a file in this folder provides."""

    NAME: str
    KEYS: tuple[str, ...]
    EVERY: str | None

    def page(self, connection: sqlite3.Connection, links: Links, *keys: str) -> Page | None: ...


@cache
def page_kinds() -> Mapping[str, PageKind]:
    """Return every kind of page by its name, sorted."""
    found: dict[str, Any] = dict(modules_of(__name__, ("NAME", "KEYS", "EVERY", "page")))
    return found
