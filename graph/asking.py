"""From what a user wishes, by name, to a selection and the options of a kind."""

from collections.abc import Mapping
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

    Raises GraphError where a wish is unknown or does not fit the kind.
    """
    narrowed = {name: _read(name, value) for name, value in wishes.items() if name in _NAMES}
    if collection is not None:
        narrowed["collections"] = (collection,)
    selection = replace(selection, **narrowed)
    _refuse_idle(kind, selection)
    options = {name: value for name, value in wishes.items() if name not in _NAMES}
    return selection, choose_options(kind, options)


def _read(name: str, value: Any) -> Any:
    if name in _LISTS and value is not None:
        return (value,) if isinstance(value, str) else tuple(value)
    if name == "as_of" and isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            raise GraphError(f"'{value}' is no date; write it as 2024-05-31.") from None
    return value


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
