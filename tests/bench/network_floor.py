"""The least that does a step of a network, with scipy or NetworKit on the same arrays."""

from typing import Any
from xml.sax.saxutils import escape

import networkit
import numpy as np
from crategraph_forceatlas2 import layout
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components

from graph.layout.forces import steps
from graph.measures.community import ROUNDS
from graph.measures.pagerank import DAMPING

_BLOCK = 2_000


def pairs(node: Any, thing: Any, count: int) -> list[Any]:
    """Return the pairs of nodes that share a thing, and how many."""
    matrix = csr_array((np.ones(len(node), np.int32), (node, thing)), shape=(count, count))
    turned, found = matrix.T.tocsr(), []
    for start in range(0, count, _BLOCK):
        product = (matrix[start : start + _BLOCK] @ turned).tocoo()
        above = product.col > product.row + start
        found.append((product.row[above] + start, product.col[above], product.data[above]))
    return [np.concatenate(column) for column in zip(*found, strict=True)]


def pagerank(s: Any, t: Any, w: Any, count: int) -> Any:
    """Return the ranks by a power iteration to the same tolerance."""
    strength = np.bincount(s, w, count)
    step = csr_array((DAMPING * w / strength[s], (t, s)), shape=(count, count))
    dangling, ranks, change = strength == 0, np.full(count, 1 / count), 1.0
    while change >= 1e-12:
        jump = (1 - DAMPING + DAMPING * ranks[dangling].sum()) / count
        following = step @ ranks + jump
        change, ranks = np.abs(following - ranks).sum(), following
    return ranks


def hits(s: Any, t: Any, w: Any, count: int) -> Any:
    """Return both scores by a power iteration to the same tolerance."""
    links = csr_array((w, (s, t)), shape=(count, count))
    back, scores, change = links.T.tocsr(), np.full(count, 1 / count), 1.0
    while change >= 1e-14:
        following = back @ (links @ scores)
        following /= following.sum()
        change, scores = np.abs(following - scores).sum(), following
    return scores, links @ scores


def to_networkit(s: Any, t: Any, count: int, *, directed: bool = True) -> Any:
    """Return the graph of the arrays as they are, for one thread."""
    networkit.setNumberOfThreads(1)
    ends = (s.astype(np.uint64), t.astype(np.uint64))
    return networkit.GraphFromCoo(ends, n=count, directed=directed)


def without_directions(s: Any, t: Any, count: int) -> Any:
    """Return the graph without directions; links both ways become one."""
    ends = (np.minimum(s, t), np.maximum(s, t))
    once = coo_array((np.ones(len(s), np.int8), ends), shape=(count, count)).tocsr().tocoo()
    return to_networkit(once.row, once.col, count, directed=False)


def leiden(s: Any, t: Any, count: int) -> Any:
    """Return the communities of as many rounds, links both ways counted twice."""
    networkit.setSeed(0, False)
    found = networkit.community.ParallelLeiden(to_networkit(s, t, count, directed=False), ROUNDS)
    return found.run().getPartition().getVector()


def placed(s: Any, t: Any, count: int) -> Any:
    """Lay out the largest component alone: NetworKit's PivotMDS, then as many steps."""
    links = csr_array((np.ones(len(s), np.int8), (s, t)), shape=(count, count))
    labels = connected_components(links, connection="weak")[1]
    inside = labels == np.bincount(labels).argmax()
    place, kept = np.cumsum(inside) - 1, inside[s]
    s, t, count = place[s[kept]], place[t[kept]], int(inside.sum())
    graph = to_networkit(s, t, count, directed=False)  # PivotMDS does not keep it alive
    pivots = networkit.viz.PivotMDS(graph, 2, 50)
    pivots.run()
    start = np.array(pivots.getCoordinates())
    start -= start.mean(axis=0)
    return layout(
        count,
        np.column_stack((s, t)),
        init=start / np.sqrt((start**2).sum(axis=1).mean()) * 10 * np.sqrt(count),
        iterations=steps(count),
        threads=1,
        scalingRatio=10,
        strongGravityMode=True,
        gravity=0.05,
        slowDown=1,
        barnesHutOptimize=True,
        barnesHutTheta=1.0,
    )


def write_graphml(g: Any, file: Any) -> None:
    """Write every attribute as Python loops do, without keys."""
    for number, data in g.nodes(data=True):
        cells = "".join(f'<data key="{k}">{escape(str(v))}</data>' for k, v in data.items())
        file.write(f'<node id="{number}">{cells}</node>\n')
    for source, target, data in g.edges(data=True):
        cells = "".join(f'<data key="{k}">{escape(str(v))}</data>' for k, v in data.items())
        file.write(f'<edge source="{source}" target="{target}">{cells}</edge>\n')
