"""How alike two titles are, in levels from the same to nothing in common."""

import re
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import Levenshtein
from rapidfuzz.fuzz import token_sort_ratio

from .folding import fold_words
from .guards import find_guards

LEVELS = ("same", "spelling", "word", "part", "guarded", "some", "none")
"""The same words; the same but for spelling; a word or two differ; the same name or subtitle
under another; alike but for a number, a negation or the like; some words; nothing."""
_ALIKE = 80
"""Of 100, from where on two titles are versions of one another (rapidfuzz)."""
_SMALL = frozenset({
    "a", "an", "the", "of", "for", "in", "on", "to", "and", "or", "by", "via", "from", "at", "as",
    "is", "are", "be", "its", "their", "towards", "toward", "using", "through", "under", "into",
    "over", "between",
})  # fmt: skip
_PARTING = re.compile(r":\s|\s[-–—]\s|\?\s")


class Title(NamedTuple):
    """A title, read once."""

    words: tuple[str, ...]
    squeezed: str
    """Without spaces, so that multi-task is multitask."""
    guards: tuple[str, ...]
    content: frozenset[str]
    """All but the smallest words."""
    core: frozenset[str]
    """The content that guards nothing."""
    name: str
    """What stands before the first colon, squeezed; empty where there is none."""
    subtitle: str


@lru_cache(maxsize=2**16)
def read_title(text: str) -> Title:
    """Return a title with its words folded."""
    words = fold_words(text)
    name, subtitle = "", ""
    if parting := _PARTING.search(text):
        name = "".join(fold_words(text[: parting.start()]))
        subtitle = "".join(fold_words(text[parting.end() :]))
    content = frozenset(words) - _SMALL
    core = frozenset(word for word in content if not find_guards((word,)))
    return Title(words, "".join(words), find_guards(words), content, core, name, subtitle)


def compare_titles(one: Title, other: Title) -> str:
    """Return the level of two titles."""
    alike_guards = one.guards == other.guards
    if one.words == other.words or (one.squeezed == other.squeezed and alike_guards):
        return "same"
    if alike_guards and _differ_in_spelling(one, other):
        return "spelling"
    close = _are_close(one, other)
    if close and not alike_guards:
        return "guarded"
    if close:
        return "word"
    if _share_a_part(one, other):
        return "part" if alike_guards else "guarded"
    shared = len(one.content & other.content)
    return "some" if 3 * shared >= min(len(one.content), len(other.content)) > 0 else "none"


def _differ_in_spelling(one: Title, other: Title) -> bool:
    """Whether all words that differ are small ones, or differ in an ending or a slip."""
    ours = sorted(one.content - other.content)
    theirs = sorted(other.content - one.content)
    if "".join(ours) == "".join(theirs):
        return bool(one.content & other.content)
    return len(ours) == len(theirs) <= 2 and all(map(_is_slip, ours, theirs))


def _is_slip(one: str, other: str) -> bool:
    if min(len(one), len(other)) < 5 or one[:3] != other[:3]:
        return False
    return Levenshtein.distance(one, other, score_cutoff=1) <= 1


def _are_close(one: Title, other: Title) -> bool:
    """Whether one title is the other with a word exchanged, or all of it with something added."""
    if token_sort_ratio(" ".join(one.words), " ".join(other.words)) >= _ALIKE:
        return True
    fewer = min(one.core, other.core, key=len)
    return len(fewer) >= 2 and fewer <= one.core & other.core


def _share_a_part(one: Title, other: Title) -> bool:
    """Whether name or subtitle are the same, or one title is the subtitle of the other."""
    if one.name and one.name == other.name:
        return True
    ours = {one.subtitle, one.squeezed if not one.subtitle else ""} - {""}
    theirs = {other.subtitle, other.squeezed if not other.subtitle else ""} - {""}
    return bool(ours & theirs)
