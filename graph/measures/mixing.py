"""Mixing: who cites whom between groups, such as decisions, and whether chance would do the same.

Assortativity: Newman 2003, Mixing patterns in networks. Permutation test: Good 2005,
Permutation, Parametric and Bootstrap Tests of Hypotheses; p by Phipson and Smyth 2010,
Permutation P-values should never be zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..network import Floats, Integers

NAME = "mixing"
DESCRIPTION = "Citations between groups, their assortativity, and a permutation test."

PERMUTATIONS = 1_999


@dataclass(frozen=True)
class Mixing:
    """Citations from the group of each row to that of each column.

    `expected` is their mean, `p` the share of permutations at least as far from it (two-sided),
    when the groups' names are dealt out to the papers anew, each as often as it is there.
    """

    groups: tuple[str, ...]
    papers: Integers
    """How many there are of each group."""
    observed: Integers
    expected: Floats
    p: Floats
    assortativity: float | None
    """1 if all cite their own group, 0 as by chance; None where one group does all."""
    assortativity_p: float | None
    permutations: int
    seed: int


def mixing(
    source: Integers,
    target: Integers,
    group: Sequence[str | None],
    seed: int = 0,
    permutations: int = PERMUTATIONS,
) -> Mixing:
    """Count the citations between groups and compare them with chance.

    Papers without a group are left out, and so are their citations.
    """
    groups = tuple(sorted({name for name in group if name}))
    number = {name: place for place, name in enumerate(groups)}
    labels = np.array([number.get(name or "", -1) for name in group], dtype=np.int64)
    inside = (labels[source] >= 0) & (labels[target] >= 0)
    # Among the papers that have a group, by their places there.
    place = np.cumsum(labels >= 0) - 1
    source, target, labels = place[source[inside]], place[target[inside]], labels[labels >= 0]
    observed = _between(source, target, labels, len(groups))
    dealt = _permuted(source, target, labels, len(groups), seed, permutations)
    flows = dealt.reshape(permutations, len(groups), len(groups))
    measured = assortativity(observed)
    by_chance = np.array([value for flow in flows if (value := assortativity(flow)) is not None])
    return Mixing(
        groups,
        np.bincount(labels, minlength=len(groups)),
        observed,
        flows.mean(axis=0),
        _p(observed, flows),
        measured,
        None if measured is None else float(_p(np.array(measured), by_chance)),
        permutations,
        seed,
    )


def assortativity(flow: Integers) -> float | None:
    """Return Newman's coefficient of a matrix of citations; None where chance leaves no room."""
    total = flow.sum()
    if not total:
        return None
    by_chance = float(flow.sum(axis=0) @ flow.sum(axis=1)) / float(total) ** 2
    same = float(np.trace(flow) / total)
    return None if by_chance == 1 else (same - by_chance) / (1 - by_chance)


def _between(source: Integers, target: Integers, labels: Integers, count: int) -> Integers:
    cells = labels[source] * count + labels[target]
    return np.bincount(cells, minlength=count * count).reshape(count, count)


def _permuted(
    source: Integers, target: Integers, labels: Integers, count: int, seed: int, times: int
) -> Integers:
    random = np.random.default_rng(seed)
    return np.array(
        [_between(source, target, random.permutation(labels), count) for _ in range(times)]
    )


def _p(observed: Integers | Floats, dealt: Integers | Floats) -> Floats:
    """Return the share of values at least as far from their mean, the observed one among them."""
    if not len(dealt):
        return np.ones(np.shape(observed))
    mean = dealt.mean(axis=0)
    # Sums in another order differ in the last digits.
    as_far = np.abs(dealt - mean) >= np.abs(observed - mean) * (1 - 1e-12)
    return np.asarray((1 + as_far.sum(axis=0)) / (1 + len(dealt)))
