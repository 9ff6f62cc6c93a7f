"""Snapshots: checked files, and the same tables and the same GraphML from them elsewhere."""

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

import graph
from db.errors import DatabaseError
from enrich.commands.rebuild import command as rebuild
from enrich.commands.snapshot import command as snapshot
from enrich.enrichment import enrich
from enrich.lists import read_list
from enrich.progress import Quiet
from enrich.sandbox import Sandbox, WorldOptions, make_world
from enrich.settings import load_settings
from enrich.sources.base import Options

LIST = Path(__file__).parents[1] / "db" / "iclr2024.csv"
TABLES = (
    "papers", "identifiers", "records", "listed", "authors", "authorships", "categories",
    "citations", "sightings", "unlinked_references", "fetches", "answers", "runs",
)  # fmt: skip


def content(database: Path) -> list[str]:
    connection = sqlite3.connect(database)
    rows = [repr(row) for t in TABLES for row in connection.execute(f"SELECT * FROM {t}")]
    connection.close()
    return rows


@pytest.fixture(scope="module")
def original(tmp_path_factory) -> Path:
    database = tmp_path_factory.mktemp("original") / "papers.db"
    with Sandbox(make_world(WorldOptions())) as served:
        settings = served.settings(database)
        enrich(settings, [("iclr2024", read_list(str(LIST)))], Options(), Quiet())
    return database


def test_a_snapshot_gives_the_same_tables_and_graphml_elsewhere(original, tmp_path):
    folder, copy = tmp_path / "kept", tmp_path / "copy.db"
    done = CliRunner().invoke(snapshot, [str(folder), "--db", str(original), "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert told["answers"] == told["tables"]["answers"] == len(list((folder / "answers").iterdir()))
    done = CliRunner().invoke(rebuild, [str(folder), "--db", str(copy)])
    assert done.exit_code == 0, done.output
    assert content(copy) == content(original)
    for database in (original, copy):
        graph.export(graph.network(database), database.with_suffix(".graphml"))
    assert (
        copy.with_suffix(".graphml").read_bytes() == original.with_suffix(".graphml").read_bytes()
    )


@pytest.mark.parametrize("harm", ["change", "remove", "outside"])
def test_a_harmed_snapshot_is_refused(original, tmp_path, harm):
    folder, copy = tmp_path / "kept", tmp_path / "copy.db"
    CliRunner().invoke(snapshot, [str(folder), "--db", str(original)])
    answer = next((folder / "answers").iterdir())
    if harm == "change":
        answer.write_bytes(answer.read_bytes() + b"x")
    elif harm == "remove":
        answer.unlink()
    else:
        manifest = folder / "manifest.json"
        manifest.write_text(manifest.read_text().replace('"papers.db"', '"../papers.db"'))
    done = CliRunner().invoke(rebuild, [str(folder), "--db", str(copy)])
    assert isinstance(done.exception, DatabaseError)
    assert not copy.exists()


def test_offline_opens_no_socket(tmp_path, monkeypatch):
    def refuse(*_: object) -> None:
        raise AssertionError("a socket was opened")

    monkeypatch.setattr("socket.socket", refuse)
    settings = load_settings({"db": tmp_path / "p.db"}, environment={}, files=[])
    content = read_list(str(LIST))
    result = enrich(settings, [("iclr2024", content)], Options(), Quiet(), offline=True)
    # 79 papers are to be asked of both services, and 21 to be sought in three ways.
    assert (result.exit_code, result.left) == (0, 2 * 79 + 3 * 21)
