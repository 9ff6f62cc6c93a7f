"""arXiv's search language: prefixes, phrases, AND, OR, ANDNOT, groups, date ranges.

Terms that stand side by side are alternatives, as in the service: the more of them a
paper has, the higher it ranks. Operators bind alike, from left to right. A hyphen outside
quotation marks excludes what follows it: https://github.com/arXiv/arxiv-search/issues/322.
"""

import re
from collections.abc import Callable

from .arxiv_index import Index, normalise

_TOKEN = re.compile(
    r"\s*(?:(?P<open>\()|(?P<close>\))|(?P<op>ANDNOT|AND|OR)(?=[\s(]|$)"
    r"|(?P<range>submittedDate:\[\s*(?P<low>\d{8,14})\s+TO\s+(?P<high>\d{8,14})\s*\])"
    r'|(?:(?P<field>[A-Za-z]+):)?(?:"(?P<phrase>[^"]*)"|(?P<word>[^\s()"]+)|(?P<group>(?=\())))'
)


class QueryError(ValueError):
    """The query cannot be read."""


Points = dict[int, int]
"""How many terms of the query each paper has that fits it."""
Score = Callable[[Index], Points]


def read_query(text: str) -> Score:
    """Return the query as a function of an index; raise QueryError if it cannot be read."""
    reader = _Reader(_split(text))
    score = reader.expression("all")
    if reader.more():
        raise QueryError("unbalanced parentheses")
    return score


class _Reader:
    def __init__(self, tokens: list[re.Match[str]]) -> None:
        self._tokens = tokens
        self._place = 0

    def more(self) -> bool:
        return self._place < len(self._tokens)

    def expression(self, field: str) -> Score:
        score = self._operand(field)
        while self.more() and not self._tokens[self._place]["close"]:
            operator = self._tokens[self._place]["op"]
            if operator:
                self._place += 1
            score = _join(operator or "OR", score, self._operand(field))
        return score

    def _operand(self, field: str) -> Score:
        if not self.more():
            raise QueryError("a term is missing")
        token = self._tokens[self._place]
        self._place += 1
        if token["range"]:
            return _within(token["low"], token["high"])
        field = (token["field"] or field).lower()
        if token["group"] is not None:
            token = self._tokens[self._place]
            self._place += 1
        if token["open"]:
            return self._group(field)
        if token["phrase"] is None and token["word"] is None:
            raise QueryError("a term is missing")
        if token["word"] is None:
            return _phrase(field, token["phrase"])
        return _word(field, token["word"])

    def _group(self, field: str) -> Score:
        score = self.expression(field)
        if not self.more():
            raise QueryError("unbalanced parentheses")
        self._place += 1
        return score


def _split(text: str) -> list[re.Match[str]]:
    tokens, place, text = [], 0, text.strip()
    while place < len(text):
        token = _TOKEN.match(text, place)
        if token is None or (token.end() == place and token["group"] is None):
            raise QueryError("unbalanced quotation marks")
        tokens.append(token)
        place = token.end()
    return tokens


def _join(operator: str, left: Score, right: Score) -> Score:
    def score(index: Index) -> Points:
        first, second = left(index), right(index)
        if operator == "OR":
            return first | {p: points + first.get(p, 0) for p, points in second.items()}
        if operator == "AND":
            return {p: points + second[p] for p, points in first.items() if p in second}
        return {p: points for p, points in first.items() if p not in second}

    return score


def _word(field: str, text: str) -> Score:
    if field == "cat":
        return lambda index: dict.fromkeys(index.find_category(text), 1)
    wanted, *unwanted = (_phrase(field, part) for part in text.split("-"))
    for other in unwanted:
        wanted = _join("ANDNOT", wanted, other)
    return wanted


def _phrase(field: str, text: str) -> Score:
    if field == "cat":
        return lambda index: dict.fromkeys(index.find_category(text), 1)
    sought = normalise(text.replace("_", " "))
    return lambda index: dict.fromkeys(index.find(field, sought), 1)


def _within(low: str, high: str) -> Score:
    least, most = low.ljust(14, "0"), high.ljust(14, "9")
    return lambda index: dict.fromkeys(index.find_submitted(least, most), 1)
