"""What a kind of network lets its user choose, as the fields of a dataclass `Options`.

A kind declares `min_shared: int = option(1, "What it does")`. The command line then knows
`--min-shared`, and `graph.network(path, kind, min_shared=2)` sets it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from .errors import GraphError
from .network import Cell


@dataclass(frozen=True)
class NoOptions:
    """The options of a kind that has none."""


class Option(NamedTuple):
    """One choice: a whole number not below `least`, yes or no, or one of `choices`."""

    name: str
    default: int | bool | str
    help: str
    least: int
    choices: tuple[str, ...]

    @property
    def flag(self) -> str:
        """Its name on the command line."""
        return f"--{self.name.replace('_', '-')}"

    def check(self, value: object) -> None:
        """Raise GraphError where the option cannot have the value."""
        if self.choices:
            fits, wanted = value in self.choices, f"one of {', '.join(self.choices)}"
        elif isinstance(self.default, bool):
            fits, wanted = isinstance(value, bool), "True or False"
        else:
            is_number = isinstance(value, int) and not isinstance(value, bool)
            fits = is_number and value >= self.least  # type: ignore[operator]
            wanted = f"a whole number from {self.least}"
        if not fits:
            raise GraphError(f"{self.name} is {value!r}; it has to be {wanted}.")


def option(default: Any, help: str, least: int = 0) -> Any:
    """Declare a field of `Options` with its default and a sentence for `--help`."""
    return field(default=default, metadata={"help": help, "least": least})


def options_of(kind: object) -> tuple[Option, ...]:
    """Return what a kind lets its user choose."""
    declared = declared_by(kind)
    types = get_type_hints(declared)
    return tuple(
        Option(
            each.name,
            getattr(declared, each.name),
            each.metadata["help"],
            each.metadata["least"],
            get_args(types[each.name]) if get_origin(types[each.name]) is Literal else (),
        )
        for each in fields(declared)
    )


def declared_by(kind: object) -> Any:
    """Return the dataclass of a kind's options."""
    return getattr(kind, "Options", NoOptions)


def chosen_options(options: Any) -> tuple[tuple[str, Cell], ...]:
    """Return the options that are not as by default, with their names."""
    usual = type(options)()
    names = [each.name for each in fields(options)]
    return tuple(
        (name, getattr(options, name))
        for name in names
        if getattr(options, name) != getattr(usual, name)
    )


def choose_options(kind: Any, given: Mapping[str, object], others: Sequence[str] = ()) -> Any:
    """Return the kind's options with these values; raises GraphError where it has no such.

    `others` are the names of what can be chosen for every kind.
    """
    known = {each.name: each for each in options_of(kind)}
    for name, value in given.items():
        if name not in known:
            there = ", ".join((*known, *others)) or "none"
            raise GraphError(f"{kind.NAME} networks have no option {name}; there is: {there}.")
        known[name].check(value)
    return declared_by(kind)(**given)
