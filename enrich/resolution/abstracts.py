"""How much two abstracts share: rare words and numbers, which survive a rewriting."""

import math
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from .folding import fold_words

LEVELS = tuple(f"{step / 20:.2f}" for step in range(19, -1, -1))
"""The share of the two abstracts' rare words that both have, from there on."""
_COMMON = frozenset({
    "a", "an", "the", "of", "for", "in", "on", "to", "and", "or", "by", "via", "from", "at", "as",
    "is", "are", "be", "was", "were", "been", "its", "their", "this", "that", "these", "those",
    "which", "with", "without", "we", "our", "it", "they", "can", "not", "such", "also", "has",
    "have", "than", "more", "most", "while", "both", "however", "when", "where", "how", "using",
    "use", "used", "show", "shows", "based", "between", "into", "through", "over", "under",
    "each", "other", "but", "only", "no", "all", "any", "some", "new", "propose", "paper",
    "method", "methods", "model", "models", "results", "approach", "work",
})  # fmt: skip
_EARLIER = 1000
"""Abstracts imagined beside those at hand, so that a word of few abstracts is no common one."""

Abstract = frozenset[str]
"""The words of an abstract."""


@lru_cache(maxsize=2**15)
def read_abstract(text: str) -> Abstract:
    """Return an abstract's words, without the most common."""
    return frozenset(fold_words(text)) - _COMMON


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


def share(one: Abstract, other: Abstract, rarity: Rarity) -> float:
    """Return how much of two abstracts is common to both, 0 to 1.

    Dice's share of words, each by the square of its bits, as in the cosine of tf-idf vectors:
    so a few very rare words say more than many that the field has in common.
    """
    whole = _squares(one, rarity) + _squares(other, rarity)
    return 2 * _squares(one & other, rarity) / whole if whole else 0.0


def _squares(words: Iterable[str], rarity: Rarity) -> float:
    # fsum: the order in which a set tells its words must not reach the last digit.
    return math.fsum(bits * bits for bits in map(rarity.bits, words))


def level_of(shared: float) -> str:
    """Return the level of a share."""
    return f"{min(19, int(20 * shared + 1e-9)) / 20:.2f}"
