"""citeweave ask: a named question, answered as a table, JSON or CSV."""

import difflib
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ..errors import BadInput, Exit
from ..parameters import Explained, LegibleText, print_json, say, with_database, with_json

if TYPE_CHECKING:
    from db.queries import Query, Result


_PAPERS = ("paper", "from", "to")
"""Parameters of questions that name a paper."""

_NARROW = 12
"""Signs of a line that text needs to be read."""


def _listed() -> "list[Query]":
    """Return the questions that stand for themselves; those of pages can be asked all the same."""
    from db.queries import queries

    return [query for query in queries().values() if not query.is_detail]


def _choices() -> dict[str, list[tuple[str, str]]]:
    return {
        "Questions": [
            (" ".join((query.name, *(f"{each.name}=…" for each in query.parameters))), query.title)
            for query in _listed()
        ]
    }


@click.command(cls=Explained, choices=_choices)
@click.argument("name", type=LegibleText(), required=False)
@click.argument("given", type=LegibleText(), nargs=-1, metavar="[PARAMETER=VALUE]...")
@with_database
@click.option("--csv", "as_csv", is_flag=True, help="Print the rows as CSV to standard output.")
@with_json
def command(
    db: Path | None, name: str | None, given: tuple[str, ...], as_csv: bool, as_json: bool
) -> int:
    """Answer a named question; without a name, list the questions. The same ones stand on the
    pages of citeweave browse.

    \b
    citeweave ask most_cited --db papers.db
    citeweave ask shortest_path from=2305.09955 to=2302.05865 --db papers.db
    citeweave ask built_on limit=20 --csv > built_on.csv
    """
    from db import network_rows
    from db.database import explained, open_readonly
    from db.formulas import csv_text
    from db.queries import UnknownQueryError, ask

    from ..settings import load_settings

    if as_csv and as_json:
        raise click.UsageError("Choose one of --csv and --json.")
    if name is None:
        _list(_listed(), as_json=as_json)
        return Exit.OK
    query = _query(name)
    values = _values(query, given)
    _refuse_blanks(query, values)
    settings = load_settings({"db": db})
    with explained(settings.db), closing(open_readonly(settings.db)) as connection:
        _refuse_unknown_collection(connection, values, settings.db)
        _refuse_unknown_papers(connection, values, settings.db)
        _provide(connection, query, settings.db)
        try:
            answer = ask(connection, name, **values)
        except UnknownQueryError as error:
            raise click.UsageError(str(error)) from error
        as_of = network_rows.last_answer(connection)
    if as_json:
        rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
        told = {"db": str(settings.db), "as_of": as_of, "query": name, "parameters": values}
        print_json("ask", {**told, "rows": rows})
    elif as_csv:
        click.echo(csv_text(answer.columns, answer.rows), nl=False)
    else:
        _show(query, answer, as_of)
    return Exit.OK


def _query(name: str) -> "Query":
    """Return the question, or say which one may be meant."""
    from db.queries import queries

    if query := queries().get(name):
        return query
    near = difflib.get_close_matches(name, queries(), n=1, cutoff=0.5)
    meant = f"Did you mean {near[0]}? " if near else ""
    raise click.UsageError(f"There is no question '{name}'. {meant}citeweave ask lists them all.")


def _values(query: "Query", given: Sequence[str]) -> dict[str, str]:
    """Return the parameters; a value alone is that of the first one that is not yet given."""
    names = [parameter.name for parameter in query.parameters]
    values: dict[str, str] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not (sign and name in names):
            if sign and name.isidentifier():
                there = ", ".join(names) or "none"
                raise click.UsageError(
                    f"'{query.name}' has no parameter '{name}'; it has: {there}."
                )
            open_ = [each for each in names if each not in values]
            if not open_:
                raise click.UsageError(f"'{text}' is one value too many for '{query.name}'.")
            name, value = open_[0], text
        values[name] = value
    return values


def _refuse_blanks(query: "Query", values: dict[str, str]) -> None:
    """Raise UsageError where something is not given without which there is no answer."""
    for parameter in query.parameters:
        if parameter.is_needed and not values.get(parameter.name, "").strip():
            raise click.UsageError(
                f"'{query.name}' is not asked without {parameter.name}=…  {parameter.label}."
            )


def _refuse_unknown_collection(
    connection: sqlite3.Connection, values: dict[str, str], db: Path
) -> None:
    from db.coverage import count_listed

    from ..parameters import refuse_unknown

    refuse_unknown(values.get("collection") or None, count_listed(connection).collections, db)


def _refuse_unknown_papers(
    connection: sqlite3.Connection, values: dict[str, str], db: Path
) -> None:
    """Raise BadInput where a paper is named that the database does not have."""
    from db.lookup import find_paper

    for text in (values[name] for name in _PAPERS if values.get(name, "").strip()):
        if find_paper(connection, text) is None:
            raise BadInput(
                f"{db} has no paper '{text}'; name it by its arXiv id, DOI, OpenReview id or "
                "Semantic Scholar id."
            )


def _provide(connection: sqlite3.Connection, query: "Query", db: Path) -> None:
    """Make the tables that the question needs of the networks."""
    if not query.needs:
        return
    import graph
    from db.network_tables import put_table
    from graph.tables import TABLES

    try:
        for name in query.needs:
            put_table(connection, name, TABLES[name](db))
    except graph.GraphError as error:
        raise BadInput(str(error)) from error


def _list(all_: "Sequence[Query]", *, as_json: bool) -> None:
    if as_json:
        told = [
            {
                "name": query.name,
                "title": query.title,
                "description": query.description,
                "parameters": {each.name: each.default for each in query.parameters},
                "choices": {each.name: each.choices for each in query.parameters if each.choices},
            }
            for query in all_
        ]
        print_json("ask", {"queries": told})
        return
    group = ""
    for query in all_:
        if (now := _group(query)) != group:
            click.echo(("\n" if group else "") + now)
            group = now
        click.secho(f"{query.name}: {query.title}", bold=True)
        for parameter in query.parameters:
            default = f"  [{parameter.default}]" if parameter.default else ""
            choices = "|".join(filter(None, parameter.choices))
            click.echo(f"    {parameter.name}={choices}  {parameter.label}{default}")


def _group(query: "Query") -> str:
    if query.is_detail:
        return "What the pages of citeweave browse are made of:"
    return "About the database:" if query.is_housekeeping else "About the papers:"


def _show(query: "Query", answer: "Result", as_of: str | None) -> None:
    """Print the rows as a table to standard output, and what they are to standard error."""
    from db.wording import counted

    say(f"{query.title}: {counted(len(answer.rows), 'row')}, as of {(as_of or 'never')[:10]}")
    if answer.rows:
        click.echo(_table(answer), nl=False)


def _table(answer: "Result") -> str:
    """Return the rows as a table as wide as the terminal, one below the other where it is narrow.

    Text may be folded; a number is never cut.
    """
    from rich.cells import cell_len
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from db.wording import legible

    heads = [column.replace("_", " ") for column in answer.columns]
    rows = [["" if cell is None else legible(str(cell)) for cell in row] for row in answer.rows]
    longest = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    console = Console()
    is_piped = not console.is_terminal
    if is_piped:
        # A pipe has no width: there every row stays one line.
        console = Console(width=sum(map(len, heads)) + sum(longest) + 2 * len(heads))
    table = Table(box=None, header_style="bold", pad_edge=False)
    least = 0
    for place, (head, length) in enumerate(zip(heads, longest, strict=True)):
        if all(isinstance(row[place], int | float | None) for row in answer.rows):
            width = max(length, *map(len, [head] if is_piped else head.split()))
            table.add_column(head, justify="right", width=width)
        else:
            width = min(length, _NARROW)
            table.add_column(head, overflow="fold")
        least += width + 2
    if least > console.width:
        return "\n".join(_below(heads, row) for row in rows)
    for row in rows:
        table.add_row(*map(Text, row))
    with console.capture() as printed:
        console.print(table)
    return printed.get()


def _below(heads: Sequence[str], row: Sequence[str]) -> str:
    """Return a row with each value below the other, without those that are missing."""
    return "".join(f"{head}: {cell}\n" for head, cell in zip(heads, row, strict=True) if cell)
