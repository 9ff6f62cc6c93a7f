"""arXiv's search language: prefixes, phrases, AND, OR, ANDNOT, groups, date ranges.

Terms that stand side by side are alternatives, as in the service: the more of them a
paper has, the higher it ranks. Operators bind alike, from left to right.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

_TOKEN = re.compile(
    r"\s*(?:(?P<open>\()|(?P<close>\))|(?P<op>ANDNOT|AND|OR)(?=[\s(]|$)"
    r"|(?P<range>submittedDate:\[\s*(?P<low>\d{8,14})\s+TO\s+(?P<high>\d{8,14})\s*\])"
    r'|(?:(?P<field>[A-Za-z]+):)?(?:"(?P<phrase>[^"]*)"|(?P<word>[^\s()"]+)|(?P<group>(?=\())))'
)
_WORD = re.compile(r"[\w-]+")


class QueryError(ValueError):
    """The query cannot be read."""


@dataclass(frozen=True)
class Document:
    """What a query can look at: texts by prefix (ti, au, abs, cat, co, jr, id), and the date."""

    texts: Mapping[str, str]
    submitted: str
    """Fourteen digits, GMT."""


Score = Callable[[Document], int]
"""How many terms of the query a document has; 0 where the query does not fit."""


def read_query(text: str) -> Score:
    """Return the query as a function of documents; raise QueryError if it cannot be read."""
    reader = _Reader(_split(text))
    score = reader.expression("all")
    if reader.more():
        raise QueryError("unbalanced parentheses")
    return score


def normalise(text: str) -> str:
    """Return the words of a text, lower case, between single spaces and with one at each end."""
    return f" {' '.join(_WORD.findall(text.lower()))} "


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
        return _term(field, token["phrase"] if token["word"] is None else token["word"])

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
    def score(document: Document) -> int:
        first, second = left(document), right(document)
        if operator == "OR":
            return first + second
        if operator == "AND":
            return first + second if first and second else 0
        return 0 if second else first

    return score


def _term(field: str, text: str) -> Score:
    if field == "cat":
        pattern = re.compile(re.escape(text).replace(r"\*", r"\S*"), re.IGNORECASE)
        return lambda document: int(
            any(pattern.fullmatch(category) for category in document.texts["cat"].split())
        )
    sought = normalise(text.replace("_", " "))
    if not sought.strip():
        return lambda _document: 0
    if field == "all":
        return lambda document: int(any(sought in text for text in document.texts.values()))
    return lambda document: int(sought in document.texts.get(field, ""))


def _within(low: str, high: str) -> Score:
    least, most = low.ljust(14, "0"), high.ljust(14, "9")
    return lambda document: int(least <= document.submitted <= most)
