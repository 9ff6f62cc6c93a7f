"""JSON: a list of papers, or an object that holds one, as {"papers": […]} or {id: {…}}."""

import json
import re
from collections.abc import Generator, Iterator, Mapping
from typing import NamedTuple

from db.rows import Listing, Unusable

from .base import SHOWN, refuse
from .columns import fold_name, name_papers
from .row import read_marks, read_row

_SPACE = re.compile(r"[ \t\n\r]*")
_DECODE = json.JSONDecoder().raw_decode
_HOLDERS = {
    *("papers", "articles", "works", "publications", "submissions", "documents", "notes"),
    *("data", "results", "items", "entries", "records", "rows", "hits", "list"),
}


class _Member(NamedTuple):
    """A value of an object or list, its key, and where it starts in the text."""

    key: str
    start: int
    value: object


class _BreakOff(Exception):
    """The JSON cannot be read from `position` on, within the member that began at `start`."""

    def __init__(self, position: int, reason: str, key: str = "", start: int = 0) -> None:
        super().__init__(reason)
        self.position, self.key, self.start = position, key, start


Members = Generator[_Member, None, int]
"""Yields the members of an object or list; returns the position after it."""


def recognises(head: str, name: str) -> int:
    """Return 80 for what begins as a list of objects or texts, 50 to 65 as an object."""
    if re.match(r'\s*\[\s*([{"\]]|$)', head):
        return 80
    if re.match(r'\s*\{\s*(["}]|$)', head):
        return 65 if name.endswith(".json") else 50
    return 0


def read(text: str) -> Iterator[Listing | Unusable]:
    """Yield the papers of a JSON text up to where it breaks off, if it does."""
    reached, line = 0, 1
    try:
        for key, start, value in _find_papers(text):
            line += text.count("\n", reached, start)
            reached = start
            yield from read_value(value, line, key)
    except _BreakOff as error:
        line += text.count("\n", reached, error.position)
        reason = f"the JSON is broken here and is not read further: {error}"
        yield refuse(line, reason, text[error.position : error.position + SHOWN])


def read_value(value: object, line: int, key: str = "") -> Iterator[Listing | Unusable]:
    """Yield the paper that one JSON value is; `key` is the name it stands under, if any."""
    if isinstance(value, Mapping):
        return read_row([*value.items(), ("identifier", key)], line)
    if isinstance(value, str):
        return read_marks([value], line)
    shown = "[…]" if isinstance(value, list) else str(value)
    return iter([refuse(line, "not an object with a title or an id", shown)])


def _find_papers(text: str) -> Iterator[_Member]:
    """Yield the papers of the JSON values in a text: usually one, or one after another."""
    position = _skip_space(text, 0)
    while position < len(text):
        if text.startswith("[", position):
            end = yield from _elements(text, position)
        elif text.startswith("{", position):
            outline, broken, end = _outline(text, position)
            yield from _choose(text, position, outline)
            if broken:
                raise broken
        else:
            raise _BreakOff(position, "neither a list nor an object")
        position = _skip_space(text, end)


def _outline(text: str, start: int) -> tuple[list[_Member], _BreakOff | None, int]:
    """Return an object's members with a word for each value's shape, so that none is held."""
    members = _members(text, start)
    outline: list[_Member] = []
    while True:
        try:
            key, position, value = next(members)
            outline.append(_Member(key, position, _shape(value)))
        except StopIteration as stop:
            return outline, None, stop.value
        except _BreakOff as broken:
            shape = {"[": "papers", "{": "object"}.get(text[broken.start : broken.start + 1])
            return [*outline, _Member(broken.key, broken.start, shape)], broken, broken.position


def _shape(value: object) -> str:
    if isinstance(value, list):
        return "papers" if any(isinstance(item, dict) for item in value) else "list"
    return "object" if isinstance(value, dict) else "value"


def _choose(text: str, start: int, outline: list[_Member]) -> Iterator[_Member]:
    """Yield the papers that an object holds, or the object itself where it is one paper."""
    holders = [m for m in outline if fold_name(m.key) in _HOLDERS and m.value != "value"]
    is_paper = any(m.value == "value" and name_papers([m.key]) for m in outline)
    lists = [m for m in outline if m.value == "papers"]
    objects = [m for m in outline if m.value == "object"]
    if holders or (lists and not is_paper):
        for member in holders or lists:
            yield from _contents(text, member.start)
    elif is_paper or not objects:
        yield _Member("", start, _decode(text, start)[0])
    else:
        for member in objects:
            yield member._replace(value=_decode(text, member.start)[0])


def _contents(text: str, start: int) -> Members:
    return _elements(text, start) if text.startswith("[", start) else _members(text, start)


def _elements(text: str, start: int) -> Members:
    position = _skip_space(text, start + 1)
    while not text.startswith("]", position):
        value, end = _decode(text, position)
        yield _Member("", position, value)
        position = _skip_comma(text, end, "]")
    return position + 1


def _members(text: str, start: int) -> Members:
    position = _skip_space(text, start + 1)
    while not text.startswith("}", position):
        key, end = _decode(text, position)
        colon = _skip_space(text, end)
        if not isinstance(key, str) or not text.startswith(":", colon):
            raise _BreakOff(position, "a name and a colon should stand here")
        position = _skip_space(text, colon + 1)
        value, end = _decode(text, position, key)
        yield _Member(key, position, value)
        position = _skip_comma(text, end, "}")
    return position + 1


def _decode(text: str, start: int, key: str = "") -> tuple[object, int]:
    try:
        return _DECODE(text, start)
    except json.JSONDecodeError as error:
        raise _BreakOff(error.pos, error.msg, key, start) from None
    except RecursionError:
        raise _BreakOff(start, "nested too deeply", key, start) from None
    except ValueError:
        raise _BreakOff(start, "a number of thousands of digits", key, start) from None


def _skip_space(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


def _skip_comma(text: str, position: int, closing: str) -> int:
    position = _skip_space(text, position)
    if text.startswith(closing, position):
        return position
    if not text.startswith(",", position):
        raise _BreakOff(position, f"a comma or '{closing}' should stand here")
    return _skip_space(text, position + 1)
