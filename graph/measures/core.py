"""Cores: a node is in the k-core if it keeps k links when all with fewer are taken away in turn.

Seidman 1983, Network structure and minimum degree.
"""

import numpy as np
from scipy.sparse import coo_array, csr_array

from ..measuring import Options
from ..network import Column, Integers, Network

NAME = "core"
DESCRIPTION = "The largest k of the k-cores that a node is in, directions aside."
IS_STANDARD = True


def cores(source: Integers, target: Integers, node_count: int) -> Integers:
    """Return each node's core number; links both ways count once, to itself not at all.

    All nodes with too few links go at once, then those that thereby have too few: some
    hundred rounds, each as long as the links that go with it.
    """
    links = _both_ways(source, target, node_count)
    left = np.diff(links.indptr).astype(np.int64)
    core = np.zeros(node_count, np.int64)
    staying = np.flatnonzero(left)
    while len(staying):
        k = left[staying].min()
        going = staying[left[staying] == k]
        while len(going):
            core[going] = k
            left[going] = 0
            neighbours, lost = np.unique(_neighbours(links, going, left), return_counts=True)
            # None gets below k: what falls to it goes in the next round, in this core.
            left[neighbours] = np.maximum(left[neighbours] - lost, k)
            going = neighbours[left[neighbours] == k]
        staying = staying[left[staying] > 0]
    return core


def _both_ways(source: Integers, target: Integers, node_count: int) -> csr_array:
    apart = source != target
    ends = np.concatenate((source[apart], target[apart]))
    others = np.concatenate((target[apart], source[apart]))
    ones = np.ones(len(ends), np.int8)
    return coo_array((ones, (ends, others)), shape=(node_count, node_count)).tocsr()


def _neighbours(links: csr_array, nodes: Integers, left: Integers) -> Integers:
    """Return the neighbours of all these nodes that are still there, as often as they are one."""
    starts, counts = links.indptr[nodes], links.indptr[nodes + 1] - links.indptr[nodes]
    firsts = np.cumsum(counts) - counts
    places = np.repeat(starts - firsts, counts) + np.arange(counts.sum())
    neighbours = links.indices[places]
    return np.asarray(neighbours[left[neighbours] > 0])


def columns(network: Network, options: Options) -> tuple[Column, ...]:
    """Return the core numbers."""
    numbers = cores(network.source, network.target, network.node_count)
    how = "Largest k so that it is linked to k nodes of which each has k such links, and so on"
    return (Column.of("core", "long", numbers, how),)
