"""Well-mixed bits from whole numbers (splitmix64): the same on every machine and run."""

import numpy as np
from numpy.typing import NDArray

_STEP, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_MASK = (1 << 64) - 1


def mix(*numbers: int) -> int:
    """Return 64 bits that depend on every number and on their order."""
    x = 0
    for number in numbers:
        x = ((x ^ number) + _STEP) & _MASK
        x = ((x ^ (x >> 30)) * _FIRST) & _MASK
        x = ((x ^ (x >> 27)) * _SECOND) & _MASK
        x ^= x >> 31
    return x


def mix_arrays(*numbers: NDArray[np.int64] | int) -> NDArray[np.uint64]:
    """Return `mix` of whole arrays at once, the same bits."""
    x = np.zeros(1, np.uint64)
    with np.errstate(over="ignore"):
        for number in numbers:
            x = (x ^ np.asarray(number).astype(np.uint64)) + np.uint64(_STEP)
            x = (x ^ (x >> np.uint64(30))) * np.uint64(_FIRST)
            x = (x ^ (x >> np.uint64(27))) * np.uint64(_SECOND)
            x = x ^ (x >> np.uint64(31))
    return x
