"""The citeweave command: finds its verbs in commands/ and turns errors into exit codes."""

import gc
import importlib
import io
import os
import pkgutil
import signal
import sqlite3
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import click

from db.errors import DatabaseError
from db.wording import legible

from . import __version__, commands
from .errors import CiteweaveError, Exit


class _Verbs(click.Group):
    """A group whose commands are the modules of commands/, imported when they are needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name for module in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(ctx):
            return None
        module = importlib.import_module(f"{commands.__name__}.{name}")
        command: click.Command = module.command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            # The reader of our output went away, as `| head` does. Click would call it a failure.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return Exit.OK


@click.group(cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="citeweave")
def citeweave() -> None:
    """From a list of papers to one database of all that arXiv and Semantic Scholar know
    of them, and to the networks among them.

    \b
    citeweave demo                                     see it work, offline
    citeweave enrich papers.csv --db papers.db         fetch, or fetch what is missing
    citeweave graph --db papers.db -o papers.graphml   the citation network, for Gephi
    citeweave browse --db papers.db                    look around
    """


def main() -> None:
    """Run the command; every way it can end has an exit code."""
    # Rows come by the hundred thousand and in no circles; looking for some costs a tenth.
    gc.set_threshold(200_000)
    # Titles are of all scripts, and not every system's code page has them.
    if isinstance(sys.stdout, io.TextIOWrapper) and not sys.stdout.isatty():
        sys.stdout.reconfigure(encoding="utf-8")
    _end_in_order()
    sys.exit(run(lambda: citeweave(standalone_mode=False, prog_name="citeweave")))


def _end_in_order() -> None:
    """Let the system's request to end, or a closed window, do what Ctrl-C does.

    A process that ends at once leaves its copies of the database behind.
    """
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        # Under nohup it is ignored, and stays so.
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, _interrupt)


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    # The second of two would end the tidying up after the first.
    for name in ("SIGTERM", "SIGHUP"):
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def run(work: Callable[[], Any]) -> int:
    """Return the exit code that work ends with, after telling what went wrong."""
    try:
        code = work()
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        return Exit.INTERRUPTED
    except CiteweaveError as error:
        _tell(error)
        return error.exit_code
    except DatabaseError as error:
        _tell(error)
        return Exit.DATABASE
    except (OSError, sqlite3.Error) as error:
        _tell(error)
        return Exit.UNEXPECTED
    return code if isinstance(code, int) else Exit.OK


def _tell(error: Exception) -> None:
    # An error may name what lists and services wrote, which must not steer a terminal.
    click.echo(legible(f"citeweave: {error}"), err=True)
