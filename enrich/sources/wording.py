"""The words of a title or an abstract that searches are made of.

Services read punctuation, TeX, hyphens and numbers each in a way of their own, so only
plain words are asked for.
"""

import re

_TEX = re.compile(r"\$[^$]*\$|\\[A-Za-z]+|\{|\}")
_TOKEN = re.compile(r"[^\s]+")
# No word is longer; what is, is none.
_PLAIN = re.compile(r"[A-Za-z]{2,40}")
_EDGES = ".,;:!?()[]\"'“”‘’"
_SENTENCE = re.compile(r"(?<=[.!?])\s+")
# Words that nearly every paper has.
_COMMON = frozenset(
    """
    a about across all also an and any are as at be been both but by can could do does each
    for from had has have how however in into is it its may more most no not of on or other
    our out over paper propose proposed recent results show such than that the their them
    then there these they this those through to under up use used using via was we were what
    when where which while who why will with within without work
    """.split()
)


def plain_words(text: str) -> list[str]:
    """Return the words of letters alone, but the commonest, each once, in order."""
    tokens = (token.strip(_EDGES) for token in _TOKEN.findall(_TEX.sub(" $ ", text)))
    words = (token.lower() for token in tokens if _PLAIN.fullmatch(token))
    return list(dict.fromkeys(word for word in words if word not in _COMMON))


def telling_words(text: str, count: int) -> list[str]:
    """Return the longest plain words, which are the rarest as a rule, in order."""
    words = plain_words(text)
    chosen = set(sorted(words, key=lambda word: (-len(word), word))[:count])
    return [word for word in words if word in chosen]


def telling_phrases(text: str, count: int, length: int = 5) -> list[str]:
    """Return runs of plain words from different sentences, those with the longest words.

    A run is `length` words with nothing between them, the commonest included.
    """
    sentences = _SENTENCE.split(_TEX.sub(" $ ", text))
    best = [run for sentence in sentences if (run := _best_run(sentence, length))]
    best.sort(key=lambda run: (-_weight(run), run))
    return [" ".join(run) for run in best[:count]]


def _best_run(sentence: str, length: int) -> tuple[str, ...] | None:
    tokens = _TOKEN.findall(sentence)
    runs = [
        tuple(word.strip(_EDGES) for word in tokens[start : start + length])
        for start in range(len(tokens) - length + 1)
        if _runs_on(tokens[start : start + length])
    ]
    return min(runs, key=lambda run: (-_weight(run), run), default=None)


def _runs_on(tokens: list[str]) -> bool:
    """Return whether only spaces stand between plain words."""
    *inner, last = tokens
    return all(_PLAIN.fullmatch(token) for token in inner) and bool(
        _PLAIN.fullmatch(last.rstrip(_EDGES))
    )


def _weight(run: tuple[str, ...]) -> int:
    return sum(len(word) for word in run if word.lower() not in _COMMON)
