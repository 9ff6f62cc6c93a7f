"""The options that several commands share, and printing their results."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def with_database(command: Command) -> Command:
    """Add --db."""
    return click.option(
        "--db",
        type=click.Path(path_type=Path, dir_okay=False),
        help="The database file. Default: CITEWEAVE_DB, else papers.db.",
    )(command)


def with_json(command: Command) -> Command:
    """Add --json."""
    return click.option(
        "--json", "as_json", is_flag=True, help="Print one JSON object to standard output."
    )(command)


def with_collection(command: Command) -> Command:
    """Add --collection."""
    return click.option("--collection", help="Only this collection. Default: all of them.")(command)


def print_json(command: str, content: dict[str, Any]) -> None:
    """Print a command's result; `format` changes when a key changes its meaning or goes."""
    click.echo(json.dumps({"format": f"citeweave/{command}/1", **content}, ensure_ascii=False))
