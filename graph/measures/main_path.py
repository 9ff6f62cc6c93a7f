"""Main path: the chain of citations whose links carry most of a field's chains, added up.

Search path count: Hummon and Doreian 1989, Connectivity in a citation network, in the form of
Batagelj 2003, Efficient algorithms for citation network analysis; the chain with the largest
sum of counts: Liu and Lu 2012, An integrated approach for main path analysis.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from ..measuring import Options
from ..network import Column, Floats, Integers, Network

NAME = "main_path"
DESCRIPTION = (
    "The chain of citations whose links carry most chains; only where edges have a direction."
)
IS_STANDARD = False

_DIGITS = 12
"""Beyond these, equal sums differ by the order of additions."""


@dataclass(frozen=True)
class MainPath:
    """Papers from the earliest cited on, and how much runs along each link between them.

    A step of several papers is a circle of citations. `shares` are those of all chains from
    a paper that cites none to one that none cites, one number fewer than steps.
    """

    steps: tuple[tuple[int, ...], ...]
    shares: tuple[float, ...]


class _Links(NamedTuple):
    """Links from the cited to the citing group, by the level of the latter."""

    cited: Integers
    citing: Integers
    bounds: Integers
    """Where each level's links begin; level 0 has none."""


def main_path(source: Integers, target: Integers, node_count: int) -> MainPath:
    """Find the main path; papers that cite each other in a circle count as one.

    Empty where no link is left. Of equal paths the one over the first papers is taken.
    """
    groups = _circles(source, target, node_count)
    count = int(groups.max(initial=-1)) + 1
    links = _in_levels(groups[target], groups[source], count)
    if not len(links.cited):
        return MainPath((), ())
    shares = np.round(_path_shares(links, count), _DIGITS)
    chain, along = _heaviest(links, shares, count)
    return MainPath(
        tuple(tuple(np.flatnonzero(groups == group).tolist()) for group in chain), tuple(along)
    )


def _circles(source: Integers, target: Integers, node_count: int) -> Integers:
    """Return each node's strong component, numbered in the order of their first nodes."""
    from scipy.sparse.csgraph import connected_components

    if node_count == 0:
        return np.empty(0, np.int64)
    shape = (node_count, node_count)
    links = csr_array((np.ones(len(source), np.int8), (source, target)), shape=shape)
    _, labels = connected_components(links, directed=True, connection="strong")
    _, first, group = np.unique(labels, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[group]


def _in_levels(cited: Integers, citing: Integers, count: int) -> _Links:
    """Return the distinct links between groups, ordered by how deep the citing one lies."""
    apart = cited != citing
    keys = np.unique(cited[apart] * count + citing[apart])
    cited, citing = np.divmod(keys, max(1, count))
    level = _levels(cited, citing, count)
    order = np.lexsort((cited, citing, level[citing]))
    deepest = int(level.max(initial=0))
    bounds = np.searchsorted(level[citing][order], np.arange(1, deepest + 2))
    return _Links(cited[order], citing[order], bounds)


def _levels(cited: Integers, citing: Integers, count: int) -> Integers:
    """Return the length of the longest chain that leads to each group."""
    following = csr_array((np.ones(len(cited), np.int8), (cited, citing)), shape=(count, count))
    waiting = np.bincount(citing, minlength=count)
    level = np.zeros(count, np.int64)
    here, depth = np.flatnonzero(waiting == 0), 0
    while len(here):
        level[here] = depth
        reached, times = np.unique(following[here].indices, return_counts=True)
        waiting[reached] -= times
        here, depth = reached[waiting[reached] == 0], depth + 1
    return level


def _path_shares(links: _Links, count: int) -> Floats:
    """Return the share of all chains that runs along each link.

    The number of chains grows beyond what a number holds, so logarithms are added.
    """
    until, after = np.zeros(count), np.full(count, -np.inf)
    for start, stop in zip(links.bounds[:-1], links.bounds[1:], strict=True):
        cited, citing = links.cited[start:stop], links.citing[start:stop]
        first = np.flatnonzero(np.diff(citing, prepend=-1))
        until[citing[first]] = np.logaddexp.reduceat(until[cited], first)
    after[np.bincount(links.cited, minlength=count) == 0] = 0
    for start, stop in zip(links.bounds[-2::-1], links.bounds[:0:-1], strict=True):
        np.logaddexp.at(after, links.cited[start:stop], after[links.citing[start:stop]])
    begins = np.bincount(links.citing, minlength=count) == 0
    begins &= np.bincount(links.cited, minlength=count) > 0
    every = np.logaddexp.reduce(after[begins])
    return np.asarray(np.exp(until[links.cited] + after[links.citing] - every))


def _heaviest(links: _Links, shares: Floats, count: int) -> tuple[list[int], list[float]]:
    """Return the chain with the largest sum of shares, and the shares along it."""
    best, via = np.zeros(count), np.full(count, -1)
    for start, stop in zip(links.bounds[:-1], links.bounds[1:], strict=True):
        citing = links.citing[start:stop]
        sums = np.round(best[links.cited[start:stop]] + shares[start:stop], _DIGITS)
        first = np.flatnonzero(np.diff(citing, prepend=-1))
        most = np.maximum.reduceat(sums, first)
        best[citing[first]] = most
        is_most = np.flatnonzero(sums == np.repeat(most, np.diff(first, append=len(sums))))
        ends, place = np.unique(citing[is_most], return_index=True)
        via[ends] = start + is_most[place]
    end = int(best.argmax())
    chain, along = [end], list[float]()
    while via[chain[-1]] >= 0:
        link = via[chain[-1]]
        along.append(float(shares[link]))
        chain.append(int(links.cited[link]))
    return chain[::-1], along[::-1]


def columns(network: Network, options: Options) -> tuple[Column, ...]:
    """Return the place of each paper that is on the path."""
    if not network.directed:
        return ()
    found = main_path(network.source, network.target, network.node_count)
    place = np.zeros(network.node_count, np.int64)
    for step, papers in enumerate(found.steps, start=1):
        place[list(papers)] = step
    how = "Place on the main path (search path count), from the earliest cited on"
    return (Column.of("main_path", "long", place, how, place > 0),)
