"""The command where the machine, the network or the list is against it: what it says, the exit
code, what is left, and how much memory it takes.
"""

import gzip
import json
import os
import shutil
import sqlite3
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from bench.content import content, differences, faults
from bench.fetching import environment

from enrich.errors import Exit
from enrich.sandbox import FaultPlan, Sandbox, World, WorldOptions, make_world, write_list
from enrich.sandbox.exchange import Padded, Question, Reply

# The most memory that it ever held, noted by itself: the system's count has the parent's in it.
NOTING = """
import atexit, pathlib, sys
def note():
    status = pathlib.Path("/proc/self/status").read_text().split()
    pathlib.Path(sys.argv[0]).write_text(status[status.index("VmHWM:") + 1])
sys.argv = sys.argv[1:]
atexit.register(note)
from enrich.cli import main
main()
"""
MEGABYTES = 2**20


@dataclass(frozen=True)
class Done:
    """How a command ended. `peak` in bytes."""

    code: int
    said: str
    peak: int


@dataclass(frozen=True)
class Machine:
    """A folder with a list in it, and services that answer."""

    folder: Path
    served: Sandbox

    @property
    def database(self) -> Path:
        return self.folder / "p.db"

    def run(self, *arguments: str, within: Sequence[str] = (), **variables: str) -> Done:
        """Run the command; `within` is what it is run by."""
        peak = self.folder / "peak"
        done = subprocess.run(
            [*within, sys.executable, "-c", NOTING, str(peak), *arguments],
            cwd=self.folder,
            env=environment(self.served, self.folder) | variables,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert "Traceback" not in done.stderr, done.stderr
        held = int(peak.read_text()) * 1024 if peak.exists() else 0
        return Done(done.returncode, done.stderr, held)

    def enrich(self, *options: str, within: Sequence[str] = (), **variables: str) -> Done:
        return self.run("enrich", "list.csv", "--db", "p.db", *options, within=within, **variables)


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(WorldOptions(papers=30, citations_mean=20))


@pytest.fixture
def machine(tmp_path, world) -> Iterator[Machine]:
    with on_machine(tmp_path, world) as made:
        yield made


@contextmanager
def on_machine(folder: Path, world: World, **options: object) -> Iterator[Machine]:
    (folder / "list.csv").write_text(write_list(world.listed), "utf-8")
    with Sandbox(world, **options) as served:
        yield Machine(folder, served)


def rows(database: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute(query).fetchall()


# Disks and rights


def on_disk(script: str) -> list[str]:
    """Return what runs a command where `script` has mounted a disk; skip where nobody may."""
    if not shutil.which("unshare"):
        pytest.skip("a disk is made by unshare, which is not here")
    within = ["unshare", "-rm", "sh", "-c", script, "sh"]
    if subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here, not even for one process")
    return within


# Of the file system itself, or of what one may take of it.
FULL = {"disk": "mount -t tmpfs -o size=1200k none disk", "quota": "ulimit -f 1200"}


@pytest.mark.parametrize("what", FULL)
def test_a_full_disk_loses_nothing_that_was_answered(what, machine, world, tmp_path):
    calm = tmp_path / "calm"
    calm.mkdir()
    with on_machine(calm, world) as undisturbed:
        assert undisturbed.enrich().code == Exit.OK
    for folder in ("disk", "rescued"):
        (tmp_path / folder).mkdir()
    script = f'{FULL[what]} && "$@"; code=$?; cp disk/* rescued; exit $code'
    within = on_disk(script) if what == "disk" else ["sh", "-c", script, "sh"]
    full = machine.run("enrich", "list.csv", "--db", "disk/p.db", within=within)
    assert (full.code, "takes no more" in full.said) == (Exit.DATABASE, True), full
    assert "make room and run the same command again" in full.said
    rescued = tmp_path / "rescued" / "p.db"
    assert faults(rescued) == []
    ((kept,),) = rows(rescued, "SELECT count(*) FROM answers")
    assert kept > 0
    asked = len(machine.served.log)
    assert machine.run("enrich", "list.csv", "--db", "rescued/p.db").code == Exit.OK
    assert differences(content(calm / "p.db"), content(rescued)) == []
    ((total,),) = rows(rescued, "SELECT count(*) FROM answers")
    assert len(machine.served.log) - asked == total - kept


@pytest.mark.parametrize("blocks", [1, 30, 100, 300])
def test_a_disk_that_fills_while_the_database_is_made_leaves_none_that_is_refused(blocks, machine):
    within = ["sh", "-c", f'ulimit -f {blocks} && exec "$@"', "sh"]
    full = machine.enrich("--offline", within=within)
    assert (full.code, "takes no more" in full.said) == (Exit.DATABASE, True), full
    assert machine.run("status", "--db", "p.db").code == Exit.DATABASE
    again = machine.enrich("--offline")
    assert again.code == Exit.OK, again.said
    assert rows(machine.database, "SELECT count(*) FROM listed") == [(30,)]


def test_a_disk_that_only_reads_is_read_and_not_written(machine, tmp_path):
    assert machine.enrich("--offline").code == Exit.OK
    (tmp_path / "disk").mkdir()
    within = on_disk(
        "mount -t tmpfs -o size=9m none disk && cp p.db disk && mount -o remount,ro disk "
        '&& exec "$@"'
    )
    for arguments in (["enrich", "list.csv"], ["enrich", "list.csv", "--dry-run"], ["rebuild"]):
        refused = machine.run(*arguments, "--db", "disk/p.db", within=within)
        assert refused.code == Exit.DATABASE, (arguments, refused)
        assert "cannot be written" in refused.said
    refused = machine.run("enrich", "list.csv", "--db", "disk/new.db", within=within)
    assert (refused.code, "cannot be written" in refused.said) == (Exit.DATABASE, True)
    for arguments in (["status"], ["graph", "-o", "n.graphml"], ["snapshot", "kept"]):
        assert machine.run(*arguments, "--db", "disk/p.db", within=within).code == Exit.OK
    refused = machine.run("graph", "--db", "p.db", "-o", "disk/n.graphml", within=within)
    assert (refused.code, "Read-only" in refused.said) == (Exit.BAD_INPUT, True)


def without_privilege() -> list[str]:
    """Return what runs a command as one for whom rights count; they do not for root."""
    if os.getuid():
        return []
    caps = "-dac_override,-dac_read_search"
    within = ["setpriv", "--bounding-set", caps, "--inh-caps", caps]
    if not shutil.which("setpriv") or subprocess.run([*within, "true"], check=False).returncode:
        pytest.skip("rights do not count for root, and setpriv is not here to give that up")
    return within


def test_without_rights(machine, tmp_path):
    within = without_privilege()
    assert machine.enrich("--offline").code == Exit.OK
    closed = tmp_path / "closed"
    closed.mkdir()
    shutil.copy(machine.database, closed / "p.db")
    shutil.copy(machine.database, tmp_path / "unreadable.db")
    shutil.copy(tmp_path / "list.csv", tmp_path / "unreadable.csv")
    before = (closed / "p.db").read_bytes()
    for path, mode in (
        (closed / "p.db", 0o444),
        (closed, 0o555),
        (tmp_path / "unreadable.db", 0),
        (tmp_path / "unreadable.csv", 0),
    ):
        path.chmod(mode)
    try:
        for database in ("closed/p.db", "closed/new.db", "unreadable.db"):
            refused = machine.run("enrich", "list.csv", "--db", database, within=within)
            assert (refused.code, database in refused.said) == (Exit.DATABASE, True), refused
            assert "Check the folder's rights" in refused.said
        unread = machine.run("enrich", "unreadable.csv", "--db", "x.db", within=within)
        assert (unread.code, "cannot be read" in unread.said) == (Exit.BAD_INPUT, True)
        assert machine.run("status", "--db", "closed/p.db", within=within).code == Exit.OK
        # The notes for other processes have no place, which is said; the job goes on.
        alone = machine.enrich(within=within, XDG_CACHE_HOME=str(closed / "cache"))
        assert (alone.code, "run only this one" in alone.said) == (Exit.OK, True)
        assert (closed / "p.db").read_bytes() == before
    finally:
        closed.chmod(0o755)


# Networks


def test_no_such_host_and_a_proxy_that_is_down(machine):
    lost = machine.enrich(CITEWEAVE_S2_URL="http://nowhere.invalid/graph/v1")
    assert (lost.code, "Are you online?" in lost.said) == (Exit.GAVE_UP, True)
    assert "no such host" in lost.said
    assert rows(machine.database, "SELECT count(*) FROM records WHERE source = 'arxiv'")[0][0] > 20
    proxied = machine.enrich(
        CITEWEAVE_S2_URL="https://nowhere.invalid/graph/v1", HTTPS_PROXY="http://127.0.0.1:9"
    )
    assert (proxied.code, "not reachable" in proxied.said) == (Exit.GAVE_UP, True)
    assert machine.enrich().code == Exit.OK


def test_a_certificate_of_ones_own_is_refused_until_it_is_named(machine, world, tmp_path):
    if not shutil.which("openssl"):
        pytest.skip("certificates are made by openssl, which is not here")
    made = subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-keyout", "key.pem", "-out", "cert.pem", "-subj", "/CN=localhost"),
            *("-addext", "subjectAltName=DNS:localhost"),
        ],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    sandbox = Sandbox(world)
    sandbox._server.socket = context.wrap_socket(sandbox._server.socket, server_side=True)
    with sandbox:
        url = sandbox.s2_url.replace("http://127.0.0.1", "https://localhost")
        refused = machine.enrich(CITEWEAVE_S2_URL=url)
        assert refused.code == Exit.GAVE_UP
        assert "its certificate is not accepted" in refused.said
        assert "SSL_CERT_FILE" in refused.said
        named = machine.enrich(CITEWEAVE_S2_URL=url, SSL_CERT_FILE=str(tmp_path / "cert.pem"))
        assert named.code == Exit.OK, named.said


def test_a_clock_that_was_set_back(machine, tmp_path):
    """Notes of a pace from a time that is still to come keep nobody waiting."""
    assert machine.enrich().code == Exit.OK
    notes = [*(tmp_path / ".cache").rglob("*.start"), *(tmp_path / ".cache").rglob("*.pause")]
    assert notes
    for note in notes:
        _, length = json.loads(note.read_text())
        note.write_text(json.dumps([time.time() + 10**8, length]))
    with closing(sqlite3.connect(machine.database)) as connection, connection:
        connection.execute("UPDATE fetches SET at = '2999-01-01T00:00:00.000Z'")
    assert machine.enrich().code == Exit.OK
    again = machine.run("enrich", "list.csv", "--db", "new.db")
    assert again.code == Exit.OK
    assert differences(content(machine.database), content(tmp_path / "new.db")) == []


# Lists


def test_a_list_of_100_megabytes_is_read_in_bounded_memory(machine, world):
    table = write_list(world.listed).splitlines()
    notes = "n" * (100 * MEGABYTES // len(table))
    lines = [f"{table[0]},notes", *(f"{line},{notes}" for line in table[1:])]
    (machine.folder / "list.csv").write_text("\n".join(lines), "utf-8")
    done = machine.enrich("--offline")
    assert done.code == Exit.OK
    assert rows(machine.database, "SELECT count(*) FROM listed") == [(30,)]
    assert done.peak < 400 * MEGABYTES


@pytest.mark.parametrize("encoding", ["utf-8-sig", "latin-1", "cp1252", "utf-16"])
def test_a_list_in_any_encoding(encoding, machine):
    title = "Größe, naïveté and señales"
    table = f'title,arxiv_id\r\n"{title}",2305.09955\r\n'
    (machine.folder / "list.csv").write_bytes(table.encode(encoding))
    assert machine.enrich("--offline").code == Exit.OK
    assert rows(machine.database, "SELECT title, key FROM listed") == [(title, "arxiv:2305.09955")]


# Answers


@pytest.mark.parametrize("is_packed", [False, True])
def test_an_answer_of_a_gigabyte_is_not_taken_in(is_packed, tmp_path, world):
    packed = gzip.compress(bytes(2**30), compresslevel=1) if is_packed else b""

    def alter(question: Question, reply: Reply) -> Reply:
        if b"ARXIV:" not in question.body:
            return reply
        if is_packed:
            return replace(reply, body=packed, headers=(("Content-Encoding", "gzip"),))
        return replace(reply, delivery=Padded(2**30))

    with on_machine(tmp_path, world, alter=alter) as machine:
        done = machine.enrich()
        assert (done.code, "larger than 40 MB" in done.said) == (Exit.GAVE_UP, True)
        assert done.peak < 300 * MEGABYTES
        records = rows(machine.database, "SELECT count(*) FROM records WHERE source = 'arxiv'")
        assert records[0][0] > 20


def test_entities_that_expand_to_gigabytes_are_not_expanded(tmp_path, world):
    plan = FaultPlan.of({"arxiv": {"rate": 1, "kinds": ["bomb"]}, "most_in_a_row": 10**6})
    with on_machine(tmp_path, world, faults=plan) as machine:
        done = machine.enrich()
        assert (done.code, "no whole Atom feed" in done.said) == (Exit.GAVE_UP, True), done.said
        assert done.peak < 200 * MEGABYTES
        assert rows(machine.database, "SELECT count(*) FROM records WHERE source = 's2'")[0][0] > 20
