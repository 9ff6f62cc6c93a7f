"""Semantic Scholar's searches, over the listed papers. The others are found by id and link."""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from .s2_papers import PaperTexts
from .world import World

Accept = Callable[[int], bool]
_WORD = re.compile(r"\w+")
_QUERY = re.compile(r'([+|-]?)\s*(?:"([^"]*)"|([^\s"+|()-][^\s"+|()]*))')
_DATES = re.compile(r"(\d{4}(?:-\d\d){0,2})?(?:(:)(\d{4}(?:-\d\d){0,2})?)?")
# A title is called a match when it holds this share of the asked words' weight.
_ENOUGH = 0.6


class Catalogue:
    """The words of the listed papers that the service knows."""

    def __init__(self, world: World, texts: PaperTexts) -> None:
        self._world = world
        self._texts = texts
        self.papers = [p for p in world.searched if world.in_s2(p)]

    def match(self, query: str, accept: Accept) -> tuple[int, float] | None:
        """Return the paper with the closest title and its score, None where none is close."""
        asked = set(tokens(query))
        total = sum(map(self._weight, sorted(asked)))
        best = max(
            ((self._overlap(asked, paper), -paper) for paper in self.papers if accept(paper)),
            default=(0.0, 0),
        )
        if not asked or best[0] < _ENOUGH * total:
            return None
        return -best[1], round(10 * best[0], 5)

    def search(self, query: str, accept: Accept) -> list[int]:
        """Return papers whose title or abstract has every word, the best first.

        A hyphenated word of the query matches nothing, as in the service.
        """
        asked = [word.lower() for word in query.split()]
        if not asked or any("-" in word for word in asked):
            return []
        plain = {token for word in asked for token in tokens(word)}
        found = [p for p in self.papers if plain <= self._all_words[p] and accept(p)]
        return sorted(found, key=lambda paper: (-self._overlap(plain, paper), paper))

    def select(self, query: str, accept: Accept) -> list[int]:
        """Return papers that fit a query of words, "phrases", + (and), | (or) and - (not)."""
        wanted = [(sign, phrase or word) for sign, phrase, word in _QUERY.findall(query)]
        return [p for p in self.papers if accept(p) and self._fits(p, wanted)]

    def _fits(self, paper: int, wanted: Iterable[tuple[str, str]]) -> bool:
        fits = True
        text = self._text(paper)
        for sign, term in wanted:
            has = f" {' '.join(tokens(term))} " in text
            fits = (fits or has) if sign == "|" else fits and (not has if sign == "-" else has)
        return fits

    def _overlap(self, asked: set[str], paper: int) -> float:
        own = self._title_words[paper]
        shared = sum(map(self._weight, sorted(asked & own)))
        # Of two titles with the same shared words the shorter one is closer.
        return shared / (1 + 0.001 * len(own))

    def _weight(self, word: str) -> float:
        return math.log(1 + len(self.papers) / (1 + self._frequency[word]))

    def _text(self, paper: int) -> str:
        return f" {' '.join(tokens(' '.join(self._world.in_scholar(paper))))} "

    @cached_property
    def _title_words(self) -> dict[int, set[str]]:
        return {paper: set(tokens(self._world.in_scholar(paper).title)) for paper in self.papers}

    @cached_property
    def _all_words(self) -> dict[int, set[str]]:
        return {paper: set(self._text(paper).split()) for paper in self.papers}

    @cached_property
    def _frequency(self) -> Counter[str]:
        return Counter(word for words in self._title_words.values() for word in words)

    def accepts(self, params: Mapping[str, str]) -> Accept:
        """Return the filter that the query parameters ask for; raise ValueError if unreadable."""
        tests: list[Accept] = []
        if span := params.get("year"):
            first, dash, last = span.partition("-")
            tests.append(self._dated(f"{first}:{last}" if dash else span))
        if span := params.get("publicationDateOrYear"):
            tests.append(self._dated(span))
        if least := params.get("minCitationCount"):
            counts, fewest = self._world.links.citation_counts, int(least)
            tests.append(lambda paper: bool(counts[paper] >= fewest))
        if "openAccessPdf" in params:
            tests.append(lambda paper: self._texts.fields["isOpenAccess"](paper) == "true")
        for name, field in (
            ("venue", "venue"),
            ("fieldsOfStudy", "fieldsOfStudy"),
            ("publicationTypes", "publicationTypes"),
        ):
            if names := params.get(name):
                tests.append(self._naming(field, names))
        return lambda paper: all(test(paper) for test in tests)

    def _dated(self, span: str) -> Accept:
        is_within = date_filter(span)
        return lambda paper: is_within(self._world.scholar_date(paper).isoformat())

    def _naming(self, field: str, names: str) -> Accept:
        encode, wanted = (
            self._texts.fields[field],
            [f'"{name.strip()}"' for name in names.split(",")],
        )
        return lambda paper: any(name in encode(paper) for name in wanted)


def date_filter(span: str) -> Callable[[str], bool]:
    """Return the test of ISO dates for `2019`, `2019-03:2020`, `:2015-01`; ValueError if bad."""
    read = _DATES.fullmatch(span)
    if not read or not span.strip(":"):
        raise ValueError(f"Unacceptable query params: [publicationDateOrYear={span}]")
    first, colon, last = read.groups()
    low, high = first or "", (last or "~") if colon else (first or "")
    # Prefixes compare as text: 2019-03 ends before 2019-03~.
    return lambda date: low <= date <= f"{high}~"


def tokens(text: str) -> list[str]:
    """Return the words of a text, lower case, without punctuation."""
    return _WORD.findall(text.lower())
