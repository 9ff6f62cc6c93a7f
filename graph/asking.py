"""From what a user wishes, by name, to a selection and the options of a kind."""

import sys
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from datetime import date
from typing import Any

import numpy as np

from .errors import GraphError
from .network import Selection
from .options import choose_options

_FIELDS = tuple(field.name for field in fields(Selection))
_LISTS = ("collections", "decisions", "years")
_FLAGS = ("without_self_citations", "largest_component")
_LARGEST = 2**63 - 1
"""That a database can compare with."""


def asked(
    kind: Any, collection: str | None, selection: Selection, wishes: Mapping[str, object]
) -> tuple[Selection, Any]:
    """Return the selection and the kind's options; wishes bear the names of their fields.

    None is no wish. Raises GraphError where a wish is unknown, has no meaning or does not fit
    the kind.
    """
    wishes = {name: _plain(value) for name, value in wishes.items()}
    narrowed = {
        name: _read(name, value)
        for name, value in wishes.items()
        if name in _FIELDS and value is not None
    }
    if collection is not None:
        narrowed["collections"] = (collection,)
    selection = replace(selection, **narrowed)
    _refuse_meaningless(selection)
    _refuse_idle(kind, selection)
    options = {name: value for name, value in wishes.items() if name not in _FIELDS}
    return selection, choose_options(kind, options, _FIELDS)


def _plain(value: Any) -> Any:
    """Return numbers as Python's own where they are numpy's, as those of a table are."""
    if isinstance(value, np.generic):
        return value.item()
    return [_plain(each) for each in value] if isinstance(value, list | tuple) else value


def _read(name: str, value: Any) -> Any:
    if name in _LISTS and isinstance(value, str):
        return (value,)
    if name in _LISTS and isinstance(value, Iterable):
        return tuple(value)
    if name == "as_of" and isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            raise GraphError(f"'{value}' is no date; write it as 2024-05-31.") from None
    return value


def _refuse_meaningless(selection: Selection) -> None:
    """Raise GraphError where a field of the selection has a value that asks for nothing."""
    weight, sources, day = selection.min_weight, selection.min_sources, selection.as_of
    for name, fits, wanted in (
        ("collections", _are_texts(selection.collections), "a list of names"),
        ("decisions", _are_texts(selection.decisions), "a list of names"),
        ("years", _are_years(selection.years), "two years such as (2020, 2024) or (2020, None)"),
        ("min_weight", weight is None or _is_finite(weight), "a number"),
        ("min_sources", _is_whole(sources) and sources >= 1, "a whole number from 1"),
        ("as_of", day is None or isinstance(day, date), "a date such as 2024-05-31"),
        *((name, isinstance(getattr(selection, name), bool), "True or False") for name in _FLAGS),
    ):
        if not fits:
            raise GraphError(f"{name} is {getattr(selection, name)!r}; it has to be {wanted}.")
    first, last = selection.years
    if first is not None and last is not None and first > last:
        raise GraphError(f"No year is from {first} and until {last}; put the earlier one first.")


def _are_texts(value: object) -> bool:
    return isinstance(value, tuple) and all(isinstance(text, str) for text in value)


def _are_years(value: object) -> bool:
    pair = value if isinstance(value, tuple) else ()
    return len(pair) == 2 and all(year is None or _is_whole(year) for year in pair)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _LARGEST


def _is_finite(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= sys.float_info.max


def _refuse_idle(kind: Any, selection: Selection) -> None:
    """Raise GraphError where citations are to be left out of a network that has none."""
    if kind.FROM_CITATIONS:
        return
    for asked_, name in (
        (selection.min_sources > 1, "min_sources"),
        (selection.without_self_citations, "without_self_citations"),
    ):
        if asked_:
            raise GraphError(f"{kind.NAME} networks are made without citations: no {name}.")
