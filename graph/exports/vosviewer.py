"""VOSviewer's JSON, map and network in one.

https://app.vosviewer.com/docs/file-types/json-file-type. Items carry position, cluster,
weights (how large a circle is drawn; each must be known of all items) and scores (what an
overlay colours by; null where unknown). Their ids are plain numbers, since VOSviewer reads
2310.00010 as one. Its links have no direction: two papers that cite each other are one link.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO

import numpy as np

from ..addresses import addresses
from ..json_text import listed, members, quoted
from ..looks import POSITION, facts, labels, looks
from ..network import Column, Floats, Integers, Network
from ..origin import origin
from ..text_rows import blocks, pieces, texts, utf8

NAME = "vosviewer"
SUFFIXES = (".vosviewer.json", ".vos.json")
DESCRIPTION = "VOSviewer JSON, map and network, for VOSviewer and VOSviewer Online."

_CITATIONS, _CLUSTER, _CLUSTER_NAME = "citation_count", "community", "community_name"
_MOST_CLUSTERS = 1000


def write(network: Network, file: BinaryIO) -> None:
    """Write the network; what VOSviewer has no place for is left out."""
    links = _links_of(network)
    file.write(utf8(f'{{"info": {{"title": {quoted(origin(network))}}},\n"network": {{"items": ['))
    for text in _items(network, links):
        file.write(utf8(text))
    file.write(b'\n],\n"links": [')
    for text in _links(links):
        file.write(utf8(text))
    file.write(b'\n],\n"clusters": [')
    file.write(utf8(_clusters(network)))
    file.write(b"\n]}}\n")


@dataclass(frozen=True, eq=False)
class _Links:
    """Each pair of nodes once, source < target, both directions' weights added."""

    source: Integers
    target: Integers
    strength: Floats


def _links_of(network: Network) -> _Links:
    apart = network.source != network.target
    source, target = network.source[apart], network.target[apart]
    count = max(network.node_count, 1)
    numbers = np.minimum(source, target) * count + np.maximum(source, target)
    pairs, which = np.unique(numbers, return_inverse=True)
    strength = np.bincount(which, network.weight[apart], len(pairs))
    return _Links(pairs // count, pairs % count, strength.astype(np.float64))


def _items(network: Network, links: _Links) -> Iterator[str]:
    names = labels(network)
    columns = (addresses(network), *_places(network), *_cluster(network))
    weights, scores = _weights_and_scores(network, links)
    for rows in blocks(network.node_count):
        opening = [
            f'{{"id": {number}, "label": {quoted(name)}'
            for number, name in enumerate(names[slice(*rows)], start=rows[0] + 1)
        ]
        yield listed(
            rows,
            opening,
            *members(columns, rows),
            *_object("weights", weights, rows),
            *_object("scores", scores, rows),
            ["}"] * len(opening),
        )


def _object(name: str, columns: list[Column], rows: tuple[int, int]) -> list[list[str]]:
    """Return an object with a member for each column, null where a value is missing."""
    found: list[list[str]] = []
    for column in columns:
        before = f', "{name}": {{' if not found else ", "
        before += f"{quoted(column.name)}: "
        found.append(pieces(column, rows, before, "", quoted, missing=f"{before}null"))
    return [*found, ["}"] * (rows[1] - rows[0])] if found else []


def _places(network: Network) -> tuple[Column, ...]:
    """Return the positions between -1 and 1, as VOSviewer's own files have them."""
    columns = looks(network, POSITION)
    reach = max((float(np.abs(column.values).max(initial=0)) for column in columns), default=0) or 1
    return tuple(replace(column, values=(column.values / reach).round(5)) for column in columns)


def _numbered(network: Network) -> tuple[Column, Integers] | None:
    """Return the communities and the first number of each, as the clusters 1, 2, …"""
    for column in network.nodes:
        if column.name == _CLUSTER and column.present.any():
            return column, np.unique(column.values[column.present])
    return None


def _cluster(network: Network) -> list[Column]:
    found = _numbered(network)
    if found is None:
        return []
    column, communities = found
    number = np.searchsorted(communities, column.values) + 1
    return [
        Column.of("cluster", "long", number, "", column.present & (number <= _MOST_CLUSTERS)),
    ]


def _clusters(network: Network) -> str:
    """Return what each cluster is called, where the communities have names."""
    found = _numbered(network)
    names = [column for column in network.nodes if column.name == _CLUSTER_NAME]
    if found is None or not names:
        return ""
    column, communities = found
    called: dict[int, str] = {}
    for community, name in zip(column.cells(), names[0].cells(), strict=True):
        if community is not None and name is not None:
            called.setdefault(int(community), str(name))
    return ",".join(
        f'\n{{"cluster": {number}, "label": {quoted(called[community])}}}'
        for number, community in enumerate(communities.tolist()[:_MOST_CLUSTERS], start=1)
        if community in called
    )


def _weights_and_scores(network: Network, links: _Links) -> tuple[list[Column], list[Column]]:
    count = network.node_count
    ends = np.concatenate((links.source, links.target))
    strength = np.bincount(ends, np.tile(links.strength, 2), count)
    weights = [
        Column.of("Links", "long", np.bincount(ends, minlength=count), ""),
        Column.of("Total link strength", "double", strength, ""),
    ]
    scores = []
    for column in facts(network, _CLUSTER):
        if column.name == _CITATIONS and column.present.all():
            weights.append(replace(column, name="Citations"))
        elif column.type in ("long", "double"):
            scores.append(column)
    return weights, scores


def _links(links: _Links) -> Iterator[str]:
    strength = Column.of("strength", "double", links.strength, "")
    numbers = texts([str(number) for number in range(1, int(links.target.max(initial=0)) + 2)])
    for rows in blocks(len(links.source)):
        block, count = slice(*rows), rows[1] - rows[0]
        yield listed(
            rows,
            ['{"source_id": '] * count,
            numbers[links.source[block]].tolist(),
            [', "target_id": '] * count,
            numbers[links.target[block]].tolist(),
            *members([strength], rows),
            ["}"] * count,
        )
