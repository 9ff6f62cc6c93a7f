"""Whether two lists of authors name the same people."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from .folding import fold_words

LEVELS = ("same", "most", "half", "some", "none")
_ENDINGS = frozenset({"jr", "sr", "ii", "iii", "iv"})


class Person(NamedTuple):
    surname: str
    initial: str
    """Of the given name; empty where only a surname is told."""
    words: frozenset[str]


@lru_cache(maxsize=2**16)
def read_person(name: str) -> Person | None:
    """Return a person from 'Given Surname' or 'Surname, Given'; None where there is no name."""
    before, comma, after = name.partition(",")
    given_last = [*fold_words(after), *fold_words(before)] if comma else [*fold_words(name)]
    words = [word for word in given_last if word not in _ENDINGS] or given_last
    if not words:
        return None
    return Person(words[-1], words[0][0] if len(words) > 1 else "", frozenset(words))


def compare_people(ours: Sequence[Person], theirs: Sequence[Person]) -> str:
    """Return the level of two lists of authors by the share of the longer list that both name."""
    names = frozenset().union(*(other.words for other in theirs))
    shared = sum(
        one.surname in names and any(_is_same(one, other) for other in theirs) for one in ours
    )
    part = min(shared, len(theirs)) / max(len(ours), len(theirs))
    if part >= 0.9:
        return "same"
    if part > 0.65:
        return "most"
    if part >= 0.45:
        return "half"
    return "some" if shared else "none"


def _is_same(one: Person, other: Person) -> bool:
    if one.surname == other.surname:
        return one.initial == other.initial or not one.initial or not other.initial
    return len(one.words) > 1 and one.words == other.words
