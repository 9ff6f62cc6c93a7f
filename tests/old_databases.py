"""Databases of earlier schemas, kept as text: one file for each step of db/migrations.py.

A new step needs one more file, written by the code that brings it:

    python tests/old_databases.py
"""

import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bench.fetching import listed

from db.migrations import STEPS
from db.rows import Unusable
from enrich.enrichment import Enrichment, enrich
from enrich.lists import ListContent
from enrich.progress import Quiet
from enrich.sandbox import FaultPlan, Sandbox, WorldOptions, make_world
from enrich.sources.base import Options

FOLDER = Path(__file__).parent / "schemas"
# Of a list as ours, with papers without id, one that S2 lacks and one whose answers fail.
WORLD = WorldOptions(
    papers=8,
    references_mean=4,
    references_sd=2,
    citations_mean=4,
    unlinked_share=0.2,
    absent_from_s2=0.3,
    elided_share=0.2,
)
FAILS = "2305.09955"


def restore(name: str, path: Path) -> None:
    """Make the database of that schema again."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((FOLDER / f"{name}.sql").read_text("utf-8"))


def run(path: Path, faults: FaultPlan | None = None, *, cutoff: str | None = None) -> Enrichment:
    """Fetch what is missing of the world's list."""
    world = make_world(WORLD)
    content = listed(world)
    lost = (Unusable(99, "it names no paper", "?"),)
    listings = ListContent(content.file, content.format, content.listings, lost)
    with Sandbox(world, faults=faults or FaultPlan()) as served:
        settings = served.settings(path, retry_scale=0.001)
        options = Options(contexts=True, embeddings=True)
        return enrich(settings, [("made", listings)], options, Quiet(), cutoff=cutoff)


def dump(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield the statements that make a database again: tables with their rows, then the rest.

    The words of a search index are those of its table, so only its settings are kept.
    """
    made = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql > '' ORDER BY rowid")
    later = []
    for name, sql in made.fetchall():
        if sql.startswith("CREATE TABLE") and "_fts_" not in name:
            yield sql
            yield from _inserts(connection, name)
        elif sql.startswith("CREATE VIRTUAL TABLE"):
            settings = f"SELECT k, v FROM {name}_config WHERE k <> 'version'"
            later += [sql, f"INSERT INTO {name} ({name}) VALUES ('rebuild')"]
            later += [
                f"INSERT INTO {name} ({name}, rank) VALUES ('{setting}', {value})"
                for setting, value in connection.execute(settings)
            ]
        elif "_fts_" not in name or sql.startswith("CREATE TRIGGER"):
            later.append(sql)
    yield from later


def _inserts(connection: sqlite3.Connection, table: str) -> Iterator[str]:
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    quoted = ", ".join(f"quote({column})" for column in columns)
    for values in connection.execute(f"SELECT {quoted} FROM {table} ORDER BY 1, 2"):
        yield f"INSERT INTO {table} VALUES ({', '.join(values)})"


def main() -> int:
    """Write the file of the latest step, unless there is one."""
    file = FOLDER / f"{STEPS[-1]}.sql"
    if file.exists():
        print(f"{file.name} is there, and a released step never changes.", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "p.db"
        run(path, FaultPlan.of({"poisoned": {FAILS: 400}}))
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(
                "INSERT INTO decisions SELECT paper_key, 'arxiv:9901.00001', 0, resolved_at "
                "FROM resolutions ORDER BY paper_key LIMIT 1"
            )
            file.write_text("".join(f"{each};\n" for each in dump(connection)), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
