"""Databases of every schema that was ever released open, keep all they hold, and go on."""

import sqlite3
from contextlib import closing
from pathlib import Path

import old_databases
import pytest
from bench.content import faults
from click.testing import CliRunner

import graph
from db.coverage import count_listed, measure_coverage
from db.database import memory_database, open_database
from db.migrations import STEPS, migrate
from enrich.commands import status
from enrich.enrichment import cutoff_of
from enrich.errors import Exit

Rows = dict[str, list[dict[str, object]]]


@pytest.fixture(params=STEPS)
def old(request, tmp_path) -> Path:
    old_databases.restore(request.param, tmp_path / "p.db")
    return tmp_path / "p.db"


def rows(path: Path) -> Rows:
    """Return all rows of all tables, but those of SQLite's own and of the search."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        tables = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if "_fts" not in name and "sqlite_" not in name
        ]
        return {
            table: [dict(row) for row in connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2")]
            for table in tables
        }


def scheme(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    return {
        (name, sql)
        for name, sql in connection.execute("SELECT name, sql FROM sqlite_master WHERE sql > ''")
        if not name.startswith(("sqlite_", "_sqlite_"))
    }


def test_there_is_a_database_of_each_step():
    assert sorted(path.stem for path in old_databases.FOLDER.iterdir()) == list(STEPS)


@pytest.mark.parametrize("step", STEPS)
def test_a_released_step_never_changes(step, tmp_path):
    """What the steps up to this one make today is what they made when this file was written."""
    made = sqlite3.connect(":memory:")
    migrate(made, STEPS[: STEPS.index(step) + 1])
    old_databases.restore(step, tmp_path / "p.db")
    with closing(sqlite3.connect(tmp_path / "p.db")) as kept:
        assert scheme(made) == scheme(kept)


def test_it_opens_and_keeps_its_data(old):
    before = rows(old)
    assert all(before.values()), "a table without rows shows nothing"
    with closing(open_database(old)) as connection:
        assert scheme(connection) == scheme(memory_database())
    after = rows(old)
    for table, kept in before.items():
        now = [{column: row[column] for column in kept[0]} for row in after[table]]
        assert now == kept, table
    assert faults(old) == []


def test_it_is_read_as_ever(old):
    with closing(open_database(old)) as connection:
        listed = count_listed(connection)
        assert (listed.different, listed.collections) == (8, {"made": 8})
        found = {(c.source, c.part): c.found for c in measure_coverage(connection) if c.is_total}
        # Four listed with their arXiv ids, of which S2 has two, and what was found by title.
        by_title = [row["candidate"] for row in rows(old)["resolutions"] if row["place"] == 1]
        assert found["arxiv", "record"] == 4 + sum(key.startswith("arxiv") for key in by_title)
        assert found["s2", "record"] == found["s2", "references"] == 2 + len(by_title)
        (title,) = connection.execute("SELECT title FROM papers WHERE arxiv_id = '2310.11230'")
        hits = connection.execute(
            "SELECT rowid FROM papers_fts WHERE papers_fts MATCH ?", (f'"{title[0]}"',)
        )
        assert 231011230 in {row[0] for row in hits}
    network = graph.load(old)
    assert (network.number_of_nodes(), network.number_of_edges()) == (8, 1)


def test_a_second_run_asks_for_what_failed_and_a_refresh_for_all(old):
    before = rows(old)
    second = old_databases.run(old)
    assert (second.exit_code, second.left) == (Exit.PARTIAL, 0)  # for the line that names no paper
    # One for what failed, one for the search that the first schema did not know.
    asked = 1 + ("searches" not in before)
    assert {use.source: use.requests for use in second.uses}["arxiv"] == asked
    after = rows(old)
    ids = {row["id"] for row in before["answers"]}
    assert [row for row in after["answers"] if row["id"] in ids] == before["answers"]
    assert not [row for row in after["fetches"] if row["state"] == "failed"]
    assert old_databases.run(old, cutoff=cutoff_of("0h")).left == 0
    assert faults(old) == []


def test_what_only_reads_takes_it_too(old):
    told = CliRunner().invoke(status.command, ["--db", str(old)])
    assert told.exit_code == Exit.OK, told.output
    assert not told.exception
