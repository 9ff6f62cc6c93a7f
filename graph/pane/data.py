"""Networks as the page reads them: what JSON holds, every column once."""

import json
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from db.network_rows import DateColumns
from db.wording import legible, plural

from ..dates import appearance
from ..drawing import GREY
from ..errors import GraphError
from ..kinds import kind
from ..looks import POSITION, SIZE, facts, labels, looks
from ..network import Column, Integers, Network
from ..origin import origin
from .groups import Grouping, drawn_by, groupings
from .strongest import left_out, strongest

_TOLD_APART = ("label", "community", "title")
"""Columns that the page shows in another way."""
_YEARS = (1600, 2200)
"""Between which a date is believed."""


class _Columns:
    """The columns of all networks; one that several networks share is held once."""

    def __init__(self) -> None:
        self.texts: dict[str, int] = {}

    def place(self, cells: Any) -> int:
        """Return the place of a column, which is added if it is new."""
        text = json.dumps(cells, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        return self.texts.setdefault(text, len(self.texts))


def page_data(
    networks: Sequence[Network], address: Callable[[Network], Sequence[str | None]]
) -> str:
    """Return the networks as JSON, safe to stand in an HTML element; raises GraphError."""
    columns = _Columns()
    described = [_described(each, address(each), columns) for each in networks]
    text = json.dumps(described, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    held = ",\n".join(columns.texts)
    grey = "#{:02x}{:02x}{:02x}".format(*GREY)
    return f'{{"grey":"{grey}",\n"networks":{text},\n"columns":[{held}]}}'.replace("<", "\\u003c")


def _described(
    network: Network, address: Sequence[str | None], columns: _Columns
) -> dict[str, Any]:
    x, y, size = _places(network)
    words, choice = kind(network.kind), groupings(network)
    shown = network.with_edges(strongest(network))
    return {
        "kind": network.kind,
        "description": words.DESCRIPTION,
        "node": [words.NODE, plural(words.NODE)],
        "edge": [words.EDGE, plural(words.EDGE)],
        "directed": network.directed,
        "edge_count": network.edge_count,
        "origin": legible(origin(network)),
        "remarks": [legible(text) for text in (*left_out(network), *network.reason)],
        "count": network.node_count,
        "ids": columns.place(network.node_ids.tolist()),
        "label": columns.place(_words(labels(network))),
        "address": columns.place(_words(address)),
        "x": columns.place(_numbers(x)),
        "y": columns.place(_numbers(y)),
        "radius": columns.place(_numbers(size)),
        "month": columns.place(_months(network)),
        "facts": [
            _fact(column, columns)
            for column in facts(network, *_TOLD_APART)
            if column.present.any()
        ],
        "groupings": [_grouping(each, columns) for each in choice],
        "grouping": drawn_by(network, choice),
        "source": shown.source.tolist(),
        "target": shown.target.tolist(),
        "weight": _brief(shown.weight),
        "since": _edge_months(shown),
    }


def _places(network: Network) -> tuple[Column, ...]:
    found = looks(network, (*POSITION, *SIZE))
    if not found or not all(column.present.all() for column in found):
        raise GraphError(f"The {network.kind} network has no places yet; draw it (graph.drawn).")
    by_name = {column.name: column for column in found}
    return tuple(by_name[name] for name in (*POSITION, *SIZE))


def _fact(column: Column, columns: _Columns) -> dict[str, Any]:
    is_text = column.type == "string"
    return {
        "name": column.name,
        "type": column.type,
        "description": legible(column.description),
        "column": columns.place(
            _words([None if cell is None else str(cell) for cell in column.cells()])
            if is_text
            else _numbers(column)
        ),
    }


def _grouping(grouping: Grouping, columns: _Columns) -> dict[str, Any]:
    return {
        "name": grouping.name,
        "description": legible(grouping.description),
        "ordered": grouping.is_ordered,
        "words": [legible(word) for word in grouping.words],
        "colours": [f"#{r:02x}{g:02x}{b:02x}" for r, g, b in grouping.colours.tolist()],
        "of": columns.place(grouping.of.tolist()),
    }


def _words(cells: Sequence[str | None]) -> dict[str, Any]:
    """Return text as the different words and which of them each node has, -1 for none."""
    place: dict[str, int] = {}
    of = [-1 if cell is None else place.setdefault(legible(cell), len(place)) for cell in cells]
    return {"words": list(place), "of": of}


def _numbers(column: Column) -> list[Any]:
    """Return numbers as JSON has them; six digits are more than the page shows."""
    if column.type != "double":
        return column.cells()
    cells = zip(_brief(column.values), column.present.tolist(), strict=True)
    return [cell if there else None for cell, there in cells]


def _brief(values: np.ndarray) -> list[float]:
    short = [float(f"{value:.6g}") for value in values.tolist()]
    return [int(value) if value.is_integer() else value for value in short]


def _months(network: Network) -> list[int | None]:
    """Return by which month each node had appeared for certain, counted from the year 0."""
    there = {column.name: column for column in network.nodes}
    count = network.node_count
    days, years = (
        there[name].cells() if name in there else [None] * count for name in ("published", "year")
    )
    numbers = network.node_ids
    # The number of a paper with an arXiv id tells its month; an author's may look like one.
    named = there["arxiv_id"].present if "arxiv_id" in there else np.zeros(count, bool)
    known = [year if isinstance(year, int) and _is_year(year) else None for year in years]
    texts = [None if day is None else str(day) for day in days]
    dates = appearance(DateColumns(np.where(named, numbers, 0), texts, known))
    return _counted(dates.latest)


def _edge_months(network: Network) -> list[int | None] | None:
    """Return when each edge was there, or None where no edge has a date."""
    dates = [column for column in network.edges if column.name == "date"]
    if not dates:
        return None
    count = network.edge_count
    texts = [None if day is None else str(day) for day in dates[0].cells()]
    return _counted(
        appearance(DateColumns(np.zeros(count, np.int64), texts, [None] * count)).latest
    )


def _counted(days: np.ndarray) -> list[int | None]:
    months: Integers = days.astype("datetime64[M]").astype(np.int64) + 1970 * 12
    known = ~np.isnat(days)
    cells = zip(months.tolist(), known.tolist(), strict=True)
    return [month if there and _is_year(month // 12) else None for month, there in cells]


def _is_year(year: int) -> bool:
    return _YEARS[0] <= year <= _YEARS[1]
