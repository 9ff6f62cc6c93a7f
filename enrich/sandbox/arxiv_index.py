"""The words of arXiv's papers and where they stand, so that a search looks at few papers."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

_WORD = re.compile(r"\w+")
_NOWHERE: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Document:
    """What a query can look at: texts by prefix (ti, au, abs, co, jr, id), categories, the date.

    The texts are normalised.
    """

    texts: Mapping[str, str]
    categories: tuple[str, ...]
    submitted: str
    """Fourteen digits, GMT."""


def normalise(text: str) -> str:
    """Return the words of a text, lower case, between single spaces and with one at each end.

    A hyphen parts words, so `non-invasive` is found as `non invasive`.
    """
    return f" {' '.join(_WORD.findall(text.lower()))} "


class Index:
    """Papers by their words. Words are made for one field when that field is first asked."""

    def __init__(self, documents: Mapping[int, Document]) -> None:
        self.documents = documents
        self._words: dict[str, dict[str, set[int]]] = {}

    def find(self, field: str, phrase: str) -> set[int]:
        """Return the papers with the normalised words in this order in a field, or in any."""
        if field == "all":
            return set().union(*(self.find(name, phrase) for name in self._fields))
        if field not in self._fields:
            return set()
        words = self._words_of(field)
        papers = [words.get(word, _NOWHERE) for word in phrase.split()]
        fewest = min(papers, key=len, default=_NOWHERE)
        if len(papers) <= 1:
            return set(fewest)
        return {paper for paper in fewest if phrase in self.documents[paper].texts[field]}

    def find_category(self, pattern: str) -> set[int]:
        """Return the papers with a category like `cs.LG` or `cs.*`, in any case."""
        like = re.compile(re.escape(pattern).replace(r"\*", r"\S*"), re.IGNORECASE)
        return set().union(
            *(papers for name, papers in self._categories.items() if like.fullmatch(name))
        )

    def find_submitted(self, low: str, high: str) -> set[int]:
        """Return the papers submitted between two moments of fourteen digits."""
        moments, papers = self._by_date
        return set(papers[bisect_left(moments, low) : bisect_right(moments, high)])

    @cached_property
    def _fields(self) -> frozenset[str]:
        return frozenset(name for found in self.documents.values() for name in found.texts)

    def _words_of(self, field: str) -> dict[str, set[int]]:
        if field not in self._words:
            words: dict[str, set[int]] = defaultdict(set)
            for paper, document in self.documents.items():
                for word in document.texts[field].split():
                    words[word].add(paper)
            self._words[field] = dict(words)
        return self._words[field]

    @cached_property
    def _categories(self) -> dict[str, set[int]]:
        found: dict[str, set[int]] = defaultdict(set)
        for paper, document in self.documents.items():
            for name in document.categories:
                found[name].add(paper)
        return found

    @cached_property
    def _by_date(self) -> tuple[list[str], list[int]]:
        order = sorted((d.submitted, paper) for paper, d in self.documents.items())
        return [moment for moment, _ in order], [paper for _, paper in order]
