"""The named questions: one .sql file each, for the command line, the pages and the API.

A file opens with comments. The first line is the title, `:name = default  Label` lines
are parameters (an empty value stands for the default, or for what the label says: `(empty: all)`;
else it has to be filled in; one with `= one|other` takes no other value, and the first is its
default), `about: the database` marks a question about the database rather than the papers,
`for: a page` one that pages are made of and that the lists of questions leave out, `needs:
communities, ties` names the tables that are made from networks first (see db/network_tables.py),
the rest is the description. Beyond SQLite's own functions there are those of db/functions.py.
Every parameter is bound as text; the SQL casts where it needs a number.
"""

import re
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from ..functions import register
from ..network_tables import there_are

_HOUSEKEEPING = "about: the database"
_DETAIL = "for: a page"
_NEEDS = "needs: "
_WHOLE = re.compile(r"[0-9]+")  # SQLite reads no other script's digits
_PARAMETER = re.compile(r":(?P<name>\w+)(?:\s+=\s+(?P<default>\S+))?\s{2,}(?P<label>.+)")


class UnknownQueryError(LookupError):
    """No such query or parameter; the message names those there are."""


class MissingTableError(LookupError):
    """A question is asked of a table that is made from a network, and nobody made it."""


@dataclass(frozen=True)
class Parameter:
    """A blank in a question. An empty value means `default`."""

    name: str
    label: str
    default: str = ""
    choices: tuple[str, ...] = ()
    """All values that it takes, the default first; any value where there are none."""

    @property
    def is_needed(self) -> bool:
        """Whether nothing can be answered without it."""
        return not self.default and "(empty:" not in self.label


@dataclass(frozen=True)
class Query:
    """A named question. `sql` expects every parameter; `sql_with_defaults` allows empty ones."""

    name: str
    title: str
    description: str
    parameters: tuple[Parameter, ...]
    sql: str
    is_housekeeping: bool = False
    """Asks about the database, not about the papers in it."""
    is_detail: bool = False
    """Pages are made of it; it is no question that stands for itself."""
    needs: tuple[str, ...] = ()
    """Tables made from networks that whoever asks has to provide (db/network_tables.py)."""

    @property
    def stands_alone(self) -> bool:
        """Whether it has an answer when nothing is filled in."""
        return not any(each.is_needed for each in self.parameters)

    @property
    def sql_with_defaults(self) -> str:
        """The SQL for callers who can only send empty text where nothing is given."""
        sql = self.sql
        for parameter in self.parameters:
            if parameter.default:
                filled = f"coalesce(nullif(:{parameter.name}, ''), '{parameter.default}')"
                sql = re.sub(rf":{parameter.name}\b", filled, sql)
        return sql


@dataclass(frozen=True)
class Result:
    """Rows of an answered question, in order, under their column names."""

    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]


@cache
def queries() -> Mapping[str, Query]:
    """Return every named question by name: first those about the papers, last those of pages."""
    found = (file for file in files(__package__).iterdir() if file.name.endswith(".sql"))
    parsed = (parse(file.name.removesuffix(".sql"), file.read_text("utf-8")) for file in found)
    return {query.name: query for query in sorted(parsed, key=_place)}


def _place(query: Query) -> tuple[bool, bool, str]:
    return query.is_detail, query.is_housekeeping, query.name


def parse(name: str, text: str) -> Query:
    """Return the question that a .sql file's text holds."""
    lines = text.splitlines()
    length = next(n for n, line in enumerate(lines) if not line.startswith("--"))
    title, *rest = [line.removeprefix("--").strip() for line in lines[:length]]
    is_housekeeping, is_detail = _HOUSEKEEPING in rest, _DETAIL in rest
    needs = [line.removeprefix(_NEEDS) for line in rest if line.startswith(_NEEDS)]
    marks = (_HOUSEKEEPING, _DETAIL)
    rest = [line for line in rest if line not in marks and not line.startswith(_NEEDS)]
    matches = [_PARAMETER.fullmatch(line) for line in rest]
    return Query(
        name=name,
        title=title,
        description=" ".join(
            line for line, match in zip(rest, matches, strict=True) if line and not match
        ),
        parameters=tuple(
            _parameter(match["name"], match["label"], match["default"] or "")
            for match in matches
            if match
        ),
        sql="\n".join(lines[length:]).strip(),
        is_housekeeping=is_housekeeping,
        is_detail=is_detail,
        needs=tuple(name.strip() for line in needs for name in line.split(",")),
    )


def _parameter(name: str, label: str, given: str) -> Parameter:
    """Return the parameter; `given` is its default, or what can be chosen, between bars."""
    default, *others = given.split("|")
    return Parameter(name, label, default, (default, *others) if others else ())


def ask(connection: sqlite3.Connection, name: str, **given: object) -> Result:
    """Answer a named question.

    Raises UnknownQueryError for a name, parameter or choice there is not, and MissingTableError
    where the question needs a table that this connection does not have.
    """
    query = queries().get(name)
    if query is None:
        raise UnknownQueryError(f"There is no query '{name}'; there are: {', '.join(queries())}.")
    if missing := set(query.needs) - there_are(connection):
        raise MissingTableError(
            f"The query '{name}' is asked of {', '.join(sorted(missing))}, which are made from "
            f"networks; citeweave ask {name} makes them."
        )
    values = {parameter.name: parameter.default for parameter in query.parameters}
    if unknown := given.keys() - values.keys():
        raise UnknownQueryError(
            f"The query '{name}' has no parameter '{min(unknown)}'; "
            f"it has: {', '.join(values) or 'none'}."
        )
    values |= {key: str(value) for key, value in given.items() if value not in (None, "")}
    _refuse_unfit(query, values)
    register(connection)
    cursor = connection.execute(query.sql, values)
    return Result(tuple(column[0] for column in cursor.description), tuple(cursor))


def _refuse_unfit(query: Query, values: Mapping[str, str]) -> None:
    """Raise UnknownQueryError where a number or a choice is asked for and another is given."""
    for parameter in query.parameters:
        value = values[parameter.name]
        if parameter.default.isdigit() and not _WHOLE.fullmatch(value.strip()):
            raise UnknownQueryError(
                f"'{value}' is no whole number; {parameter.name} of '{query.name}' needs one."
            )
        if parameter.choices and value.strip().lower() not in parameter.choices:
            there = ", ".join(choice for choice in parameter.choices if choice)
            raise UnknownQueryError(
                f"'{value}' is no {parameter.name} of '{query.name}'; there is: {there}."
            )
