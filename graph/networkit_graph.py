"""A network as a NetworKit graph, for measures whose algorithms are NetworKit's."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from scipy.sparse import coo_array

from .network import Floats, Integers


class Pairs(NamedTuple):
    """Linked nodes, each pair once with source < target, ordered; weights added up."""

    source: Integers
    target: Integers
    weight: Floats


def pairs(source: Integers, target: Integers, weight: Floats, node_count: int) -> Pairs:
    """Forget directions; links both ways become one, links of a node to itself none."""
    apart = source != target
    low, high = np.minimum(source, target)[apart], np.maximum(source, target)[apart]
    joined = coo_array((weight[apart], (low, high)), shape=(node_count, node_count)).tocsr().tocoo()
    return Pairs(joined.row.astype(np.int64), joined.col.astype(np.int64), joined.data)


def to_networkit(
    source: Integers,
    target: Integers,
    node_count: int,
    weight: Floats | None = None,
    *,
    directed: bool = False,
) -> Any:
    """Return a networkit.Graph; without weights every edge counts the same."""
    # Here, because importing NetworKit takes longer than most of its measures.
    import networkit  # noqa: PLC0415

    # Signed positions crash the process.
    ends = (source.astype(np.uint64), target.astype(np.uint64))
    data = ends if weight is None else (weight, ends)
    return networkit.GraphFromCoo(
        data, n=node_count, weighted=weight is not None, directed=directed
    )


def ran(algorithm: Any) -> Any:
    """Run an algorithm and return it; Ctrl-C ends it as it ends everything else."""
    try:
        return algorithm.run()
    except RuntimeError as error:
        # NetworKit catches the signal itself and tells of it by an error of its own.
        if "SIGINT" in str(error):
            raise KeyboardInterrupt from error
        raise


@contextmanager
def one_thread(seed: int = 0) -> Iterator[None]:
    """Let NetworKit work in one thread, from a seed: with more, results vary between runs."""
    import networkit  # noqa: PLC0415

    before = networkit.getMaxNumberOfThreads()
    networkit.setNumberOfThreads(1)
    networkit.setSeed(seed, False)
    try:
        yield
    finally:
        networkit.setNumberOfThreads(before)
