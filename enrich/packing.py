"""Filling requests as full as the services' limits allow."""

import heapq
import math
from collections.abc import Sequence

from db.rows import Want


def cut(wants: Sequence[Want], size: int) -> list[tuple[Want, ...]]:
    """Return the wants in batches of at most `size`, in order."""
    return [tuple(wants[start : start + size]) for start in range(0, len(wants), size)]


def pack(wants: Sequence[Want], *, size: int, links: int, guess: int) -> list[tuple[Want, ...]]:
    """Return batches of at most `size` papers and about `links` links, as few as possible.

    Longest first, each into the emptiest batch: with many papers a batch this reaches the
    bound of sum/links. A paper with more than `links` gets a batch of its own; a paper
    whose count is not known weighs `guess`.
    """
    weighed = [(guess if want.expected is None else want.expected, want) for want in wants]
    weighed.sort(key=lambda pair: (-pair[0], pair[1].key))
    alone = [(want,) for weight, want in weighed if weight > links]
    weights = weighed[len(alone) :]
    total = sum(weight for weight, _ in weights)
    count = max(math.ceil(total / links), math.ceil(len(weights) / size))
    while count:
        if batches := _fill(weights, count, size, links):
            return [*alone, *batches]
        count += 1
    return list(alone)


def _fill(
    weights: Sequence[tuple[int, Want]], count: int, size: int, links: int
) -> list[tuple[Want, ...]]:
    """Return the wants spread over `count` batches, or nothing where they do not fit."""
    batches: list[list[Want]] = [[] for _ in range(count)]
    emptiest = [(0, number) for number in range(count)]
    for weight, want in weights:
        if not emptiest:
            return []
        filled, number = heapq.heappop(emptiest)
        if filled + weight > links:
            return []
        batches[number].append(want)
        if len(batches[number]) < size:
            heapq.heappush(emptiest, (filled + weight, number))
    return [tuple(batch) for batch in batches if batch]
