"""The key: whatever goes wrong, it is in no output, no log, no file and no database."""

import logging
import os
import sqlite3
import subprocess
import sys
import threading
import traceback
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from io import StringIO
from pathlib import Path
from socket import create_server

import pytest

from db.store import Store
from enrich.cli import citeweave, run
from enrich.errors import Exit
from enrich.sandbox import FaultPlan, Sandbox, World, WorldOptions, make_world, write_list
from enrich.sandbox.exchange import Question, Reply
from enrich.sandbox.fault_kinds import KINDS
from enrich.sources import semantic_scholar

ROOT = Path(__file__).parents[1]
SENTINEL = "sentinel-key-0123456789"
# Prints all that the libraries log, and what only debugging shows.
VERBOSE = "import logging; logging.basicConfig(level=1); from enrich.cli import main; main()"


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(WorldOptions(papers=6, references_mean=6, references_sd=2, citations_mean=6))


class Place:
    """A folder in which the command is run with the key, and all that is said there."""

    def __init__(self, folder: Path, world: World, logged: StringIO, capfd, monkeypatch) -> None:
        self.folder = folder
        self.monkeypatch = monkeypatch
        self._logged = logged
        self._capfd = capfd
        self._said = ""
        (folder / "list.csv").write_text(write_list(world.listed), "utf-8")

    def set(self, **variables: str) -> None:
        for name, value in variables.items():
            self.monkeypatch.setenv(name, value)

    def ask(self, served: Sandbox) -> None:
        """Let the services be this sandbox."""
        self.set(CITEWEAVE_ARXIV_URL=served.arxiv_url, CITEWEAVE_S2_URL=served.s2_url)

    def run(self, *arguments: str) -> int | None:
        """Return the exit code; None where the command crashed, which Python then tells."""
        try:
            return run(lambda: citeweave(list(arguments), standalone_mode=False))
        except Exception as error:
            told = traceback.TracebackException.from_exception(error, capture_locals=True)
            self._said += "".join(told.format())
            return None

    def enrich(self, *options: str) -> int | None:
        return self.run("enrich", "list.csv", "--db", "p.db", *options)

    def said(self) -> str:
        self._said += "".join(self._capfd.readouterr())
        return self._said + self._logged.getvalue()

    def traces(self) -> list[str]:
        """Return where the key is."""
        told = ["what was said"] if SENTINEL in self.said() else []
        # All is read before SQLite opens a file, which folds its log into it.
        found = {path: path.read_bytes() for path in self.folder.rglob("*") if path.is_file()}
        return told + [where for each in found.items() for where in traces(*each)]


def traces(path: Path, content: bytes) -> Iterator[str]:
    """Yield the places in a file where the key is, compressed ones too."""
    if has_key(content):
        yield path.name
    if content.startswith(b"SQLite format 3"):
        with closing(sqlite3.connect(path)) as connection:
            names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            for (table,) in names.fetchall():
                for row in connection.execute(f'SELECT * FROM "{table}"'):
                    if any(has_key(value) for value in row):
                        yield f"{path.name}: {table}"


def has_key(value: object) -> bool:
    if not isinstance(value, bytes):
        return SENTINEL in str(value)
    if SENTINEL.encode() in value:
        return True
    with suppress(zlib.error):
        return SENTINEL.encode() in zlib.decompressobj(32 + zlib.MAX_WBITS).decompress(value)
    return False


@pytest.fixture
def place(tmp_path, world, capfd, monkeypatch) -> Iterator[Place]:
    logged = StringIO()
    handler = logging.StreamHandler(logged)
    root = logging.getLogger()
    monkeypatch.setattr(root, "level", 1)
    logging.Logger.manager._clear_cache()
    root.addHandler(handler)
    monkeypatch.chdir(tmp_path)
    here = Place(tmp_path, world, logged, capfd, monkeypatch)
    for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        here.set(**{name: str(tmp_path / name)})
    here.set(
        S2_API_KEY=f" {SENTINEL}\n",
        NO_PROXY="127.0.0.1",
        PYTHONASYNCIODEBUG="1",
        CITEWEAVE_ARXIV_INTERVAL="0",
        CITEWEAVE_S2_INTERVAL="0",
        CITEWEAVE_RETRY_SCALE="0.0001",
    )
    yield here
    root.removeHandler(handler)
    logging.Logger.manager._clear_cache()


def echo(question: Question, reply: Reply) -> Reply:
    """Repeat the key in the body, as the error pages of some proxies do."""
    body, key = reply.body, question.headers.get("x-api-key", "").encode()
    assert question.service != "s2" or key == SENTINEL.encode()
    for start in (b'"title": "', b'"error": "', b'"message": "', b"<body>", b"Rate exceeded."):
        body = body.replace(start, start + key + b" ")
    return replace(reply, body=body)


def say_status(status: int) -> Callable[[Question, Reply], Reply]:
    def alter(question: Question, reply: Reply) -> Reply:
        refused = Reply(status, b'{"message": "Forbidden"}', "application/json")
        return echo(question, refused) if question.service == "s2" else reply

    return alter


@contextmanager
def listener(answer: bytes) -> Iterator[tuple[int, list[bytes]]]:
    """Yield a port and all that is said to it; it answers everything alike."""
    heard: list[bytes] = []

    def listen() -> None:
        with suppress(OSError):
            while True:
                connection, _ = server.accept()
                with connection, suppress(OSError):
                    heard.append(connection.recv(65536))
                    connection.sendall(answer)

    with create_server(("127.0.0.1", 0)) as server:
        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        yield server.getsockname()[1], heard
        server.shutdown(2)
    thread.join()


@pytest.mark.parametrize("kind", KINDS)
def test_through_each_kind_of_fault(kind, place, world):
    storm = {"rate": 1, "kinds": [kind]}
    plan = {"arxiv": storm, "s2": storm, "most_in_a_row": 1, "size": 42 * 2**20, "stall": 0}
    with Sandbox(world, faults=FaultPlan.of(plan), alter=echo) as served:
        place.ask(served)
        assert place.enrich() == Exit.OK
        assert any(visit.fault for visit in served.log)
    assert place.traces() == []


@pytest.mark.parametrize("status", [400, 401, 403, 404, 500])
def test_through_every_refusal(status, place, world):
    with Sandbox(world, alter=say_status(status)) as served:
        place.ask(served)
        assert place.enrich() == (Exit.PARTIAL if status == 400 else Exit.GAVE_UP)
    assert "[key]" in place.said() + (place.folder / "p.db").read_bytes().decode("latin-1")
    assert place.traces() == []


def test_it_does_not_follow_to_another_host(place, world):
    with listener(b"HTTP/1.1 204 No Content\r\n\r\n") as (elsewhere, heard):

        def alter(question: Question, reply: Reply) -> Reply:
            there = (("Location", f"http://localhost:{elsewhere}/graph/v1/paper/batch"),)
            return replace(reply, status=307, headers=there)

        with Sandbox(world, alter=alter) as served:
            place.ask(served)
            assert place.enrich() == Exit.GAVE_UP
    assert heard == []
    assert place.traces() == []


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_proxy_never_sees_it(scheme, place, world):
    """Nor does any host that is asked in clear text."""
    no = b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    with listener(no) as (proxy, heard), Sandbox(world) as served:
        place.ask(served)
        place.set(
            **{f"{scheme.upper()}_PROXY": f"http://127.0.0.1:{proxy}"},
            CITEWEAVE_S2_URL=f"{scheme}://elsewhere.invalid/graph/v1",
        )
        assert place.enrich() == Exit.GAVE_UP
        assert place.run("doctor", "--json") == Exit.GAVE_UP
    assert heard
    assert SENTINEL.encode() not in b"".join(heard)
    assert place.traces() == []


def test_through_an_answer_that_breaks_the_protocol(place, world):
    """What the libraries log of it is theirs; what we say and store of it is ours."""
    logging.getLogger().setLevel(logging.WARNING)
    wrong = f"HTTP/1.1 200 OK\r\n{SENTINEL} is no header\r\n\r\n".encode()
    with listener(wrong) as (port, heard), Sandbox(world) as served:
        place.ask(served)
        place.set(CITEWEAVE_S2_URL=f"http://127.0.0.1:{port}/graph/v1")
        assert place.enrich() == Exit.GAVE_UP
        assert any(SENTINEL.encode() in request for request in heard)
    assert "[key] is no header" in place.said()
    assert place.traces() == []


@pytest.mark.parametrize(
    ("where", "name", "code"),
    [(semantic_scholar, "read_batch", Exit.GAVE_UP), (Store, "save", None)],
)
def test_through_a_crash_inside_a_parser_and_inside_the_writer(where, name, code, place, world):
    def crash(*_: object) -> None:
        raise RuntimeError("what nobody thought of")

    with Sandbox(world) as served:
        place.ask(served)
        place.monkeypatch.setattr(where, name, crash)
        assert place.enrich() == code
    assert ("what nobody thought of" in place.said()) == (code is None)
    assert place.traces() == []


def test_all_that_the_command_shows_and_writes(place, world):
    with Sandbox(world, alter=echo) as served:
        place.ask(served)
        assert place.enrich("--contexts", "--embeddings", "--json") == Exit.OK
        for arguments in (
            ["enrich", "list.csv", "--db", "p.db", "--dry-run", "--json"],
            ["status", "--db", "p.db", "--json"],
            ["doctor", "--json"],
            ["doctor", "--offline"],
            ["snapshot", "kept", "--db", "p.db"],
            ["rebuild", "kept", "--db", "copy.db"],
            ["graph", "--db", "p.db", "-o", "p.graphml"],
        ):
            assert place.run(*arguments) == Exit.OK, arguments
    assert '"present"' in place.said()
    assert list(place.folder.rglob("*.pause")) + list(place.folder.rglob("*.start"))
    assert place.traces() == []


def test_a_process_that_logs_everything_through_all_kinds_at_once(place, world):
    plan = {"s2": {"rate": 0.5}, "arxiv": {"rate": 0.5}, "size": 42 * 2**20, "stall": 0}
    with Sandbox(world, faults=FaultPlan.of(plan), alter=echo) as served:
        place.ask(served)
        done = subprocess.run(
            [sys.executable, "-X", "dev", "-c", VERBOSE, "enrich", "list.csv", "--contexts"],
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == Exit.OK, done.stderr[-2000:]
        assert len({visit.fault for visit in served.log}) > 5
    assert "DEBUG:httpcore" in done.stderr
    assert SENTINEL not in done.stdout + done.stderr
    assert place.traces() == []


def test_a_key_that_lies_somewhere_is_found(place):
    """The search itself: in plain files, in packed ones, in packed values of a database."""
    packed = zlib.compress(SENTINEL.encode() * 20)
    (place.folder / "plain").write_text(f"a {SENTINEL}")
    (place.folder / "packed").write_bytes(packed)
    with closing(sqlite3.connect(place.folder / "x.db")) as connection, connection:
        connection.execute("CREATE TABLE answers (body BLOB)")
        connection.execute("INSERT INTO answers VALUES (?)", (packed,))
    assert sorted(place.traces()) == ["packed", "plain", "x.db: answers"]
    print(SENTINEL)
    assert "what was said" in place.traces()
