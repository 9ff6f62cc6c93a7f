"""Where each node of a picture stands: arrays in, positions (node_count × 2) out.

Each component is laid out for itself, started by PivotMDS and moved by ForceAtlas2, turned
so that it lies along the page, given the room that its nodes need, and packed beside the
others; nodes without an edge stand in a grid below, the largest first. The same network and
seed give the same positions.
"""

from collections.abc import Iterator

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from ..network import Floats, Integers
from .forces import moved
from .overlaps import parted
from .packing import Box, gap_of, grid, shelves
from .pivots import spread

# A component has so many times the area of its nodes; the rest is for edges and labels.
_ROOM = 9.0


def positions(
    source: Integers, target: Integers, weight: Floats, radius: Floats, seed: int = 0
) -> Floats:
    """Return x and y of each node, in the unit of its radius; y grows upwards.

    `source` and `target` number the nodes, of which there are as many as radii. Direction
    does not matter; a heavier edge pulls more. The mean of all positions is (0, 0).
    """
    components, alone = _components(source, target, len(radius))
    found, boxes = np.zeros((len(radius), 2)), []
    for nodes, edges in components:
        ends = np.searchsorted(nodes, np.stack((source[edges], target[edges]), axis=1))
        place = _place(ends, weight[edges], radius[nodes], seed)
        low = (place - radius[nodes, None]).min(axis=0)
        found[nodes] = place - low
        boxes.append(Box(*((place + radius[nodes, None]).max(axis=0) - low)))
    corners, width = shelves(boxes, gap_of(radius))
    for (nodes, _), corner in zip(components, corners, strict=True):
        found[nodes] += corner
    bottom = min(corners[:, 1], default=0.0) - gap_of(radius)
    alone = alone[np.argsort(-radius[alone], kind="stable")]
    found[alone] = grid(radius[alone], width) + np.array((0.0, bottom))
    return found - found.mean(axis=0) if len(found) else found


def _components(
    source: Integers, target: Integers, node_count: int
) -> tuple[list[tuple[Integers, Integers]], Integers]:
    """Return nodes and edges of each component with an edge, the largest first, and the rest."""
    edges = np.flatnonzero(source != target)
    shape = (node_count, node_count)
    links = coo_array((np.ones(len(edges)), (source[edges], target[edges])), shape=shape)
    component = connected_components(links, directed=False)[1].astype(np.int64)
    sizes = np.bincount(component)
    linked = np.flatnonzero(sizes > 1)
    order = linked[np.argsort(-sizes[linked], kind="stable")].tolist()
    nodes = dict(_groups(component))
    inside = {number: edges[places] for number, places in _groups(component[source[edges]])}
    return (
        [(nodes[number], inside[number]) for number in order],
        np.flatnonzero(sizes[component] == 1) if node_count else np.zeros(0, np.int64),
    )


def _groups(numbers: Integers) -> Iterator[tuple[int, Integers]]:
    """Yield each different number with the places where it stands, ascending."""
    order = np.argsort(numbers, kind="stable")
    different, first = np.unique(numbers[order], return_index=True)
    yield from zip(different.tolist(), np.split(order, first[1:]), strict=bool(len(different)))


def _place(ends: Integers, weight: Floats, radius: Floats, seed: int) -> Floats:
    """Lay one component out."""
    random = np.random.default_rng(seed)
    found = moved(spread(ends, len(radius), random), ends, weight)
    found = _along(found - found.mean(axis=0))
    reach = np.sqrt((found**2).sum(axis=1).mean()) or 1.0
    # Of an even disc the root mean square of the distances is its radius by the root of 2.
    wanted = np.sqrt(_ROOM * (radius**2).sum() / 2)
    return parted(found * (wanted / reach), radius)


def _along(positions: Floats) -> Floats:
    """Turn positions so that they reach farthest along x, and fix which way is up."""
    axes = np.linalg.eigh(positions.T @ positions)[1][:, ::-1]
    turned = positions @ axes
    signs = np.where((turned**3).sum(axis=0) < 0, -1.0, 1.0)
    return np.asarray(turned * signs)
