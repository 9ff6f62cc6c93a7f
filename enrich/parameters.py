"""The options that several commands share, and printing their results."""

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from db.wording import legible

from .errors import BadInput

Command = TypeVar("Command", bound=Callable[..., Any])


def with_database(command: Command) -> Command:
    """Add --db."""
    return click.option(
        "--db",
        type=click.Path(path_type=Path, dir_okay=False, readable=False),
        help="The database file. Default: CITEWEAVE_DB, else papers.db.",
    )(command)


def with_database_only(command: Command) -> Command:
    """Add --db to a command without arguments, and say so where a file is named without it."""
    return click.argument(
        "stray", nargs=-1, metavar="", expose_value=False, callback=_refuse_stray
    )(with_database(command))


def _refuse_stray(context: click.Context, _: click.Parameter, given: tuple[str, ...]) -> None:
    if given:
        context.fail(
            f"'{given[0]}' is one word too many. A database is named by --db: "
            f"{context.command_path} --db {given[0]}"
        )


def with_json(command: Command) -> Command:
    """Add --json."""
    return click.option(
        "--json", "as_json", is_flag=True, help="Print one JSON object to standard output."
    )(command)


class LegibleText(click.ParamType[str]):
    """Text that may have come in bytes that are no UTF-8; these become signs."""

    name = "text"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return os.fsencode(value).decode("utf-8", "replace")


def with_collection(command: Command) -> Command:
    """Add --collection."""
    return click.option(
        "--collection", type=LegibleText(), help="Only this collection. Default: all of them."
    )(command)


def refuse_unknown(collection: str | None, known: Iterable[str], db: Path) -> None:
    """Raise BadInput where a collection is named that the database does not have."""
    names = list(known)
    if collection is not None and collection not in names:
        raise BadInput(
            f"{db} has no collection '{collection}'; there is: {', '.join(names) or 'none'}."
        )


class Explained(click.Command):
    """A command whose help ends with lists of choices, looked up when it is asked for.

    `choices` returns rows of (name, description) by the list's heading.
    """

    def __init__(
        self,
        *arguments: Any,
        choices: Callable[[], Mapping[str, Sequence[tuple[str, str]]]],
        **more: Any,
    ) -> None:
        super().__init__(*arguments, **more)
        self._choices = choices

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, rows in self._choices().items():
            with formatter.section(heading):
                formatter.write_dl(rows)
        super().format_epilog(ctx, formatter)


def taken_port(host: str, port: int, error: OSError) -> click.BadParameter:
    """Return what to tell where a port cannot be served on."""
    return click.BadParameter(
        f"{host}:{port} cannot be served on ({error.strerror}). "
        f"If another program has it, choose another port: --port {port + 1 if port else 8002}",
        param_hint="--port",
    )


def print_json(command: str, content: dict[str, Any]) -> None:
    """Print a command's result; `format` changes when a key changes its meaning or goes."""
    click.echo(json.dumps({"format": f"citeweave/{command}/1", **content}, ensure_ascii=False))


def say(text: str) -> None:
    """Print a sentence that is not data: to standard error."""
    click.echo(legible(text), err=True)
