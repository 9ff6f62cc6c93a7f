"""Weights from pairs of which it is known whether they are one paper."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log2

from .levels import MISSING, ORDERS, Levels
from .weights import Weights, told

_HALF = 0.5
"""Added to every count (Jeffreys), so that what was never seen is rare, not impossible."""
_PRIOR_PAIRS = 2.0
"""How many pairs the joint table is given beforehand, spread as if title and abstract did not
depend on each other; so a cell that was hardly seen says what the two say apart."""

Counts = Counter[tuple[str, ...]]


def fit(pairs: Iterable[tuple[Levels, bool]]) -> Weights:
    """Return the weights that explain the pairs; True are those of one paper.

    Title and abstract are counted alone where only one of them is told, together where both are.
    """
    seen = [(levels, bool(is_one)) for levels, is_one in pairs]
    one = [levels for levels, is_one in seen if is_one]
    two = [levels for levels, is_one in seen if not is_one]
    parts = {part: _fit_part(part, one, two) for part in ORDERS}
    prior = {
        kind: _log_odds(
            sum(told(levels) == kind for levels in one), sum(told(levels) == kind for levels in two)
        )
        for kind in ("both", "title", "abstract", "neither")
    }
    return Weights(parts, _fit_joint(one, two), prior, (len(one), len(two)))


def _fit_part(part: str, one: Sequence[Levels], two: Sequence[Levels]) -> dict[str, float]:
    order = ORDERS[part]
    kinds = {"title": ("title",), "abstract": ("abstract",)}.get(part)
    counts = [
        Counter(
            getattr(levels, part)
            for levels in side
            if getattr(levels, part) != MISSING and (kinds is None or told(levels) in kinds)
        )
        for side in (one, two)
    ]
    shares = [_smooth(order, found) for found in counts]
    return {level: log2(shares[0][level] / shares[1][level]) for level in order}


def _fit_joint(one: Sequence[Levels], two: Sequence[Levels]) -> dict[str, dict[str, float]]:
    titles, abstracts = ORDERS["title"], ORDERS["abstract"]
    tables = [_joint_shares(titles, abstracts, side) for side in (one, two)]
    return {
        title: {
            abstract: log2(tables[0][title, abstract] / tables[1][title, abstract])
            for abstract in abstracts
        }
        for title in titles
    }


def _joint_shares(
    titles: Sequence[str], abstracts: Sequence[str], side: Sequence[Levels]
) -> dict[tuple[str, str], float]:
    both = [levels for levels in side if told(levels) == "both"]
    by_title = _smooth(titles, Counter(levels.title for levels in both))
    by_abstract = _smooth(abstracts, Counter(levels.abstract for levels in both))
    counts = Counter((levels.title, levels.abstract) for levels in both)
    return {
        (title, abstract): (
            counts[title, abstract] + _PRIOR_PAIRS * by_title[title] * by_abstract[abstract]
        )
        / (len(both) + _PRIOR_PAIRS)
        for title in titles
        for abstract in abstracts
    }


def _smooth(order: Sequence[str], counts: Mapping[str, int]) -> dict[str, float]:
    whole = sum(counts.values()) + _HALF * len(order)
    return {level: (counts.get(level, 0) + _HALF) / whole for level in order}


def _log_odds(one: int, two: int) -> float:
    return log2((one + _HALF) / (two + _HALF))
