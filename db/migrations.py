"""The steps from an empty file to today's schema. A released step is never edited."""

import sqlite3
from importlib.resources import files

from sqlite_utils import Database, Migrations

migrations = Migrations("citeweave")


@migrations()
def m001_first_schema(db: Database) -> None:
    _run(db, "m001_first_schema.sql")


def _run(db: Database, name: str) -> None:
    for statement in statements(files(__package__).joinpath(name).read_text("utf-8")):
        db.execute(statement)


def statements(script: str) -> list[str]:
    """Split a script at the semicolons that end a statement, not those inside a trigger."""
    found, part = [], ""
    for line in script.splitlines(keepends=True):
        part += line
        if sqlite3.complete_statement(part):
            found.append(part.strip())
            part = ""
    return found
