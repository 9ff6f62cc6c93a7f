"""How much two abstracts share: rare words, numbers, and neighbouring words."""

import math
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from .folding import fold_words

LEVELS = ("0.9", "0.8", "0.7", "0.6", "0.5", "0.4", "0.3", "0.2", "0.1", "0.0")
"""The share of the two abstracts' rare words and pairs of words that both have, from there on."""
_COMMON = frozenset(
    "a an the of for in on to and or by via from at as is are be was were been its their this that "
    "these those which with without we our it they can not such also has have than more most "
    "while both however when where how using use used show shows based between into through over "
    "under each other but only no all any some new propose paper method methods model models "
    "results approach work".split()
)
_EARLIER = 1000
"""Abstracts imagined beside those at hand, so that a word of few abstracts is no common one."""

Abstract = frozenset[str]
"""The words and the pairs of neighbouring words of an abstract."""


@lru_cache(maxsize=2**15)
def read_abstract(text: str) -> Abstract:
    """Return an abstract's words, without the most common, and their neighbouring pairs."""
    words = [word for word in fold_words(text) if word not in _COMMON]
    return frozenset(words) | {f"{one} {other}" for one, other in pairwise(words)}


class Rarity:
    """How much a word tells: bits, by the number of texts that have it."""

    def __init__(self, texts: Iterable[frozenset[str]]) -> None:
        self.counts: Counter[str] = Counter()
        number = 0
        for text in texts:
            self.counts.update(text)
            number += 1
        self._all = math.log2(number + _EARLIER)
        self._bits: dict[str, float] = {}

    def bits(self, word: str) -> float:
        """Return how much the word tells."""
        known = self._bits.get(word)
        if known is None:
            known = self._bits[word] = self._all - math.log2(self.counts[word] + 1)
        return known

    def weigh(self, words: Iterable[str]) -> float:
        """Return how much the words tell together."""
        return sum(map(self.bits, words))


def share(one: Abstract, other: Abstract, rarity: Rarity) -> float:
    """Return how much of two abstracts is common to both, 0 to 1 (Dice, weighted)."""
    whole = rarity.weigh(one) + rarity.weigh(other)
    return 2 * rarity.weigh(one & other) / whole if whole else 0.0


def level_of(shared: float) -> str:
    """Return the level of a share."""
    return f"{min(9, int(10 * shared + 1e-9)) / 10:.1f}"
