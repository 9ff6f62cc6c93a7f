"""The same abstract, edited after acceptance: lightly, or from the ground up."""

import re

import numpy as np

from .phrases import Rng, draw_phrases, pick, split_sentences
from .vocabulary import ADDITIONS, FUNCTION_WORDS, SYNONYMS

_ROWS = {word: row for row in SYNONYMS for word in row if " " not in word}
_TO_CHANGE = re.compile(rf"\b({'|'.join(sorted(_ROWS, key=len, reverse=True))})\b", re.IGNORECASE)
_SHORTEST = 60
"""Characters of a sentence that may be shortened."""


def rewrite(abstract: str, rng: Rng, strength: float = 1.0) -> str:
    """Return an edited abstract; numbers and rare words mostly stay.

    At strength 1 sentences change places, a third of them are dropped or shortened, words are
    exchanged for others of their meaning and a sentence or two are new. At 0.2 and below only
    words are exchanged, a few of them.
    """
    sentences = [_exchange(s, 0.75 * strength, rng) for s in split_sentences(abstract)]
    if sentences and strength > 0.2:
        sentences = _thin_out(sentences, 0.34 * strength, rng)
        sentences = _shuffle(sentences, rng)
        for _ in range(int(rng.integers(1, 3))):
            first, second = draw_phrases(abstract, 2, rng)
            sentences.append(pick(ADDITIONS, rng).format(a=first, b=second))
    return " ".join(sentences)


def _exchange(sentence: str, share: float, rng: Rng) -> str:
    """Return the sentence with that share of the known words exchanged."""

    def change(found: re.Match[str]) -> str:
        if rng.random() >= share:
            return found[0]
        old = found[0].lower()
        new = pick([word for word in _ROWS[old] if word != old], rng)
        return new.capitalize() if found[0][0].isupper() else new

    return _TO_CHANGE.sub(change, sentence)


def _thin_out(sentences: list[str], share: float, rng: Rng) -> list[str]:
    """Drop or shorten that share of the sentences; those without numbers go first."""
    count = min(round(len(sentences) * share), len(sentences) - 1)
    order = sorted(
        range(len(sentences)),
        key=lambda k: (bool(re.search(r"\d", sentences[k])), rng.random()),
    )
    chosen = set(order[:count])
    kept = []
    for place, sentence in enumerate(sentences):
        if place not in chosen:
            kept.append(sentence)
        elif len(sentence) >= _SHORTEST and rng.random() < 0.4:
            kept.append(_shorten(sentence))
    return kept


def _shorten(sentence: str) -> str:
    """Return the sentence up to its last comma, or the first two thirds of the words."""
    cut = sentence.rfind(", ", 40)
    words = (sentence[:cut] if cut > 0 else sentence).split(" ")
    if cut < 0:
        words = words[: 2 * len(words) // 3]
    while len(words) > 1 and words[-1].lower() in FUNCTION_WORDS:
        words.pop()
    return " ".join(words).rstrip(",;:.") + "."


def _shuffle(sentences: list[str], rng: Rng) -> list[str]:
    """Move the sentences by a place or two."""
    ranks = np.arange(len(sentences)) + rng.normal(0, 1.2, len(sentences))
    return [sentences[k] for k in np.argsort(ranks)]
