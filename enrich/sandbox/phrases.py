"""English text in parts: sentences, content words, phrases; and made names of systems."""

import re
from collections import Counter
from collections.abc import Sequence, Set

import numpy as np

from .vocabulary import FUNCTION_WORDS, GENERIC_PHRASES, SYLLABLES

Rng = np.random.Generator
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(\[$\\])")
_ABBREVIATED = re.compile(r"(?:\b(?:e\.g|i\.e|et al|cf|vs|resp|Fig|Eq|Sec|w\.r\.t)\.|\b[A-Z]\.)$")
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_SMALL = FUNCTION_WORDS - {"large", "small", "high", "low", "new"}
_LONGEST = 4


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text; none is cut at `e.g.`, `et al.` and initials."""
    sentences: list[str] = []
    for part in _SENTENCE_END.split(" ".join(text.split())):
        if sentences and _ABBREVIATED.search(sentences[-1]):
            sentences[-1] += f" {part}"
        elif part:
            sentences.append(part)
    return sentences


def find_words(text: str) -> list[str]:
    """Return the words as they are written; hyphens and apostrophes do not part them."""
    return _WORD.findall(text)


def content_words(text: str) -> set[str]:
    """Return the words that carry meaning, in lower case, hyphenated ones in their parts."""
    parts = re.findall(r"[^\W_]+", text.lower())
    return {word for word in parts if word not in FUNCTION_WORDS and len(word) > 1}


def find_phrases(text: str) -> list[str]:
    """Return what a text is about: runs of two to four content words, the weightiest first.

    A phrase weighs as much as its words occur, so what the text comes back to leads.
    """
    runs: list[tuple[str, ...]] = []
    for clause in re.split(r"[^\w\s'’-]|_", text):
        run: list[str] = []
        for word in [*find_words(clause), "the"]:
            if word.lower() in FUNCTION_WORDS or word.isdigit() or len(word) == 1:
                runs.append(tuple(run))
                run = []
            else:
                run.append(word)
    found = dict.fromkeys(run for run in runs if 1 < len(run) <= _LONGEST)
    times = Counter(word.lower() for run in runs for word in run)
    weights = {run: sum(times[word.lower()] for word in run) / len(run) for run in found}
    return [" ".join(run) for run in sorted(found, key=lambda run: (-weights[run], run))]


def draw_phrases(text: str, count: int, rng: Rng, without: Set[str] = frozenset()) -> list[str]:
    """Return phrases of a text, weighty ones more often, that have no content word `without`.

    Where the text has too few, phrases of the field stand in, as far as there are any.
    """
    own = [phrase for phrase in find_phrases(text) if not content_words(phrase) & without]
    drawn: list[str] = []
    if own:
        weights = 1 / np.arange(3, len(own) + 3)
        size = min(count, len(own))
        places = rng.choice(len(own), size, replace=False, p=weights / weights.sum())
        drawn = [own[place] for place in places]
    others = [
        phrase
        for phrase in GENERIC_PHRASES
        if phrase not in drawn and not content_words(phrase) & without
    ]
    return drawn + [others[k] for k in rng.permutation(len(others))[: count - len(drawn)]]


def capitalise(title: str) -> str:
    """Return a title with its words capitalised, the small ones inside it not."""
    words = title.split(" ")
    return " ".join(
        word if word.lower() in _SMALL and place else word[:1].upper() + word[1:]
        for place, word in enumerate(words)
    )


def split_name(title: str) -> tuple[str, str] | None:
    """Return the name of a system before a colon, and what follows; None where there is none."""
    name, colon, rest = title.partition(": ")
    if colon and len(name.split()) <= 3 and len(rest.split()) >= 3:
        return name, rest
    return None


def make_name(rng: Rng) -> str:
    """Return a made name of a system."""
    stem = "".join(pick(SYLLABLES, rng) for _ in range(rng.integers(2, 4))).capitalize()
    return stem + pick(("", "", "Net", "LM", "-X", "Former", "Bench"), rng)


def pick(choices: Sequence[str], rng: Rng) -> str:
    """Return one of the texts."""
    return choices[int(rng.integers(len(choices)))]
