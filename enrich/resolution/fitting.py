"""Weights from pairs of which it is known whether they are one paper."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import log2

from db.rows import Key

from .groups import Group
from .levels import MISSING, ORDERS, Levels, are_alike
from .weights import Weights, told

_HALF = 0.5
"""Added to every count (Jeffreys), so that what was never seen is rare, not impossible."""
_PRIOR_PAIRS = 2.0
"""How many pairs the joint table is given beforehand, spread as if title and abstract did not
depend on each other; so a cell that was hardly seen says what the two say apart."""

ABSENT = 0.1
"""The share of papers that no service has. Pairs cannot tell it: a list whose ids are known has
none of these. Of the 100 given records at least three in a hundred are nowhere; be careful."""


def fit(pairs: Iterable[tuple[Levels, bool]], absent: float = ABSENT) -> Weights:
    """Return the weights that explain the pairs; True are those of one paper.

    Title and abstract are counted alone where only one of them is told, together where both are.
    The other parts are counted where the texts are alike, for only there they speak.
    """
    seen = [(levels, bool(is_one)) for levels, is_one in pairs]
    one = [levels for levels, is_one in seen if is_one]
    two = [levels for levels, is_one in seen if not is_one]
    parts = {part: _fit_part(part, one, two) for part in ORDERS}
    prior = {
        kind: _prior(
            sum(told(levels) == kind for levels in one),
            sum(told(levels) == kind for levels in two),
            absent,
        )
        for kind in ("both", "title", "abstract", "neither")
    }
    return Weights(parts, _fit_joint(one, two), prior, (len(one), len(two)))


def known_pairs(
    compared: Iterable[tuple[int, int, Levels]],
    papers: Sequence[Key],
    groups: Sequence[Group],
    truth: Mapping[Key, Collection[Key]],
) -> list[tuple[Levels, bool]]:
    """Return compared pairs with whether they are one paper, to fit on.

    `truth` has the identifiers of every paper that is somewhere. An alike candidate that is
    another listed paper is left out: the assignment gives it to that one.
    """
    owners = {key: paper for paper, keys in truth.items() for key in keys}
    found = []
    for place, group, levels in compared:
        owner = next((owners[key] for key in groups[group].keys if key in owners), None)
        is_one = owner == papers[place]
        if is_one or owner is None or not are_alike(levels):
            found.append((levels, is_one))
    return found


def _fit_part(part: str, one: Sequence[Levels], two: Sequence[Levels]) -> dict[str, float]:
    order = ORDERS[part]
    counts = [
        Counter(getattr(levels, part) for levels in side if _counts(part, levels))
        for side in (one, two)
    ]
    alone: list[tuple[str, ...]] = [(level,) for level in order]
    pools = _pool(order, *counts) if part == "abstract" else alone
    shares = [_smooth(pools, found) for found in counts]
    return {level: log2(shares[0][level] / shares[1][level]) for level in order}


def _counts(part: str, levels: Levels) -> bool:
    if getattr(levels, part) == MISSING:
        return False
    if part in ("title", "abstract"):
        return told(levels) == part
    return are_alike(levels)


def _fit_joint(one: Sequence[Levels], two: Sequence[Levels]) -> dict[str, dict[str, float]]:
    titles, abstracts = ORDERS["title"], ORDERS["abstract"]
    tables = [_joint_shares(titles, abstracts, side) for side in (one, two)]
    rows = {}
    for title in titles:
        one_row, two_row = ({level: table[title, level] for level in abstracts} for table in tables)
        rows[title] = {
            level: log2(sum(one_row[k] for k in pool) / sum(two_row[k] for k in pool))
            for pool in _pool(abstracts, one_row, two_row)
            for level in pool
        }
    return rows


def _pool(
    order: Sequence[str], one: Mapping[str, float], two: Mapping[str, float]
) -> list[tuple[str, ...]]:
    """Return the levels, those counted together whose weights would not fall in their order.

    That two abstracts share more never speaks less for their being of one paper (isotonic
    regression by pooling adjacent violators).
    """
    pools: list[tuple[tuple[str, ...], float, float]] = []
    for level in order:
        levels: tuple[str, ...] = (level,)
        ours, theirs = one.get(level, 0.0), two.get(level, 0.0)
        while pools and pools[-1][1] * theirs <= ours * pools[-1][2]:
            before = pools.pop()
            levels, ours, theirs = before[0] + levels, before[1] + ours, before[2] + theirs
        pools.append((levels, ours, theirs))
    return [levels for levels, _, _ in pools]


def _joint_shares(
    titles: Sequence[str], abstracts: Sequence[str], side: Sequence[Levels]
) -> dict[tuple[str, str], float]:
    both = [levels for levels in side if told(levels) == "both"]
    by_title = _smooth(([title] for title in titles), Counter(levels.title for levels in both))
    by_abstract = _smooth(
        ([level] for level in abstracts), Counter(levels.abstract for levels in both)
    )
    counts = Counter((levels.title, levels.abstract) for levels in both)
    return {
        (title, abstract): (
            counts[title, abstract] + _PRIOR_PAIRS * by_title[title] * by_abstract[abstract]
        )
        / (len(both) + _PRIOR_PAIRS)
        for title in titles
        for abstract in abstracts
    }


def _smooth(pools: Iterable[Sequence[str]], counts: Mapping[str, int]) -> dict[str, float]:
    """Return the share of each level, or of the pool it is counted in."""
    sums = {tuple(pool): sum(counts.get(level, 0) for level in pool) + _HALF for pool in pools}
    whole = sum(sums.values())
    return {level: count / whole for pool, count in sums.items() for level in pool}


def _prior(one: int, two: int, absent: float) -> float:
    """Return log2 of how likely one compared pair is the paper, to there being none."""
    return log2((1 - absent) / absent * (one + _HALF) / (one + two + 2 * _HALF))
