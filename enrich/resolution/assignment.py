"""Which candidate is given to which sought paper, and why not.

At most one candidate is the paper and at most one listed paper is the candidate. So a pair's
probability is its odds against all others that share its paper or its candidate, and against
there being none: odds / (1 + sum of odds). It needs no order in which papers are served.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from db.rows import Evidence, Key, Resolution, Sought
from db.wording import shortened

from .groups import Group
from .levels import Levels
from .weights import Weights

_MOST = 5
"""Candidates that are kept of a paper."""
_TAKEN = "the best match belongs to '{}', which is listed too"
_NAMED_BY = 80
"""Characters of an abstract that stand for a paper without a title."""
_LITTLE = "too little speaks for it"
_TORN = "one of its identifiers belongs to a record of another title by other authors"


class Pair(NamedTuple):
    """A sought paper and a candidate, by their places, compared."""

    paper: int
    group: int
    levels: Levels
    score: float


class _Standing(NamedTuple):
    pair: Pair
    band: str
    reason: str | None
    decided: bool


def assign(
    sought: Sequence[Sought],
    groups: Sequence[Group],
    pairs: Sequence[Pair],
    taken: Mapping[Key, str],
    decisions: Mapping[tuple[Key, Key], bool],
    weights: Weights,
) -> tuple[tuple[Resolution, ...], dict[Key, str]]:
    """Return the best candidates of every paper, and why papers are left without one."""
    owners = {
        place: taken[key]
        for place, group in enumerate(groups)
        for key in reversed(group.keys)
        if key in taken
    }
    verdicts = {
        (pair.paper, pair.group): decisions[sought[pair.paper].key, key]
        for pair in pairs
        for key in reversed(groups[pair.group].keys)
        if (sought[pair.paper].key, key) in decisions
    }
    chosen = {paper: key for (paper, key), yes in sorted(decisions.items()) if yes}
    judge = _Judge(sought, groups, pairs, owners, verdicts, frozenset(chosen), weights)
    resolutions: list[Resolution] = []
    unfound: dict[Key, str] = {}
    for place in sorted(range(len(sought)), key=lambda place: sought[place].key):
        standings = judge.stand(place)
        resolutions += [
            _resolution(sought[place], groups, standing, standings, weights)
            for standing in standings[:_MOST]
        ]
        if not any(standing.band == "accepted" for standing in standings):
            unfound[sought[place].key] = _why(
                standings, chosen.get(sought[place].key), groups, weights
            )
    return tuple(resolutions), unfound


class _Judge:
    """Knows all pairs, so that it can tell the rivals of one."""

    def __init__(
        self,
        sought: Sequence[Sought],
        groups: Sequence[Group],
        pairs: Sequence[Pair],
        owners: Mapping[int, str],
        verdicts: Mapping[tuple[int, int], bool],
        settled: frozenset[Key],
        weights: Weights,
    ) -> None:
        self.sought, self.groups, self.owners, self.verdicts = sought, groups, owners, verdicts
        self.settled, self.weights = settled, weights
        self.of_paper: defaultdict[int, list[Pair]] = defaultdict(list)
        self.of_group: defaultdict[int, list[Pair]] = defaultdict(list)
        self.given = {group: paper for (paper, group), yes in verdicts.items() if yes}
        for pair in pairs:
            self.of_paper[pair.paper].append(pair)
            self.of_group[pair.group].append(pair)

    def stand(self, paper: int) -> list[_Standing]:
        """Return the standing of each of a paper's candidates, best first."""
        standings = [self._stand(pair) for pair in self.of_paper[paper]]
        bands = ("accepted", "review", "rejected")
        return sorted(
            standings,
            key=lambda one: (
                not (one.decided and one.band == "accepted"),
                bands.index(one.band) if one.decided else 1,
                -one.pair.score,
                self.groups[one.pair.group].keys,
            ),
        )

    def _stand(self, pair: Pair) -> _Standing:
        verdict = self.verdicts.get((pair.paper, pair.group))
        if verdict is not None:
            reason = None if verdict else "a person said that it is another paper"
            return _Standing(pair, "accepted" if verdict else "rejected", reason, True)
        if (owner := self._owner(pair)) and _probability(pair, [pair]) >= self.weights.review:
            return _Standing(pair, "rejected", _TAKEN.format(owner), False)
        if owner:
            return _Standing(pair, "rejected", _LITTLE, False)
        if self.sought[pair.paper].key in self.settled:
            return _Standing(pair, "rejected", "a person chose another candidate", False)
        return self._weigh(pair)

    def _weigh(self, pair: Pair) -> _Standing:
        # One that belongs to another is a rival all the same: the list may name a paper twice.
        rows = [
            one
            for one in self.of_paper[pair.paper]
            if self.verdicts.get((one.paper, one.group)) is None
        ]
        columns = [one for one in self.of_group[pair.group] if self._is_open(one, one.paper)]
        in_row, in_column = _probability(pair, rows), _probability(pair, columns)
        likely = min(in_row, in_column)
        if self.groups[pair.group].is_torn and likely >= self.weights.review:
            return _Standing(pair, "review", _TORN, False)
        if likely >= self.weights.accepted:
            return _Standing(pair, "accepted", None, False)
        alone = _probability(pair, [pair])
        if alone < self.weights.review:
            return _Standing(pair, "rejected", _LITTLE, False)
        rival = max(columns, key=lambda one: (one.score, self.sought[one.paper].key))
        if in_column < self.weights.review and rival.score > pair.score:
            reason = _TAKEN.format(_name(self.sought[rival.paper]))
            return _Standing(pair, "rejected", reason, False)
        if in_row < self.weights.review and max(one.score for one in rows) > pair.score:
            return _Standing(pair, "rejected", "another candidate is far more alike", False)
        return _Standing(pair, "review", self._doubt(pair, alone, rows, columns), False)

    def _doubt(
        self, pair: Pair, alone: float, rows: Sequence[Pair], columns: Sequence[Pair]
    ) -> str:
        """Return why a likely pair waits for a person."""
        rivals = [one for one in rows if one.group != pair.group]
        rival = max(rivals, key=lambda one: one.score, default=None)
        if rival and _probability(rival, rows) >= self.weights.review:
            names = sorted(_label(self.groups[one.group]) for one in (pair, rival))
            return f"two candidates are equally alike: {' and '.join(names)}"
        if len(columns) == 1 or alone < self.weights.accepted:
            return f"waits for review: the same paper with probability {alone:.3f}"
        titles = sorted(_name(self.sought[one.paper]) for one in columns)
        return f"it is alike to {len(titles)} papers of this list: {'; '.join(titles[:3])}"

    def _owner(self, pair: Pair) -> str | None:
        given = self.given.get(pair.group)
        if given is not None and given != pair.paper:
            return _name(self.sought[given])
        owner = self.owners.get(pair.group)
        return None if _is_listed_again(self.sought[pair.paper], pair) else owner

    def _is_open(self, pair: Pair, paper: int) -> bool:
        return (
            self.verdicts.get((pair.paper, pair.group)) is None
            and self._owner(pair) is None
            and self.sought[paper].key not in self.settled
        )


def _is_listed_again(sought: Sought, pair: Pair) -> bool:
    """Return whether a line that gives mere words names a paper that another gives the id of."""
    return sought.key.scheme == "text" and pair.levels.title == "same"


def _probability(pair: Pair, rivals: Sequence[Pair]) -> float:
    """Return the pair's share of the odds of all rivals, itself among them, and of none."""
    top = max(0.0, *(one.score for one in rivals))
    odds = (2.0 ** max(one.score - top, -1000.0) for one in rivals)
    whole = math.fsum((2.0 ** -min(top, 1000.0), *odds))
    return float(2.0 ** max(pair.score - top, -1000.0) / whole)


def _resolution(
    sought: Sought,
    groups: Sequence[Group],
    standing: _Standing,
    standings: Sequence[_Standing],
    weights: Weights,
) -> Resolution:
    pair = standing.pair
    group = groups[pair.group]
    others = [one.pair for one in standings if one.pair.group != pair.group]
    runner_up = max(others, key=lambda one: one.score, default=None)
    found = weights.weigh(pair.levels)
    evidence = tuple(
        Evidence(part, level or "not told", round(found[part], 2))
        for part, level in pair.levels._asdict().items()
    )
    return Resolution(
        sought.key,
        group.keys,
        standing.band,
        round(pair.score, 2),
        evidence,
        group.answers,
        groups[runner_up.group].keys[0] if runner_up else None,
        round(runner_up.score, 2) if runner_up else None,
        standing.reason,
        standing.decided,
    )


def _why(
    standings: Sequence[_Standing], chosen: Key | None, groups: Sequence[Group], weights: Weights
) -> str:
    """Return in plain words why none of the candidates is accepted."""
    if chosen:
        return f"a person chose {chosen}, which no search brought this time"
    waiting = [one for one in standings if one.band == "review"]
    alike = [one for one in standings if not one.decided and one.reason != _LITTLE]
    for one in (*waiting, *alike):
        if one.reason:
            return one.reason
    if any(one.decided for one in standings):
        return "a person rejected what was found"
    for one in standings:
        if one.pair.levels.title == "same":
            weighed = weights.weigh(one.pair.levels).items()
            against = " and ".join(part for part, weight in weighed if weight < 0)
            what = f"but its {against} differ" if against else "but no more speaks for it"
            return f"a paper of this title was found, {groups[one.pair.group].keys[0]}, {what}"
    return "nothing alike was found"


def _name(sought: Sought) -> str:
    return sought.title or shortened(sought.abstract or str(sought.key), _NAMED_BY)


def _label(group: Group) -> str:
    return f"{group.keys[0]} '{group.title}'"
