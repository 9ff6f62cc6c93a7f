"""The kinds of networks. A file in this folder adds one by defining

- `NAME`: the word for it on the command line;
- `DESCRIPTION`: one sentence for `--help`;
- `NODE`, `EDGE`: what one node and one edge of it is, such as "paper" and "link"; only where
  every node is a "paper" are nodes found by a paper's ids;
- `FROM_CITATIONS`: whether it is made of citations, so that they can be narrowed;
- `build(connection, selection, options) -> Network`: makes it of the chosen papers;
- `why(connection, network, narrowed)`: sentences that say why it is empty or thin, where
  edges may have been left out as it was asked (`narrowed`) or not;

and, where they make sense,

- `Options`: a dataclass of what its user can choose (see graph/options.py);
- `explain(connection, selection, first, second) -> Explanation`: what lies behind an edge.
"""

import sqlite3
from collections.abc import Sequence
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
    FROM_CITATIONS: bool

    def build(
        self, connection: sqlite3.Connection, selection: Selection, options: Any
    ) -> Network: ...

    def why(
        self, connection: sqlite3.Connection, network: Network, *, narrowed: bool
    ) -> Sequence[str]: ...


_REQUIRED = ("NAME", "DESCRIPTION", "NODE", "EDGE", "FROM_CITATIONS", "build", "why")


def kinds() -> dict[str, Kind]:
    """Return every kind by its name, sorted."""
    found: dict[str, Any] = dict(modules_of(__name__, _REQUIRED))
    return found


def kind(name: str) -> Kind:
    """Return one kind; raises GraphError with the names there are."""
    found = kinds()
    if name not in found:
        raise GraphError(f"There is no network kind '{name}'; there is: {', '.join(found)}.")
    return found[name]
