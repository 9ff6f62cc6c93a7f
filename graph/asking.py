"""From what a user wishes, by name, to a selection and the options of a kind."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from datetime import date
from typing import Any

from .errors import GraphError
from .network import Selection
from .options import choose_options

_NAMES = frozenset(field.name for field in fields(Selection))
_LISTS = ("collections", "decisions", "years")


def asked(
    kind: Any, collection: str | None, selection: Selection, wishes: Mapping[str, object]
) -> tuple[Selection, Any]:
    """Return the selection and the kind's options; wishes bear the names of their fields.

    None is no wish. Raises GraphError where a wish is unknown or does not fit the kind.
    """
    narrowed = {
        name: _read(name, value)
        for name, value in wishes.items()
        if name in _NAMES and value is not None
    }
    if collection is not None:
        narrowed["collections"] = (collection,)
    selection = replace(selection, **narrowed)
    _refuse_unfit(selection)
    _refuse_idle(kind, selection)
    options = {name: value for name, value in wishes.items() if name not in _NAMES}
    return selection, choose_options(kind, options)


def _read(name: str, value: Any) -> Any:
    if name in _LISTS and isinstance(value, Iterable):
        return (value,) if isinstance(value, str) else tuple(value)
    if name == "as_of" and isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            raise GraphError(f"'{value}' is no date; write it as 2024-05-31.") from None
    return value


def _refuse_unfit(selection: Selection) -> None:
    """Raise GraphError where a value cannot be what it is given for."""
    weight = selection.min_weight
    for name, fits, wanted in (
        ("collections", _are(str, selection.collections), "names"),
        ("decisions", _are(str, selection.decisions), "words"),
        ("years", _are_years(selection.years), "the first and the last, as (2020, None)"),
        ("min_weight", weight is None or _is_finite(weight), "a number"),
        ("min_sources", _is_whole(selection.min_sources), "a whole number from 1"),
        ("as_of", selection.as_of is None or isinstance(selection.as_of, date), "a day"),
    ):
        if not fits:
            raise GraphError(f"{name} is {getattr(selection, name)!r}; it has to be {wanted}.")


def _are(type_: type, values: object) -> bool:
    return isinstance(values, tuple) and all(isinstance(each, type_) for each in values)


def _are_years(years: object) -> bool:
    return (
        isinstance(years, tuple)
        and len(years) == 2
        and all(year is None or isinstance(year, int) for year in years)
    )


def _is_finite(value: object) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and value >= 1


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
