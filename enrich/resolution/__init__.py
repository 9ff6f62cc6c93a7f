"""Which candidate is which sought paper: record linkage after Fellegi and Sunter (1969).

Each part of two descriptions is compared to a level, each level has a weight, and the sum is
the log-odds that both are of one paper. Nothing here asks a service or writes a file.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from db.rows import Candidate, Key, Resolution, Sought

from .assignment import Pair, assign
from .descriptions import describe_sought
from .fitting import fit, known_pairs
from .groups import Group, group_candidates
from .levels import Levels, compare
from .pairing import pair_up
from .weights import Weights, read_weights, stored_weights, write_weights

__all__ = [
    "Group",
    "Levels",
    "Resolved",
    "Weights",
    "compare_all",
    "fit",
    "known_pairs",
    "read_weights",
    "resolve",
    "stored_weights",
    "write_weights",
]


@dataclass(frozen=True)
class Resolved:
    """Of every sought paper the best candidates, and why a paper is left without one."""

    resolutions: tuple[Resolution, ...]
    """By paper, best first."""
    unfound: Mapping[Key, str]


def compare_all(
    sought: Sequence[Sought],
    candidates: Sequence[Candidate],
    also: Collection[tuple[Key, Key]] = (),
) -> tuple[tuple[Group, ...], list[tuple[int, int, Levels]]]:
    """Return the candidate papers, and the compared pairs by place of paper and candidate.

    Pairs of keys in `also` are compared even where nothing rare is shared.
    """
    groups, rarity = group_candidates(candidates)
    described = [describe_sought(paper) for paper in sought]
    pairs = {*pair_up(described, groups, rarity), *_find_pairs(also, sought, groups)}
    return groups, [
        (paper, group, compare(described[paper], groups[group], rarity))
        for paper, group in sorted(pairs)
    ]


def _find_pairs(
    also: Collection[tuple[Key, Key]], sought: Sequence[Sought], groups: Sequence[Group]
) -> Iterator[tuple[int, int]]:
    papers = {paper.key: place for place, paper in enumerate(sought)}
    holders = {key: place for place, group in enumerate(groups) for key in group.keys}
    for paper, key in also:
        if paper in papers and key in holders:
            yield papers[paper], holders[key]


def resolve(
    sought: Sequence[Sought],
    candidates: Sequence[Candidate],
    *,
    taken: Mapping[Key, str] | None = None,
    decisions: Mapping[tuple[Key, Key], bool] | None = None,
    weights: Weights | None = None,
) -> Resolved:
    """Return which candidate is which paper; the order of both makes no difference.

    `taken` are identifiers of listed papers that have one, with their titles. `decisions` say
    of a paper and a candidate whether a person took them for one; they beat every score.
    """
    weights = weights or stored_weights()
    groups, compared = compare_all(sought, candidates, decisions or {})
    pairs = [Pair(*one, weights.score(one[2])) for one in compared]
    found, unfound = assign(sought, groups, pairs, taken or {}, decisions or {}, weights)
    return Resolved(found, unfound)
