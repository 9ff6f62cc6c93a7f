"""How alike papers are: cosine of their vectors, or of the words of title and abstract."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from .network import Booleans, Floats, Integers

_WORD = re.compile(r"[^\W\d_]{2,}")
_ENTRIES = 16_000_000
# Machines add in different orders, which the last digits of a likeness would show.
_DIGITS = 6

Rows = NDArray[np.float32] | csr_array[np.float64]


class Near(NamedTuple):
    """Pairs of rows, first < second, that are among each other's nearest, and how alike."""

    first: Integers
    second: Integers
    likeness: Floats


def of_unit_length(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return vectors scaled to length 1; one of zeros, or of what is no number, stays zeros."""
    vectors = np.where(np.isfinite(vectors), vectors, 0)
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: NDArray[np.float32] = np.zeros_like(vectors)
    np.divide(vectors, length, out=scaled, where=length > 0)
    return scaled


def tf_idf(texts: Sequence[str]) -> csr_array[np.float64]:
    """Return a row a text of unit length: words by frequency · (ln((1 + n) / (1 + df)) + 1)."""
    counts = [Counter(_WORD.findall(text.casefold())) for text in texts]
    words = {word: place for place, word in enumerate(sorted(set().union(*counts)))}
    columns = np.array([words[word] for each in counts for word in each], dtype=np.int64)
    times = np.array([times for each in counts for times in each.values()], dtype=float)
    until = np.concatenate(([0], np.cumsum([len(each) for each in counts]))).astype(np.int64)
    papers = np.bincount(columns, minlength=len(words))
    values = times * (np.log((1 + len(texts)) / (1 + papers)) + 1)[columns]
    rows = np.repeat(np.arange(len(texts)), np.diff(until))
    length = np.sqrt(np.bincount(rows, weights=values**2, minlength=len(texts)))
    shape = (len(texts), len(words))
    return csr_array((values / length[rows], columns, until), shape=shape)


def nearest(rows: Rows, count: int, *, mutual: bool) -> Near:
    """Return which rows of unit length are among the `count` nearest of which others.

    Of equally near ones the first counts; what is not alike at all is near to nothing.
    `mutual` asks it of both rows of a pair, else one is enough.
    """
    found = list(_nearest(rows, count))
    here = np.concatenate([part[0] for part in found]) if found else np.empty(0, np.int64)
    there = np.concatenate([part[1] for part in found]) if found else np.empty(0, np.int64)
    likeness = np.concatenate([part[2] for part in found]) if found else np.empty(0)
    pair = np.minimum(here, there) * rows.shape[0] + np.maximum(here, there)
    pairs, at, times = np.unique(pair, return_index=True, return_counts=True)
    kept: Booleans = times >= (2 if mutual else 1)
    first, second = np.divmod(pairs[kept], max(rows.shape[0], 1))
    return Near(first, second, likeness[at[kept]])


def _nearest(rows: Rows, count: int) -> Iterator[tuple[Integers, Integers, Floats]]:
    """Yield rows, their nearest and how alike these are, for some rows at a time."""
    total: int = rows.shape[0]
    size = max(1, _ENTRIES // max(total, 1))
    for start in range(0, total, size):
        product: Any = rows[start : start + size] @ rows.T
        alike = product.toarray() if isinstance(product, csr_array) else product.astype(float)
        yield _best(np.rint(alike * 10**_DIGITS).astype(np.int64), start, count)


def _best(alike: Integers, start: int, count: int) -> tuple[Integers, Integers, Floats]:
    """Return the nearest of each row; `alike` is in millionths, its rows begin at `start`."""
    rows, total = alike.shape
    alike[np.arange(rows), np.arange(start, start + rows)] = 0
    # One number for both, so that among equals the first column is the nearest.
    rank = alike * total + (total - 1 - np.arange(total))
    count = min(count, total)
    best = np.argpartition(rank, total - count, axis=1)[:, total - count :]
    likeness = np.take_along_axis(alike, best, axis=1).ravel()
    here = np.repeat(np.arange(start, start + rows), count)
    alive = likeness > 0
    return here[alive], best.ravel()[alive], likeness[alive] / 10**_DIGITS
