"""The steps from an empty file to today's schema. A released step is never edited."""

import sqlite3

from sqlite_utils import Database, Migrations

from . import schema

migrations = Migrations("citeweave")


@migrations()
def m001_first_schema(db: Database) -> None:
    for script in (schema.TABLES, schema.SEARCH, schema.VIEWS):
        for statement in statements(script):
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
