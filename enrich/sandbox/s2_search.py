"""Semantic Scholar's searches. Papers that they do not look through are found by id and link."""

import math
import re
from collections import defaultdict
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
    """The words of the papers that the service finds: the listed ones and those around them."""

    def __init__(self, world: World, texts: PaperTexts) -> None:
        self._world = world
        self._texts = texts
        self.papers = [p for p in world.searched if world.in_s2(p)]

    def match(self, query: str, accept: Accept) -> tuple[int, float] | None:
        """Return the paper with the closest title and its score, None where none is close."""
        asked = sorted(set(tokens(query)))
        shared: dict[int, float] = defaultdict(float)
        for word in asked:
            weight = self._weight(word)
            for paper in self._in_titles.get(word, ()):
                shared[paper] += weight
        enough = _ENOUGH * sum(map(self._weight, asked))
        scored = (
            (self._damp(points, paper), -paper)
            for paper, points in shared.items()
            if points >= enough and accept(paper)
        )
        best = max(scored, default=(0.0, 0))
        if not shared or best[0] < enough:
            return None
        return -best[1], round(10 * best[0], 5)

    def search(self, query: str, accept: Accept) -> list[int]:
        """Return papers whose title or abstract has every word, the best first.

        A hyphenated word of the query matches nothing, as in the service.
        """
        asked = [word.lower() for word in query.split()]
        if not asked or any("-" in word for word in asked):
            return []
        plain = sorted({token for word in asked for token in tokens(word)})
        found = [paper for paper in self._with_all(plain) if accept(paper)]
        weights = {word: self._weight(word) for word in plain}

        def closeness(paper: int) -> float:
            own = self._title_words[paper]
            return self._damp(sum(weights[word] for word in plain if word in own), paper)

        return sorted(found, key=lambda paper: (-closeness(paper), paper))

    def select(self, query: str, accept: Accept) -> list[int]:
        """Return papers that fit a query of words, "phrases", + (and), | (or) and - (not)."""
        found = set(self.papers)
        for sign, phrase, word in _QUERY.findall(query):
            having = self._with_phrase(phrase or word)
            if sign == "|":
                found = found | having
            else:
                found = found - having if sign == "-" else found & having
        return [paper for paper in self.papers if paper in found and accept(paper)]

    def _with_all(self, words: Iterable[str]) -> set[int]:
        sets = sorted((self._in_texts.get(word, set()) for word in words), key=len)
        return set.intersection(*sets) if sets else set(self.papers)

    def _with_phrase(self, text: str) -> set[int]:
        words = tokens(text)
        phrase = f" {' '.join(words)} "
        if len(words) == 1:
            return self._with_all(words)
        return {paper for paper in self._with_all(words) if phrase in self._texts_of[paper]}

    def _damp(self, points: float, paper: int) -> float:
        """Of two titles with the same shared words the shorter one is closer."""
        return points / (1 + 0.001 * len(self._title_words[paper]))

    def _weight(self, word: str) -> float:
        return math.log(1 + len(self.papers) / (1 + len(self._in_titles.get(word, ()))))

    @cached_property
    def _texts_of(self) -> dict[int, str]:
        said = ((paper, " ".join(self._world.in_scholar(paper))) for paper in self.papers)
        return {paper: f" {' '.join(tokens(text))} " for paper, text in said}

    @cached_property
    def _title_words(self) -> dict[int, set[str]]:
        return {paper: set(tokens(self._world.in_scholar(paper).title)) for paper in self.papers}

    @cached_property
    def _in_titles(self) -> dict[str, set[int]]:
        return _turn_over(self._title_words)

    @cached_property
    def _in_texts(self) -> dict[str, set[int]]:
        return _turn_over({paper: set(text.split()) for paper, text in self._texts_of.items()})

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


def _turn_over(words: Mapping[int, set[str]]) -> dict[str, set[int]]:
    """Return the papers of each word."""
    papers: dict[str, set[int]] = defaultdict(set)
    for paper, own in words.items():
        for word in own:
            papers[word].add(paper)
    return dict(papers)


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
