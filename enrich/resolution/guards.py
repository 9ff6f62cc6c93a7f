"""Small words that make another paper of a title: numbers, negations, ordinals, kinds."""

import re
from collections.abc import Sequence

_COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
           "eleven", "twelve")  # fmt: skip
_ORDINALS = ("zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh",
             "eighth", "ninth", "tenth", "eleventh", "twelfth")  # fmt: skip
_NUMBERS = (
    {word: str(value) for value, word in enumerate(_COUNTS)}
    | {word: f"{value}." for value, word in enumerate(_ORDINALS)}
    | {"once": "1x", "twice": "2x", "thrice": "3x", "half": "1/2", "single": "1", "double": "2x",
       "dual": "2", "triple": "3x", "hundred": "100", "thousand": "1000", "million": "1000000",
       "billion": "1000000000", "minus": "-", "plus": "+", "percent": "%"}
)  # fmt: skip
_NEGATIONS = frozenset({
    "not", "no", "non", "none", "nor", "neither", "never", "nothing", "without", "with", "cannot",
    "unlike", "against", "anti",
})  # fmt: skip
_KINDS = frozenset({
    "revisiting", "revisited", "revisit", "rethinking", "rethink", "reconsidering", "survey",
    "surveys", "review", "overview", "tutorial", "improved", "improving", "improvements",
    "extended", "extension", "practice", "practical", "study", "studies", "empirical", "case",
    "limits", "limitations", "closer", "look", "scale", "reply", "comment", "response",
    "critique", "erratum", "addendum", "corrigendum", "sequel", "part", "version", "beyond",
    "reproducibility", "replication",
})  # fmt: skip
_ROMAN = re.compile(r"(?=..)x{0,3}(?:ix|iv|v?i{0,3})")
_LETTERS = {"i": 1, "v": 5, "x": 10}
_DIGITS = re.compile(r"(\d+(?:[./^:]\d+)*)(st|nd|rd|th)?")


def find_guards(words: Sequence[str]) -> tuple[str, ...]:
    """Return what a title has of these, in order, numbers in one spelling."""
    return tuple(
        guard for place, word in enumerate(words) for guard in _guards_of(words, place, word)
    )


def _guards_of(words: Sequence[str], place: int, word: str) -> list[str]:
    if word in _NEGATIONS or word in _KINDS:
        return [word]
    if word in _NUMBERS:
        return [_NUMBERS[word]]
    if any(letter.isdecimal() for letter in word):
        return [number + ("." if order else "") for number, order in _DIGITS.findall(word)]
    ends = place == len(words) - 1 or words[place - 1] == "part"
    if _ROMAN.fullmatch(word) or (place and ends and word in _LETTERS):
        return [str(_read_roman(word))]
    return []


def _read_roman(word: str) -> int:
    values = [_LETTERS[letter] for letter in word]
    return sum(
        -value if value < max(values[place:]) else value for place, value in enumerate(values)
    )
