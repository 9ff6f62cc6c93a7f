"""What things have in common: shared references, common citers, papers written together.

An incidence matrix A has a row for each node and a column for each thing that nodes can
share. How much two nodes share is an entry of A·Aᵀ, of which only the part above the
diagonal is made, some rows at a time, so that memory holds the edges that are kept and
little else.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np
from scipy.sparse import csr_array

from .network import Column, Floats, Integers

Weighting = Literal["count", "cosine", "association", "fractional"]

# Products of one block: enough to keep numpy busy, few enough to stay in memory (20 bytes each).
_LEAST_PRODUCTS, _MOST_PRODUCTS = 1_000_000, 8_000_000
_MOST_BLOCKS = 64


class Shares(NamedTuple):
    """Pairs of nodes that share something, source < target, in order of both."""

    source: Integers
    target: Integers
    shared: Integers
    """How many things the two share."""
    fractional: Floats
    """The same, where a thing that n nodes have counts 1 / (n - 1): each node spreads a weight
    of 1 for it over all others (Newman 2001; Perianes-Rodriguez, Waltman and van Eck 2016)."""

    def take(self, places: Integers) -> "Shares":
        """Return some of the pairs, in the order given."""
        return Shares._make(column[places] for column in self)

    def sharing(self, least: int) -> "Shares":
        """Return the pairs that share at least so much."""
        return self if least == 1 else self.take(np.flatnonzero(self.shared >= least))

    def ordered(self, node_count: int) -> "Shares":
        """Return the pairs in order of source and target."""
        return self.take(np.argsort(self.source * node_count + self.target, kind="stable"))


class Sharing(NamedTuple):
    """The pairs that were kept, out of how many."""

    pairs: Shares
    sizes: Integers
    """How many things each node has."""
    by_shared: Integers
    """How many pairs there are, kept or not, by what they share: index 1 for one thing, …"""
    least: int
    """The fewest things that a kept pair shares."""

    def take(self, places: Integers) -> "Sharing":
        """Return the same with some of the pairs."""
        return self._replace(pairs=self.pairs.take(places))


def weights(sharing: Sharing) -> dict[Weighting, Floats]:
    """Return every weight of the pairs.

    With c shared things of a and b: cosine c / √(a·b) (Salton), association c / (a·b)
    (van Eck and Waltman 2009).
    """
    shared = sharing.pairs.shared.astype(float)
    sizes = sharing.sizes.astype(float)
    product = sizes[sharing.pairs.source] * sizes[sharing.pairs.target]
    return {
        "count": shared,
        "cosine": shared / np.sqrt(product),
        "association": shared / product,
        "fractional": sharing.pairs.fractional,
    }


def incidence(node: Integers, thing: Integers, node_count: int) -> csr_array[np.float64]:
    """Return the matrix of nodes by things; a pair of the two must not repeat.

    The columns are the things in ascending order of their numbers.
    """
    numbers, column = np.unique(thing, return_inverse=True)
    ones = np.ones(len(node))
    return csr_array((ones, (node, column)), shape=(node_count, len(numbers)))


def share(matrix: csr_array[np.float64], least: int, most: int) -> Sharing:
    """Return the pairs of rows that share at least `least` columns.

    Where they are more than `most`, the least is raised until at most so many are left.
    """
    sizes = np.diff(matrix.indptr).astype(np.int64)
    kept, by_shared, fewest = list[Shares](), np.zeros(2, np.int64), least
    for block in _blocks(_shareable(matrix)):
        by_shared = _added(by_shared, np.bincount(block.shared))
        fewest = max(least, least_for(by_shared, most))
        kept.append(block.sharing(fewest))
        if sum(len(each.source) for each in kept) > 2 * most:
            kept = [each.sharing(fewest) for each in kept]
    pairs = _joined(kept, fewest).ordered(matrix.shape[0])
    return Sharing(pairs, sizes, by_shared, fewest)


def least_for(by_shared: Integers, most: int) -> int:
    """Return how much pairs have to share for at most `most` of them to be left."""
    at_least = np.cumsum(by_shared[::-1])[::-1]
    return max(1, int(np.count_nonzero(at_least > most)))


def columns_of(weighed: dict[Weighting, Floats], things: str) -> tuple[Column, ...]:
    """Return every weight of the pairs as a column of edges; `things` is what is shared."""
    ratio = f"{things}, divided by"
    told: dict[Weighting, str] = {
        "cosine": f"{ratio} √(n·m), n and m of the two (Salton)",
        "association": f"{ratio} n·m of the two",
        "fractional": f"{things}, one that n have counting 1/(n-1)",
    }
    return (
        Column.of("shared", "long", weighed["count"], things),
        *(Column.of(name, "double", weighed[name], text) for name, text in told.items()),
    )


def first_shared(matrix: csr_array[np.float64], pairs: Shares) -> Integers:
    """Return the first column that each pair of rows shares; every pair must share one."""
    matrix = matrix.sorted_indices()
    sizes = np.diff(matrix.indptr)
    swap = sizes[pairs.source] > sizes[pairs.target]
    short = np.where(swap, pairs.target, pairs.source)
    long = np.where(swap, pairs.source, pairs.target)
    keys = _keys(matrix)
    first, waiting, step = np.empty(len(short), np.int64), np.arange(len(short)), 0
    while len(waiting):
        column = matrix.indices[matrix.indptr[short[waiting]] + step].astype(np.int64)
        wanted = long[waiting] * matrix.shape[1] + column
        place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        found = keys[place] == wanted
        first[waiting[found]] = column[found]
        waiting, step = waiting[~found], step + 1
    return first


def _keys(matrix: csr_array[np.float64]) -> Integers:
    """Return row · width + column of every entry, ascending."""
    rows = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    return rows * matrix.shape[1] + matrix.indices


def _shareable(matrix: csr_array[np.float64]) -> csr_array[np.float64]:
    """Leave out what one node alone has."""
    owners = np.bincount(matrix.indices, minlength=matrix.shape[1])
    return matrix[:, np.flatnonzero(owners > 1)]


def _blocks(matrix: csr_array[np.float64]) -> Iterator[Shares]:
    """Yield the pairs above the diagonal, some rows at a time, within these in no order."""
    owners = np.bincount(matrix.indices, minlength=matrix.shape[1])
    # One product gives two sums: the real part counts, the imaginary part counts by fractions.
    both = csr_array(
        (1 + 1j / (owners[matrix.indices] - 1), matrix.indices, matrix.indptr), shape=matrix.shape
    )
    for start, stop in _cuts(matrix, owners):
        yield _block(matrix[start:stop], both[start:], start)


def _block(rows: csr_array[np.float64], others: csr_array[np.complex128], start: int) -> Shares:
    """Return the pairs of these rows with later ones; `others` begins with the rows themselves."""
    product: csr_array[np.complex128] = rows @ others.T.tocsr()  # type: ignore[assignment]
    source = np.repeat(np.arange(product.shape[0]), np.diff(product.indptr))
    above = np.flatnonzero(product.indices > source)
    sums = product.data[above]
    return Shares(
        source[above] + start,
        product.indices[above].astype(np.int64) + start,
        np.rint(sums.real).astype(np.int64),
        sums.imag,
    )


def _cuts(matrix: csr_array[np.float64], owners: Integers) -> Iterator[tuple[int, int]]:
    """Yield where blocks start and stop, each of about as many products."""
    rows = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    products = np.bincount(rows, weights=owners[matrix.indices], minlength=matrix.shape[0])
    until = np.concatenate(([0.0], np.cumsum(products)))
    size = min(max(until[-1] / _MOST_BLOCKS, _LEAST_PRODUCTS), _MOST_PRODUCTS)
    start = 0
    while start < matrix.shape[0]:
        stop = int(np.searchsorted(until, until[start] + size, side="right")) - 1
        yield start, max(stop, start + 1)
        start = max(stop, start + 1)


def _added(one: Integers, other: Integers) -> Integers:
    """Add two counts of different lengths."""
    total = np.zeros(max(len(one), len(other)), np.int64)
    total[: len(one)] += one
    total[: len(other)] += other
    return total


def _joined(parts: list[Shares], least: int) -> Shares:
    if not parts:
        none = np.empty(0, np.int64)
        return Shares(none, none, none, np.empty(0))
    pairs = Shares._make(np.concatenate(columns) for columns in zip(*parts, strict=True))
    is_enough = pairs.shared >= least
    return pairs if is_enough.all() else pairs.take(np.flatnonzero(is_enough))
