"""Edges between nodes that share things, for the kinds whose edges come about that way."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.sparse import csr_array

from db.wording import counted

from .errors import GraphError
from .network import Column, Floats, Selection
from .options import option
from .sharing import Shares, Sharing, Weighting, columns_of, least_for, share, weights

# Beyond the first, Gephi lays nothing out any more; beyond the second, memory ends.
COMFORTABLE, POSSIBLE = 1_000_000, 20_000_000


@dataclass(frozen=True)
class SharingOptions:
    """What all kinds with shared things let their user choose."""

    weighting: Weighting = option(  # noqa: RUF009 - a field
        "count",
        "What an edge weighs: what the two share (count), that by their sizes (cosine, "
        "association), or with common things counting less (fractional).",
    )
    min_shared: int = option(
        0,
        "Leave out pairs that share less. 0 means 1, or more where that makes over a million "
        "edges and no --min-weight is given.",
    )


class Ties(NamedTuple):
    """The edges of such a network, and what is to be said of their number."""

    pairs: Shares
    weight: Floats
    columns: tuple[Column, ...]
    remarks: tuple[str, ...]


def tie(
    matrix: csr_array[np.float64], selection: Selection, options: SharingOptions, thing: str
) -> Ties:
    """Return the edges between the rows of an incidence matrix; `thing` is what they share.

    Raises GraphError where more pairs are asked for than memory holds.
    """
    asked = _asked_for(selection, options)
    sharing = share(matrix, asked or 1, POSSIBLE if asked else COMFORTABLE)
    total = int(sharing.by_shared[asked or 1 :].sum())
    if asked and sharing.least > asked:
        raise GraphError(
            f"{total:,} pairs have {thing}, too many for one network: --min-shared "
            f"{least_for(sharing.by_shared, COMFORTABLE)} leaves a million at most."
        )
    weighed = weights(sharing)
    if selection.min_weight is not None:
        heavy = np.flatnonzero(weighed[options.weighting] >= selection.min_weight)
        sharing = sharing.take(heavy)
        weighed = {name: values[heavy] for name, values in weighed.items()}
    columns = columns_of(weighed, f"How many {thing}")
    remarks = _remarks(sharing, total, asked, thing)
    return Ties(sharing.pairs, weighed[options.weighting], columns, remarks)


def _asked_for(selection: Selection, options: SharingOptions) -> int:
    """Return how much pairs have to share at least by what was asked; 0 if nothing was."""
    if selection.min_weight is None:
        return options.min_shared
    by_weight = math.ceil(selection.min_weight) if options.weighting == "count" else 1
    return max(options.min_shared, by_weight, 1)


def _remarks(sharing: Sharing, total: int, asked: int, thing: str) -> tuple[str, ...]:
    edges, all_pairs = len(sharing.pairs.source), int(sharing.by_shared.sum())
    if not asked and sharing.least > 1:
        return (
            f"Only pairs with at least {sharing.least} {thing} are edges: with 1 there would be "
            f"{total:,}, too many to draw. --min-shared 1 keeps them all.",
        )
    left_out = _left_out(all_pairs - edges, all_pairs, thing)
    if edges > COMFORTABLE:
        fewer = least_for(sharing.by_shared, COMFORTABLE)
        left = int(sharing.by_shared[fewer:].sum())
        return (
            *left_out,
            f"{edges:,} edges are more than programs draw well: --min-shared {fewer} leaves "
            f"{left:,}.",
        )
    return left_out


def _left_out(pairs: int, of: int, thing: str) -> tuple[str, ...]:
    if not pairs:
        return ()
    return (
        f"Too few {thing}, or too light, and left out (--min-shared, --min-weight): {pairs:,} of "
        f"{counted(of, 'pair')}.",
    )
