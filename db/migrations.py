"""The steps from an empty file to today's schema, each a file of SQL beside this one.

A released step is never edited; a new one is one more file, `mNNN_what_it_brings.sql`.
"""

import sqlite3
from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database

_SET = "citeweave"
STEPS = tuple(
    sorted(
        file.name.removesuffix(".sql")
        for file in files(__package__).iterdir()
        if file.name.startswith("m") and file.name.endswith(".sql")
    )
)


def applied_steps(connection: sqlite3.Connection) -> set[str]:
    """Return the steps that a database has behind it, of this version or of a later one."""
    there = "SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'"
    if not connection.execute(there).fetchone():
        return set()
    rows = connection.execute(
        "SELECT name FROM _sqlite_migrations WHERE migration_set = ?", (_SET,)
    )
    return {name for (name,) in rows}


def migrate(connection: sqlite3.Connection, steps: Sequence[str] = STEPS) -> None:
    """Take those of the steps that are still to be taken."""
    if applied_steps(connection).issuperset(steps):
        return
    # It brings numpy, which costs more than all else that a run with nothing to do costs.
    from sqlite_utils import Database, Migrations  # noqa: PLC0415

    migrations = Migrations(_SET)
    for step in steps:
        migrations(name=step)(_taking(step))
    migrations.apply(Database(connection))


def _taking(step: str) -> Callable[["Database"], None]:
    def take(db: "Database") -> None:
        script = files(__package__).joinpath(f"{step}.sql").read_text("utf-8")
        for statement in statements(script):
            db.execute(statement)

    return take


def statements(script: str) -> list[str]:
    """Split a script at the semicolons that end a statement, not those inside a trigger."""
    found, part = [], ""
    for line in script.splitlines(keepends=True):
        part += line
        if sqlite3.complete_statement(part):
            found.append(part.strip())
            part = ""
    return found
