"""A network as columns: what kinds build, measures read and exports write."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

ColumnType = Literal["boolean", "long", "double", "string"]
Cell = bool | int | float | str

Booleans = NDArray[np.bool_]
Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

_DTYPES: dict[ColumnType, type[np.generic]] = {
    "boolean": np.bool_,
    "long": np.int64,
    "double": np.float64,
    "string": np.object_,
}


@dataclass(frozen=True, eq=False)
class Column:
    """One attribute of all nodes or all edges; make it with `Column.of`."""

    name: str
    type: ColumnType
    values: NDArray[Any]
    """dtype bool, int64, float64 or object (str); void where not present."""
    present: Booleans
    description: str

    @classmethod
    def of(
        cls,
        name: str,
        type: ColumnType,
        values: Sequence[Cell | None] | NDArray[Any],
        description: str,
        present: Booleans | None = None,
    ) -> "Column":
        """Build a column. None, blank text and numbers that are not finite are missing."""
        array, there = _typed(type, values)
        return cls(name, type, array, there if present is None else there & present, description)

    def cells(self, start: int = 0, stop: int | None = None) -> list[Cell | None]:
        """Return the values from `start` to `stop` as Python objects, None where missing."""
        cells: list[Cell | None] = self.values[start:stop].tolist()
        present = self.present[start:stop]
        for missing in np.flatnonzero(~present).tolist():
            cells[missing] = None
        return cells

    def take(self, rows: Integers | Booleans) -> "Column":
        """Return the column of these rows alone: their places, or which they are."""
        return replace(self, values=self.values[rows], present=self.present[rows])


def _typed(
    type: ColumnType,
    values: Sequence[Cell | None] | NDArray[Any],
) -> tuple[NDArray[Any], Booleans]:
    if type == "string":
        there = (isinstance(text, str) and not (text == "" or text.isspace()) for text in values)
        return np.array(values, dtype=object), np.fromiter(there, bool, len(values))
    if isinstance(values, np.ndarray):
        array, present = values.astype(_DTYPES[type], copy=False), np.ones(len(values), bool)
    else:
        array = np.array([0 if cell is None else cell for cell in values], dtype=_DTYPES[type])
        present = np.fromiter((cell is not None for cell in values), bool, len(values))
    return array, (present & np.isfinite(array)) if type == "double" else present


@dataclass(frozen=True)
class Selection:
    """Which part of the database a network is made of; by default everything listed."""

    collections: tuple[str, ...] = ()
    """Names of collections; none means all."""
    years: tuple[int | None, int | None] = (None, None)
    """Year of publication of the listed papers, first and last; None leaves an end open."""
    decisions: tuple[str, ...] = ()
    """Decisions of the listed papers; none means all, also papers without one."""
    min_weight: float | None = None
    """Edges that weigh less are left out."""
    min_sources: int = 1
    """Citations that fewer sources show are left out. A source is a service such as
    Semantic Scholar: its lists of references and of citations are one source."""
    without_self_citations: bool = False
    """Citations between papers with a common author are left out, as far as the authors of
    both are known; those of papers outside the lists mostly are not."""
    largest_component: bool = False
    """Only the nodes of the largest connected part (of two equal ones the first)."""
    as_of: date | None = None
    """Only papers that had appeared by then, and their links. A citation is as old as its
    citing paper: its first arXiv version, else its publication, else the year's end."""

    @property
    def collection(self) -> str | None:
        """The names of the collections, joined; None for all."""
        return ", ".join(self.collections) or None


@dataclass(frozen=True, eq=False)
class Network:
    """Nodes and edges of one kind. Edge i goes from node source[i] to node target[i]."""

    kind: str
    directed: bool
    node_ids: Integers
    """The nodes' numbers in the database, ascending; of two types of node one after the other."""
    keys: tuple[str, ...]
    """The nodes' names outside the database, unique: of a paper its arXiv id where it has one."""
    nodes: tuple[Column, ...]
    source: Integers
    target: Integers
    weight: Floats
    edges: tuple[Column, ...]
    selection: Selection = Selection()
    options: tuple[tuple[str, Cell], ...] = ()
    """What was chosen of the kind's options other than by default."""
    as_of: str | None = None
    """When the newest answer behind the network came (UTC, ISO 8601)."""
    reason: tuple[str, ...] = ()
    """Sentences that say why the network looks as it does: empty, thin, or too full."""

    @property
    def node_count(self) -> int:
        return len(self.node_ids)

    @property
    def edge_count(self) -> int:
        return len(self.source)

    @property
    def isolated_count(self) -> int:
        """How many nodes have no edge."""
        return int(np.count_nonzero(isolated(self.source, self.target, self.node_count)))

    @property
    def impossible_count(self) -> int:
        """How many edges go from a paper to one that appeared later."""
        flags = [column for column in self.edges if column.name == "is_impossible"]
        return sum(int(np.count_nonzero(flag.values & flag.present)) for flag in flags)

    def with_columns(self, *columns: Column) -> "Network":
        """Return the same network with further columns of its nodes."""
        return replace(self, nodes=(*self.nodes, *columns))

    def column(self, name: str) -> Column:
        """Return a column of the nodes by its name; raises KeyError."""
        return _named(self.nodes, name)

    def edge_column(self, name: str) -> Column:
        """Return a column of the edges by its name; raises KeyError."""
        return _named(self.edges, name)

    def with_edges(self, kept: Booleans) -> "Network":
        """Return the network with only some of its edges, and all nodes."""
        return replace(
            self,
            source=self.source[kept],
            target=self.target[kept],
            weight=self.weight[kept],
            edges=tuple(column.take(kept) for column in self.edges),
        )

    def with_nodes(self, kept: Booleans) -> "Network":
        """Return the network with only some of its nodes, and the edges between them."""
        between = self.with_edges(kept[self.source] & kept[self.target])
        place = np.cumsum(kept) - 1
        return replace(
            between,
            node_ids=self.node_ids[kept],
            keys=tuple(
                key for key, is_kept in zip(self.keys, kept.tolist(), strict=True) if is_kept
            ),
            nodes=tuple(column.take(kept) for column in self.nodes),
            source=place[between.source],
            target=place[between.target],
        )


def _named(columns: Sequence[Column], name: str) -> Column:
    for column in columns:
        if column.name == name:
            return column
    raise KeyError(name)


def isolated(source: Integers, target: Integers, node_count: int) -> Booleans:
    """Return which nodes have no edge."""
    alone = np.ones(node_count, bool)
    alone[source] = alone[target] = False
    return alone
