"""The browse command and the copy that it serves."""

import json
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest
from browsed_database import browsed_database
from click.testing import CliRunner

from db.errors import NoDatabase
from db.snapshot_copy import snapshot
from enrich.commands.browse import command


def test_the_copy_is_of_one_moment_and_leaves_nothing_behind(tmp_path: Path) -> None:
    original = browsed_database(tmp_path / "p.db")
    before = original.read_bytes()
    with closing(sqlite3.connect(original)) as writer:
        writer.execute("INSERT INTO collections (name) VALUES ('not yet committed')")
        with snapshot(original) as copy, closing(sqlite3.connect(copy)) as reader:
            assert reader.execute("SELECT name FROM collections").fetchall() == [("iclr",)]
            assert [file.name for file in copy.parent.iterdir()] == ["p.db"]
            assert reader.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        writer.rollback()
    assert not copy.parent.exists()
    assert original.read_bytes() == before


def test_pointers_between_tables_are_indexed_in_the_copy(tmp_path: Path) -> None:
    original = browsed_database(tmp_path / "p.db")
    with snapshot(original) as copy, closing(sqlite3.connect(copy)) as reader:
        sql = "EXPLAIN QUERY PLAN SELECT count(*) FROM sightings WHERE answer = 1"
        assert "USING COVERING INDEX" in reader.execute(sql).fetchone()[3]


def test_a_missing_database_is_said_before_anything_is_served(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["--db", str(tmp_path / "none.db"), "--port", "0"])
    assert isinstance(result.exception, NoDatabase)


def test_a_taken_port_is_said(tmp_path: Path) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        asked = ["--db", str(tmp_path / "p.db"), "--port", str(port)]
        result = CliRunner().invoke(command, asked)
    assert result.exit_code == 2
    assert f"choose another port: --port {port + 1}" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize("stop", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_it_serves_until_stopped_and_removes_the_copy(tmp_path: Path, stop: str) -> None:
    database = browsed_database(tmp_path / "p.db")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "enrich", "browse", "--db", str(database), "--port", "0", "--json"],
        cwd=Path(__file__).parents[1],
        env={"TMPDIR": str(temporary), "PATH": "", "HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    told = json.loads(process.stdout.readline())
    url = told["url"]
    assert told == {"format": "citeweave/browse/1", "db": str(database), "url": url}
    with urllib.request.urlopen(f"{url}p/papers.json?_shape=array", timeout=20) as answer:
        assert len(json.load(answer)) == 4
    for missing in ("nope", "p/nope", "p/papers/1"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(url + missing, timeout=20)
        assert refused.value.code == 404
        refused.value.close()
    elsewhere = urllib.request.Request(url, headers={"Host": "rebound.example"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(elsewhere, timeout=20)
    assert refused.value.code == 421
    refused.value.close()
    with urllib.request.urlopen(url.replace("127.0.0.1", "localhost"), timeout=20) as answer:
        assert answer.status == 200
    assert list(temporary.iterdir())
    process.send_signal(getattr(signal, stop))
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 0
    assert f"is at {url} (stop with Ctrl-C)" in errors
    assert "Traceback" not in errors
    assert not list(temporary.iterdir())


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as POSIX has them")
@pytest.mark.parametrize("stop", ["SIGTERM", "SIGHUP"])
def test_stopped_while_it_begins_it_leaves_no_copy(tmp_path: Path, stop: str) -> None:
    database = browsed_database(tmp_path / "p.db")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "enrich", "publish", "--db", str(database), str(tmp_path / "site")],
        cwd=Path(__file__).parents[1],
        env={"TMPDIR": str(temporary), "PATH": "", "HOME": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
    )
    while not list(temporary.iterdir()) and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(getattr(signal, stop))
    _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors.strip()) == (130, "")
    assert not list(temporary.iterdir())
    assert sorted(path.name for path in tmp_path.iterdir() if "site" in path.name) == []
