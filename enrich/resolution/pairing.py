"""Which sought papers and candidates are compared at all: those that share something rare."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from .abstracts import Abstract, Rarity
from .descriptions import Description
from .groups import Group

_ENOUGH_OF_TITLE = 12.0
"""Bits that shared words of titles must tell: two words of one title in sixty each, say."""
_ENOUGH_OF_ABSTRACT = 60.0
_ENOUGH_PART = 0.25
"""Bits that shared words of abstracts must tell, or the part of all that were looked up."""
_RAREST = 40
"""Words of an abstract that are looked up, the rarest first."""
_CROWD = 0.02
"""A word of more than this share of the candidates, and of more than fifty, is not looked up."""


def pair_up(
    sought: Sequence[Description], groups: Sequence[Group], rarity: Rarity
) -> Iterator[tuple[int, int]]:
    """Yield the places of pairs to compare: the same title, or enough rare words in common."""
    titles = Rarity(frozenset().union(*_title_words(group)) for group in groups)
    by_title, by_word = _index(groups)
    crowd = max(50.0, _CROWD * len(groups))
    for place, paper in enumerate(sought):
        found = set(by_title.get(paper.title.squeezed, ())) if paper.title else set()
        if paper.title:
            words = [(f"title {word}", titles.bits(word)) for word in sorted(paper.title.content)]
            found |= _share_enough(words, by_word, crowd, _ENOUGH_OF_TITLE)
        if paper.abstract:
            words = _rarest(paper.abstract, rarity)
            enough = min(_ENOUGH_OF_ABSTRACT, _ENOUGH_PART * sum(bits for _, bits in words))
            found |= _share_enough(words, by_word, crowd, enough)
        for group in sorted(found):
            yield place, group


def _share_enough(
    words: Sequence[tuple[str, float]],
    by_word: Mapping[str, Sequence[int]],
    crowd: float,
    enough: float,
) -> set[int]:
    """Return the candidates with which the words in common tell enough, two words or more."""
    told: defaultdict[int, float] = defaultdict(float)
    common: Counter[int] = Counter()
    for word, bits in words:
        holders = by_word.get(word, ())
        if len(holders) <= crowd:
            for group in holders:
                told[group] += bits
            common.update(holders)
    return {group for group, bits in told.items() if bits >= enough and common[group] > 1}


def _title_words(group: Group) -> list[frozenset[str]]:
    return [member.title.content for member in group.members if member.title]


def _index(groups: Sequence[Group]) -> tuple[dict[str, set[int]], dict[str, list[int]]]:
    by_title: defaultdict[str, set[int]] = defaultdict(set)
    by_word: defaultdict[str, list[int]] = defaultdict(list)
    for place, group in enumerate(groups):
        for member in group.members:
            if member.title:
                by_title[member.title.squeezed].add(place)
        words: set[str] = set()
        for member in group.members:
            words.update(member.abstract)
            words.update(f"title {word}" for word in (member.title.content if member.title else ()))
        for word in words:
            by_word[word].append(place)
    return by_title, by_word


def _rarest(abstract: Abstract, rarity: Rarity) -> list[tuple[str, float]]:
    known = [(word, rarity.bits(word)) for word in abstract if rarity.counts[word]]
    return sorted(known, key=lambda pair: (-pair[1], pair[0]))[:_RAREST]
