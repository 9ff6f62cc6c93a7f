"""Other papers that look like a given one: near titles, and abstracts that share a part."""

import re
from collections.abc import Callable
from typing import NamedTuple

from .phrases import (
    Rng,
    capitalise,
    draw_phrases,
    find_words,
    make_name,
    pick,
    split_name,
    split_sentences,
)
from .vocabulary import EXCHANGES, FUNCTION_WORDS, GENERIC_PHRASES, SENTENCES

_NUMBER = re.compile(r"\d+")
_NEGATED = re.compile(r"\b(?:not|never|no) |(?<=\w)n't\b|\bnon-?(?=\w{3})", re.IGNORECASE)
_VERBS = re.compile(r"\b(is|are|can|do|does|should|will|may|could)\b(?! not)", re.IGNORECASE)
_COUNTS = ("one", "two", "three", "four", "five")
_PRACTICE = ("{} in Practice", "{}: A Case Study", "{} at Scale", "{}: An Empirical Study")
_AGAIN = ("Revisiting {}", "Rethinking {}", "A Closer Look at {}", "On the Limits of {}")
_SURVEYS = ("A Survey on {}", "A Survey of {}", "{}: A Survey", "A Review of {}")
_SEQUELS = ("{} II", "{}: Part II", "{} 2.0", "{}, Revisited")
# Few titles have a number or a negation to change, so where there is one it mostly is.
_WEIGHTS = {"number": 5, "negation": 5, "word": 2}
_SHARELESS = 0.2
"""Of the look-alikes, those whose abstract shares no sentence and no rare word."""


class LookAlike(NamedTuple):
    """Another paper with a near title. `way` says how the title differs."""

    title: str
    abstract: str
    way: str


def look_alike(title: str, abstract: str, rng: Rng) -> LookAlike:
    """Return a paper that is not the given one, though its title nearly is.

    Its abstract shares 10 to 40 % of the sentences, or of the phrases, or nothing.
    """
    near = [(way, new) for way, change in WAYS.items() if (new := change(title, rng))]
    able = [
        (way, new)
        for way, new in near
        for _ in range(_WEIGHTS.get(way, 1))
        if new.casefold() != title.casefold()
    ]
    way, new = able[int(rng.integers(len(able)))]
    share = 0.0 if rng.random() < _SHARELESS else rng.uniform(0.1, 0.4)
    return LookAlike(new, near_abstract(new, abstract, share, rng), way)


def near_abstract(title: str, abstract: str, share: float, rng: Rng) -> str:
    """Return another abstract to a title, with that share of the given one's sentences or phrases.

    It speaks of what its own title names. A number in a shared sentence is often another one.
    """
    sentences = split_sentences(abstract)
    size = max(6, len(sentences))
    kept: list[str] = []
    phrases = draw_phrases(title, 2, rng)
    count = round(share * len(sentences))
    if count and rng.random() < 0.5:
        places = sorted(rng.choice(len(sentences), count, replace=False))
        kept = [_renumber(sentences[k], rng) for k in places]
    elif share:
        phrases += draw_phrases(abstract, round(share * 2 * size), rng)
    own = _compose(size - len(kept), phrases, rng)
    for sentence in kept:
        own.insert(int(rng.integers(len(own) + 1)), sentence)
    return " ".join(own)


def _compose(count: int, phrases: list[str], rng: Rng) -> list[str]:
    """Return sentences that speak of the phrases, and else of what the field speaks of."""
    slots = [phrase.lower() if phrase.istitle() else phrase for phrase in phrases[: 2 * count]]
    slots += [pick(GENERIC_PHRASES, rng) for _ in range(2 * count - len(slots))]
    slots = [slots[k] for k in rng.permutation(len(slots))]
    chosen = rng.choice(len(SENTENCES), count, replace=count > len(SENTENCES))
    return [
        _start_large(
            SENTENCES[frame].format(
                a=slots[2 * k], b=slots[2 * k + 1], n=rng.integers(11, 90), k=rng.integers(2, 10)
            )
        )
        for k, frame in enumerate(chosen)
    ]


def _renumber(sentence: str, rng: Rng) -> str:
    if rng.random() < 0.5:
        return sentence
    return _NUMBER.sub(lambda found: str(int(found[0]) + int(rng.integers(1, 9))), sentence)


def _change_number(title: str, rng: Rng) -> str | None:
    """Change one number, version or number word by a little."""
    numbers = list(_NUMBER.finditer(title))
    if numbers:
        found = numbers[int(rng.integers(len(numbers)))]
        old = int(found[0])
        new = old - 1 if old > 1 and rng.random() < 0.4 else old + 1
        return title[: found.start()] + str(new) + title[found.end() :]
    counted = [word for word in find_words(title) if word.lower() in _COUNTS]
    if not counted:
        return None
    new_word = pick([count for count in _COUNTS if count != counted[0].lower()], rng)
    return _replace(title, counted[0], new_word)


def _change_negation(title: str, _rng: Rng) -> str | None:
    """Take a negation out, or put one in."""
    if _NEGATED.search(title):
        return capitalise(_NEGATED.sub("", title, count=1))
    if re.search(r"\bwithout\b", title, re.IGNORECASE):
        return re.sub(r"\bwithout\b", "with", title, count=1, flags=re.IGNORECASE)
    if _VERBS.search(title):
        return _VERBS.sub(r"\1 Not", title, count=1)
    if re.search(r"\bwith\b", title, re.IGNORECASE):
        return re.sub(r"\bwith\b", "without", title, count=1, flags=re.IGNORECASE)
    return None


def _change_word(title: str, rng: Rng) -> str | None:
    """Exchange one content word for another of its kind."""
    words = find_words(title)
    taken = {word.lower() for word in words}
    able = [
        (word, other)
        for word in words
        for row in EXCHANGES
        if word.lower() in row
        for other in row
        if other not in taken
    ]
    return _replace(title, *able[int(rng.integers(len(able)))]) if able else None


def _change_name(title: str, rng: Rng) -> str | None:
    named = split_name(title)
    return f"{make_name(rng)}: {named[1]}" if named else None


def _sequel(title: str, rng: Rng) -> str:
    return pick(_SEQUELS, rng).format(title.rstrip(".?!"))


def _again(title: str, rng: Rng) -> str:
    named = split_name(title)
    return pick(_AGAIN, rng).format(named[1] if named and rng.random() < 0.5 else title)


def _practise(title: str, rng: Rng) -> str:
    return pick(_PRACTICE, rng).format(title.rstrip(".?!"))


def _survey(title: str, rng: Rng) -> str:
    """Name a survey of what the title is about: what follows its last `for`, `of` or `in`."""
    named = split_name(title)
    subject = re.split(r"\b(?:for|of|in|via|with)\b", named[1] if named else title)[-1].strip()
    long = [w for w in find_words(subject) if w.lower() not in FUNCTION_WORDS]
    return pick(_SURVEYS, rng).format(subject if len(long) > 1 else title)


def _replace(title: str, old: str, new: str) -> str:
    new = new.capitalize() if old[0].isupper() else new
    return re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", new, title, count=1)


def _start_large(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


WAYS: dict[str, Callable[[str, Rng], str | None]] = {
    "number": _change_number,
    "negation": _change_negation,
    "word": _change_word,
    "name": _change_name,
    "sequel": _sequel,
    "again": _again,
    "practice": _practise,
    "survey": _survey,
}
"""How titles of look-alikes differ; each returns None where the title has no place for it."""
