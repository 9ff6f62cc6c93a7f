"""The command: exit codes, help, streams, and that nothing prints a traceback."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import tomllib
from contextlib import closing
from pathlib import Path

import pytest
from made_database import five_papers

from enrich.errors import Exit
from enrich.lists import formats
from enrich.sandbox import Sandbox, WorldOptions, make_world, tell_truth

ROOT = Path(__file__).parents[1]
COMMANDS = sorted(
    p.stem for p in (ROOT / "enrich" / "commands").glob("*.py") if p.stem != "__init__"
)
SENTINEL = "sentinel-key-0123456789"


@pytest.fixture(scope="module")
def world():
    return make_world(WorldOptions())


@pytest.fixture
def run(tmp_path):
    """Return a function that runs the command in an empty folder, with these settings."""

    def run_command(*arguments: str, stdin: str = "", **settings: str):
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(ROOT),
            "HOME": str(tmp_path),
            "NO_PROXY": "127.0.0.1",
            **settings,
        }
        done = subprocess.run(
            [sys.executable, "-m", "enrich", *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
            cwd=tmp_path,
            env=environment,
            check=False,
        )
        assert "Traceback" not in done.stderr
        assert SENTINEL not in done.stdout + done.stderr
        return done

    return run_command


def services(served: Sandbox) -> dict[str, str]:
    return {
        "CITEWEAVE_ARXIV_URL": served.arxiv_url,
        "CITEWEAVE_S2_URL": served.s2_url,
        "CITEWEAVE_ARXIV_INTERVAL": "0",
        "CITEWEAVE_S2_INTERVAL": "0",
        "CITEWEAVE_RETRY_SCALE": "0.001",
        "S2_API_KEY": SENTINEL,
    }


NOWHERE = {
    "CITEWEAVE_ARXIV_URL": "http://127.0.0.1:9/api/query",
    "CITEWEAVE_S2_URL": "http://127.0.0.1:9/graph/v1",
    "CITEWEAVE_ARXIV_INTERVAL": "0",
    "CITEWEAVE_S2_INTERVAL": "0",
    "CITEWEAVE_RETRY_SCALE": "0.0001",
}


def test_every_command_has_help_with_an_example(run):
    assert "Commands:" in run("--help").stdout
    for name in COMMANDS:
        help_text = run(name, "--help").stdout
        assert f"citeweave {name}" in help_text.split("\n", 1)[1]


def test_the_main_job_streams_and_objects(run, world, tmp_path):
    with Sandbox(world) as served:
        settings = services(served)
        listed = (ROOT / "db" / "iclr2024.csv").read_text()
        done = run("enrich", "-", "--db", "p.db", "--json", stdin=listed, **settings)
        assert done.returncode == Exit.OK, done.stderr
        result = json.loads(done.stdout)
        assert result["format"] == "citeweave/enrich/1"
        assert result["lists"][0]["added"]["papers"] == 100
        nowhere = [t for t in tell_truth(world) if not t.arxiv_id and not t.corpus_ids]
        assert (result["left"], result["unresolved"]) == (0, len(nowhere))
        assert sum(result["unidentified"].values()) == 21
        assert result["unidentified"]["not_found"] == len(nowhere)
        assert f"21 papers came without an id: {21 - len(nowhere)} found" in done.stderr
        seen = len(served.log)
        again = run("enrich", "--db", "p.db", **settings)
        assert (again.returncode, again.stdout) == (Exit.OK, "")
        assert "Nothing was missing: no request was needed." in again.stderr
        assert len(served.log) == seen
        strict = run(
            "enrich", "-", "--db", "p.db", "--strict", "--refresh", "0h", stdin=listed, **settings
        )
        assert strict.returncode == Exit.PARTIAL
        healthy = run("doctor", **settings)
        assert healthy.returncode == Exit.OK
        assert healthy.stderr.count("answers as expected") == 2
        assert "present" in healthy.stderr
    status = json.loads(run("status", "--db", "p.db", "--json").stdout)
    assert status["collections"] == {"standard input": 100}
    assert sum(p["papers"] for p in status["problems"] if p["state"] == "unresolved") == len(
        nowhere
    )
    drawn = run("graph", "--db", "p.db", "-o", "n.graphml", "--json")
    assert drawn.returncode == Exit.OK
    assert json.loads(drawn.stdout)["nodes"] == 100
    before = dump(tmp_path / "p.db")
    rebuilt = run("rebuild", "--db", "p.db", "--json")
    assert json.loads(rebuilt.stdout)["answers"] > 0
    assert dump(tmp_path / "p.db") == before
    run("graph", "--db", "p.db", "-o", "again.graphml")
    assert (tmp_path / "again.graphml").read_bytes() == (tmp_path / "n.graphml").read_bytes()
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or SENTINEL.encode() not in path.read_bytes(), path


def dump(path: Path) -> list[str]:
    connection = sqlite3.connect(path)
    tables = [
        "papers", "identifiers", "records", "listed", "authors", "authorships", "categories",
        "citations", "citation_contexts", "unlinked_references", "embeddings", "fetches",
    ]  # fmt: skip
    lines = [repr(row) for table in tables for row in connection.execute(f"SELECT * FROM {table}")]
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()
    return lines


def test_a_dry_run_asks_nothing_and_keeps_nothing(run, tmp_path):
    (tmp_path / "l.txt").write_text("2305.09955\n2310.02980v2\nhttps://arxiv.org/abs/2305.09955\n")
    done = run("enrich", "l.txt", "--dry-run", "--json", **NOWHERE)
    assert done.returncode == Exit.OK
    plan = {each["source"]: each for each in json.loads(done.stdout)["services"]}
    assert (plan["arxiv"]["requests"], plan["arxiv"]["exact"]) == (1, True)
    assert plan["s2"]["parts"]["record"] == 1
    assert not (tmp_path / "papers.db").exists()
    real = json.loads(run("enrich", "l.txt", "--dry-run", "--json").stdout)["services"]
    assert next(each["seconds"] for each in real if each["source"] == "arxiv") == 3


def test_a_dry_run_tells_of_the_lists_what_a_run_tells(run, world, tmp_path):
    (tmp_path / "l.txt").write_text(
        "2305.09955\nhttps://openreview.net/forum?id=abcDEF123\nnot an id at all\n2305.09955\n"
    )
    dry = run("enrich", "l.txt", "--dry-run", **NOWHERE)
    told = json.loads(run("enrich", "l.txt", "--dry-run", "--json", **NOWHERE).stdout)
    assert told["lists"][0]["added"]["papers"] == 2
    assert told["unresolved"] == 1
    with Sandbox(world) as served:
        real = run("enrich", "l.txt", **services(served))
    about_lists = dry.stderr.splitlines()[:2]
    assert about_lists == [line for line in real.stderr.splitlines() if line in about_lists]
    assert "l.txt: 2 papers (plain ids) in 'l', 1 line names one twice" in about_lists[0]
    assert "line 3" in about_lists[1]
    assert "1 paper has no id." in dry.stderr
    assert "1 paper came without an id: 1 not found" in real.stderr


def test_quiet_still_says_what_went_wrong(run, world, tmp_path):
    (tmp_path / "l.txt").write_text("2305.09955\nnot an id at all\n")
    (tmp_path / "good.txt").write_text("2305.09955\n")
    with Sandbox(world) as served:
        partial = run("enrich", "-q", "l.txt", **services(served))
        assert (partial.returncode, partial.stderr.count("\n")) == (Exit.PARTIAL, 1)
        assert "line 2" in partial.stderr
        good = run("enrich", "-q", "good.txt", **services(served))
        assert (good.returncode, good.stderr) == (Exit.OK, "")
    stopped = run("enrich", "-q", "good.txt", "--db", "n.db", **NOWHERE)
    assert stopped.returncode == Exit.GAVE_UP
    assert "arXiv is not reachable" in stopped.stderr
    assert "still open; run the same command again" in stopped.stderr


def test_status_tells_what_was_never_asked_and_what_could_not_be_read(run, tmp_path):
    (tmp_path / "l.txt").write_text("2305.09955\nnot an id at all\n2310.02980\n")
    run("enrich", "l.txt", "--db", "p.db", **NOWHERE)
    run("enrich", "l.txt", "--db", "p.db", "--collection", "again", **NOWHERE)
    said = run("status", "--db", "p.db").stderr
    assert "questions are still open; run: citeweave enrich --db p.db" in said
    assert "2 different papers in 2 collections (2 in both)" in said
    assert "l.txt, line 2:" in said
    assert "Semantic Scholar: what is there" in said
    status = json.loads(run("status", "--db", "p.db", "--json").stdout)
    assert status["papers"] == {"different": 2, "in_several": 2, "unresolved": 0}
    assert status["open"] == 4
    parts = {(c["source"], c["part"]): c["not_asked"] for c in status["coverage"]}
    assert parts["s2", "references"] == parts["s2", "citations"] == 2
    unknown = run("status", "--db", "p.db", "--collection", "nope")
    assert unknown.returncode == Exit.BAD_INPUT
    assert "there is: again, l." in unknown.stderr
    stray = run("status", "p.db")
    assert "citeweave status --db p.db" in stray.stderr


def test_status_fits_a_narrow_terminal(run, world, tmp_path):
    (tmp_path / "l.csv").write_text((ROOT / "db" / "iclr2024.csv").read_text())
    with Sandbox(world) as served:
        run("enrich", "l.csv", "--db", "p.db", **services(served))
    wide = run("status", "--db", "p.db").stderr
    tables = [line for line in wide.splitlines() if "  " in line]
    assert tables
    assert max(len(line.rstrip()) for line in tables) <= 80


def test_a_paper_that_left_its_list_is_kept_and_told_of(run, world, tmp_path):
    with Sandbox(world) as served:
        (tmp_path / "l.txt").write_text("2305.09955\n2310.02980\n")
        run("enrich", "l.txt", **services(served))
        (tmp_path / "l.txt").write_text("2305.09955\n")
        said = run("enrich", "l.txt", **services(served)).stderr
    assert "1 paper of 'l' is no longer in the list file; it is kept." in said
    assert json.loads(run("status", "--json").stdout)["collections"] == {"l": 2}


def test_help_names_what_there_is_to_choose_from(run):
    lists = run("enrich", "--help").stdout
    for each in formats():
        assert f"\n  {each.name} " in lists
    networks = run("graph", "--help").stdout
    assert "GraphML, for Gephi" in networks
    assert "Listed papers, isolated ones too" in networks


def test_the_export_format_may_be_named(run, tmp_path):
    five_papers(tmp_path / "papers.db")
    named = run("graph", "-o", "network.xml", "--format", "graphml")
    assert (named.returncode, named.stdout) == (Exit.OK, "")
    assert "5 papers, 4 links between them, 1 paper without any" in named.stderr
    assert run("graph", "-o", "n.xml", "--format", "nope").returncode == Exit.BAD_INPUT


def test_the_settings_file_and_a_taken_port(run, tmp_path):
    (tmp_path / "citeweave.toml").write_text('db = "of_the_file.db"\n')
    for command in ("browse", "status"):
        missing = run(command)
        assert missing.returncode == Exit.DATABASE
        assert "of_the_file.db" in missing.stderr
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        for command in ("browse", "sandbox"):
            refused = run(command, "--port", str(port))
            assert refused.returncode == Exit.USAGE
            assert f"choose another port: --port {port + 1}" in refused.stderr


def test_exit_codes(run, world, tmp_path):
    (tmp_path / "list.txt").write_text("2305.09955\n")
    (tmp_path / "empty.txt").write_text("")
    (tmp_path / "bad.txt").write_text("2305.09955\nnot an id at all 2310.1\n")
    (tmp_path / "text.db").write_text("This is not a database. " * 100)
    (tmp_path / "dir").mkdir()
    cases = {
        Exit.USAGE: [["enrich", "--nonsense"], ["nonsense"], ["graph"], ["status", "p.db"]],
        Exit.BAD_INPUT: [
            ["enrich", "missing.txt"],
            ["enrich", "empty.txt"],
            ["enrich", "dir"],
            ["enrich"],
            ["enrich", "list.txt", "--refresh", "soon"],
            ["enrich", "list.txt", "--refresh", "30"],
            ["enrich", "2305.09955"],
        ],
        Exit.DATABASE: [
            ["status", "--db", "none.db"],
            ["status", "--db", "text.db"],
            ["enrich", "list.txt", "--db", "text.db"],
            ["graph", "--db", "none.db", "-o", "x.graphml"],
            ["browse", "--db", "none.db"],
            ["rebuild", "--db", "none.db"],
        ],
        Exit.GAVE_UP: [["enrich", "list.txt", "--db", "g.db"], ["doctor"]],
    }
    for code, commands in cases.items():
        for arguments in commands:
            done = run(*arguments, **NOWHERE)
            assert (arguments, done.returncode) == (arguments, code), done.stderr
            assert done.stderr.strip()
            assert done.stdout == ""
    with Sandbox(world) as served:
        partial = run("enrich", "bad.txt", "--db", "p.db", **services(served))
        assert partial.returncode == Exit.PARTIAL
        assert "line 2" in partial.stderr
        refused = run(
            "enrich", "list.txt", "--db", "k.db", **services(served) | {"S2_API_KEY": "expired"}
        )
        assert refused.returncode == Exit.GAVE_UP
        assert "S2_API_KEY" in refused.stderr
    rows = sqlite3.connect(tmp_path / "k.db").execute(
        "SELECT source FROM records WHERE source <> 'list'"
    )
    assert rows.fetchall() == [("arxiv",)]
    rows.connection.close()


def test_a_newer_or_busy_database(run, world, tmp_path):
    (tmp_path / "list.txt").write_text("2305.09955\n")
    with Sandbox(world) as served:
        run("enrich", "list.txt", "--db", "p.db", **services(served))
        connection = sqlite3.connect(tmp_path / "p.db", isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")
        busy = run("enrich", "list.txt", "--db", "p.db", **services(served))
        assert (busy.returncode, "another process" in busy.stderr) == (Exit.DATABASE, True)
        connection.execute("ROLLBACK")
        connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) "
            "VALUES ('citeweave', 'm999_from_the_future', '2030')"
        )
        connection.close()
        for arguments in (["enrich", "list.txt"], ["status"], ["graph", "-o", "x.graphml"]):
            newer = run(*arguments, "--db", "p.db", **services(served))
            assert (newer.returncode, "newer citeweave" in newer.stderr) == (Exit.DATABASE, True)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal to send")
@pytest.mark.parametrize("loaded", ["click", "rich"])
def test_ctrl_c_while_it_is_loaded_ends_it_without_a_traceback(loaded, run, tmp_path):
    # One is loaded for every command, one for this command.
    (tmp_path / "first").mkdir()
    interrupt = "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(9)\n"
    (tmp_path / "first" / f"{loaded}.py").write_text(interrupt, "utf-8")
    path = os.pathsep.join([str(tmp_path / "first"), str(ROOT)])
    done = run("enrich", str(ROOT / "db" / "iclr2024.csv"), "--offline", PYTHONPATH=path)
    assert (done.returncode, done.stderr.strip()) == (Exit.INTERRUPTED, "")
    script = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["scripts"]
    assert script["citeweave"] == "enrich.__main__:main"


def test_ctrl_c_keeps_what_was_answered_and_the_next_run_goes_on(world, tmp_path):

    (tmp_path / "list.csv").write_text((ROOT / "db" / "iclr2024.csv").read_text())
    command = [sys.executable, "-m", "enrich", "enrich", "list.csv", "--db", "p.db"]
    with Sandbox(world, latency=0.4) as served:
        environment = {**os.environ, **services(served), "PYTHONPATH": str(ROOT)}
        child = subprocess.Popen(
            command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True
        )
        while len(served.log) < 3:
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        _, said = child.communicate(timeout=30)
        assert child.returncode == Exit.INTERRUPTED
        assert "Traceback" not in said
        assert "run the same command again" in said
        connection = sqlite3.connect(tmp_path / "p.db")
        kept = connection.execute("SELECT count(*) FROM answers").fetchone()[0]
        assert kept >= 2
        assert connection.execute("SELECT exit_code FROM runs").fetchall() == [(130,)]
        asked = len(served.log)
        done = subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, check=False
        )
        assert done.returncode == Exit.OK
        total = connection.execute("SELECT count(*) FROM answers").fetchone()[0]
        assert len(served.log) - asked == total - kept
        connection.close()
