"""The kinds of networks. A file in this folder adds one by defining

- `NAME`: the word for it on the command line;
- `DESCRIPTION`: one sentence for `--help`;
- `NODE`, `EDGE`: what one node and one edge of it is, such as "paper" and "link";
- `build(connection, selection) -> Network`: reads the database and makes the network.
"""

import sqlite3
from typing import Any, Protocol

from ..discovery import modules_of
from ..errors import GraphError
from ..network import Network, Selection


class Kind(Protocol):
    """What a file in this folder provides."""

    NAME: str
    DESCRIPTION: str
    NODE: str
    EDGE: str

    def build(self, connection: sqlite3.Connection, selection: Selection) -> Network: ...


def kinds() -> dict[str, Kind]:
    """Return every kind by its name, sorted."""
    required = ("NAME", "DESCRIPTION", "NODE", "EDGE", "build")
    found: dict[str, Any] = dict(modules_of(__name__, required))
    return found


def kind(name: str) -> Kind:
    """Return one kind; raises GraphError with the names there are."""
    found = kinds()
    if name not in found:
        raise GraphError(f"There is no network kind '{name}'; there is: {', '.join(found)}.")
    return found[name]
