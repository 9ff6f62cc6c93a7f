"""The measures of a network: arrays in, one value a node out, one family a file.

A file in this folder adds a family by defining

- `NAME`: the word for it on the command line;
- `DESCRIPTION`: one sentence for `--help`.

A family that gives each node a value defines beside these

- `IS_STANDARD`: whether every network carries it, or only one that it is asked for;
- `columns(network, options)`: its columns of the nodes, none where it makes no sense.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Protocol

from ..discovery import modules_of
from ..errors import GraphError
from ..measuring import Options
from ..network import Column, Network

__all__ = ["Family", "Options", "families", "measured"]


class Family(Protocol):
    """What a file in this folder provides that measures nodes."""

    NAME: str
    DESCRIPTION: str
    IS_STANDARD: bool

    def columns(self, network: Network, options: Options) -> tuple[Column, ...]: ...


def families() -> dict[str, Family]:
    """Return every family that measures nodes by its name, sorted."""
    found: dict[str, Any] = modules_of(__name__, ("NAME", "DESCRIPTION"))
    return {name: family for name, family in found.items() if hasattr(family, "columns")}


def measured(
    network: Network, names: Iterable[str] = (), options: Options | None = None
) -> Network:
    """Return the network with the standard measures as columns, and those named beside them.

    They take the place of columns of the same name. Raises GraphError with the names there are.
    """
    found, asked = families(), set(names)
    if unknown := sorted(asked - found.keys()):
        raise GraphError(f"There is no measure '{unknown[0]}'; there is: {', '.join(found)}.")
    chosen = [family for name, family in found.items() if family.IS_STANDARD or name in asked]
    options = options or Options()
    columns = [column for family in chosen for column in family.columns(network, options)]
    taken = {column.name for column in columns}
    kept = (column for column in network.nodes if column.name not in taken)
    return replace(network, nodes=(*kept, *columns))
