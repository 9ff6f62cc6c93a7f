"""The named questions: one .sql file each, for the command line, the pages and the API.

A file opens with comments. The first line is the title, `:name = default  Label` lines
are parameters (an empty value stands for the default; a label that says `: this or that` has
no others), `about: the database` marks a question
about the database rather than the papers, `needs: communities, ties` names the tables that are
made from networks first (see db/network_tables.py), the rest is the description. Beyond SQLite's
own functions there are those of db/functions.py.
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
_NEEDS = "needs: "
_CHOICES = re.compile(r": (\w+(?: or \w+)+)")
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

    @property
    def is_needed(self) -> bool:
        """Whether nothing can be answered without it."""
        return not self.default and "(empty: " not in self.label

    @property
    def choices(self) -> tuple[str, ...]:
        """The values there are, where the label names them; none where any may be given."""
        found = _CHOICES.search(self.label)
        return tuple(found[1].split(" or ")) if found else ()


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
    needs: tuple[str, ...] = ()
    """Tables made from networks that whoever asks has to provide (db/network_tables.py)."""

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
    """Return every named question, by name."""
    found = (file for file in files(__package__).iterdir() if file.name.endswith(".sql"))
    parsed = (parse(file.name.removesuffix(".sql"), file.read_text("utf-8")) for file in found)
    return {query.name: query for query in sorted(parsed, key=lambda query: query.name)}


def parse(name: str, text: str) -> Query:
    """Return the question that a .sql file's text holds."""
    lines = text.splitlines()
    length = next(n for n, line in enumerate(lines) if not line.startswith("--"))
    title, *rest = [line.removeprefix("--").strip() for line in lines[:length]]
    is_housekeeping = _HOUSEKEEPING in rest
    needs = [line.removeprefix(_NEEDS) for line in rest if line.startswith(_NEEDS)]
    rest = [line for line in rest if line != _HOUSEKEEPING and not line.startswith(_NEEDS)]
    matches = [_PARAMETER.fullmatch(line) for line in rest]
    return Query(
        name=name,
        title=title,
        description=" ".join(
            line for line, match in zip(rest, matches, strict=True) if line and not match
        ),
        parameters=tuple(
            Parameter(match["name"], match["label"], match["default"] or "")
            for match in matches
            if match
        ),
        sql="\n".join(lines[length:]).strip(),
        is_housekeeping=is_housekeeping,
        needs=tuple(name.strip() for line in needs for name in line.split(",")),
    )


def ask(connection: sqlite3.Connection, name: str, **given: object) -> Result:
    """Answer a named question.

    Raises UnknownQueryError for a name or parameter there is not, or a value that is none, and
    MissingTableError where the question needs a table that this connection does not have.
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
    _refuse_others(query, values)
    _refuse_words(query, values)
    register(connection)
    cursor = connection.execute(query.sql, values)
    return Result(tuple(column[0] for column in cursor.description), tuple(cursor))


def _refuse_others(query: Query, values: Mapping[str, str]) -> None:
    """Raise UnknownQueryError where a value is none of those there are."""
    for parameter in query.parameters:
        value = values[parameter.name].strip().lower()
        if value and parameter.choices and value not in parameter.choices:
            raise UnknownQueryError(
                f"'{value}' is no {parameter.name} of '{query.name}'; there is: "
                f"{', '.join(parameter.choices)}."
            )


def _refuse_words(query: Query, values: Mapping[str, str]) -> None:
    """Raise UnknownQueryError where a number is asked for and something else is given."""
    for parameter in query.parameters:
        value = values[parameter.name]
        # SQLite reads no other digits than these, and takes them for nought.
        if parameter.default.isdigit() and not re.fullmatch(r"\s*[0-9]+\s*", value):
            raise UnknownQueryError(
                f"'{value}' is no whole number; {parameter.name} of '{query.name}' needs one."
            )
