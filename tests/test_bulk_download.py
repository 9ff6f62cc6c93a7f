"""Downloads from the stand-in of the Datasets API: cut, expired, of a wrong size, and updates."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import duckdb
import pytest
from bench.fetching import listed as write_listed

import graph
from db.bulk.release import load_release
from db.occupancy import occupied
from enrich.cli import citeweave, run
from enrich.enrichment import enrich
from enrich.errors import Exit
from enrich.progress import Quiet
from enrich.sandbox import (
    Dump,
    Sandbox,
    World,
    WorldOptions,
    dump_world,
    make_dump,
    make_world,
    write_list,
)
from enrich.sandbox.dumps import CITATIONS, PAPERS, read_shards
from enrich.sandbox.exchange import Broken, Question, Reply
from enrich.sources.base import Options

KEY = "sentinel-key-0123456789"
RELEASES = ("2026-11-10", "2026-11-17", "2026-11-24")


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(
        WorldOptions(papers=30, references_mean=12, references_sd=4, citations_mean=20)
    )


@pytest.fixture(scope="module")
def dumps(world) -> tuple[Dump, ...]:
    """Three releases: records change, go, and come back from one to the next."""
    whole = {name: read_shards(files) for name, files in dump_world(world).files.items()}
    first = {name: rows[:-40] for name, rows in whole.items()}
    second = {name: [*rows[:-60], *rows[-30:]] for name, rows in whole.items()}
    second[CITATIONS][5] = second[CITATIONS][5] | {"citedcorpusid": 900_000_001}
    one = make_dump(RELEASES[0], first)
    two = make_dump(RELEASES[1], second, before=one)
    return one, two, make_dump(RELEASES[2], whole, before=two)


class Place:
    """A folder, the stand-in, and what is said."""

    def __init__(self, folder: Path, monkeypatch, capfd) -> None:
        self.folder, self.out = folder, folder / "s2"
        self._monkeypatch, self._capfd = monkeypatch, capfd
        for name in ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
            monkeypatch.setenv(name, str(folder / name))
        for name, value in {
            "S2_API_KEY": KEY,
            "CITEWEAVE_S2_DATASETS_INTERVAL": "0",
            "CITEWEAVE_ARXIV_URL": "http://127.0.0.1:1/a",
            "CITEWEAVE_S2_URL": "http://127.0.0.1:1/s",
            "CITEWEAVE_RETRY_SCALE": "0.0001",
        }.items():
            monkeypatch.setenv(name, value)

    def download(self, served: Sandbox, *more: str, out: Path | None = None) -> int:
        return self.bulk(served, "download", "--out", str(out or self.out), *more)

    def bulk(self, served: Sandbox, *words: str) -> int:
        self._monkeypatch.setenv("CITEWEAVE_S2_DATASETS_URL", served.datasets_url)
        code = run(lambda: citeweave(["bulk", *words], standalone_mode=False))
        assert code is not None
        return code

    def captured(self):
        return self._capfd.readouterr()

    def said(self) -> str:
        return "".join(self.captured())

    def found(self, out: Path | None = None) -> dict[str, dict[str, bytes]]:
        return {
            name: {
                path.name: path.read_bytes()
                for path in sorted(((out or self.out) / name).glob("*.gz"))
            }
            for name in (PAPERS, CITATIONS)
        }


@pytest.fixture
def place(tmp_path, monkeypatch, capfd) -> Place:
    monkeypatch.chdir(tmp_path)
    return Place(tmp_path, monkeypatch, capfd)


Alter = Callable[[Question, Reply], Reply]


def is_file(question: Question) -> bool:
    return question.path.endswith(".gz")


def test_a_release_that_is_not_there_is_told_with_those_that_are(place, world, dumps):
    with Sandbox(world, dumps=dumps) as served:
        assert place.download(served, "--release", "2026-11-18") == Exit.BAD_INPUT
        said = place.said()
        assert "There is no release 2026-11-18" in said
        assert ", ".join(reversed(RELEASES)) in said
        asked = len(served.log)
        assert place.download(served, "--release", "2026-11-1") == Exit.BAD_INPUT
        assert "2026-11-1" in place.said()
        assert len(served.log) == asked
    assert not place.out.exists()


def test_a_release_is_fetched_whole_and_once(place, world, dumps):
    with Sandbox(world, dumps=dumps) as served:
        assert place.download(served) == Exit.OK
        first = len(served.log)
        assert place.download(served) == Exit.OK
        again = [visit.path for visit in served.log[first:]]
    assert place.found() == dumps[-1].files
    assert not [path for path in again if path.endswith(".gz")]
    release = load_release(place.out / CITATIONS)
    assert release is not None
    assert (release.release, release.is_whole, len(release.files)) == (RELEASES[-1], True, 3)
    files = [visit for visit in served.log if visit.service == "datasets"]
    assert {visit.status for visit in files} == {200}


def test_the_key_goes_to_the_service_alone_and_is_nowhere_else(place, world, dumps):
    keys: dict[bool, set[str]] = {True: set(), False: set()}
    signed: set[str] = set()

    def see(question: Question, reply: Reply) -> Reply:
        keys[is_file(question)].add(question.headers.get("x-api-key", ""))
        signed.update(question.params.values())
        if not is_file(question) and len(keys[False]) == 1:
            return replace(
                reply, body=reply.body.replace(b'"name":', b'"key": "%b", "name":' % KEY.encode())
            )
        return reply

    with Sandbox(world, dumps=dumps, alter=see) as served:
        assert place.download(served, "--json") == Exit.OK
    assert keys == {True: {""}, False: {KEY}}
    written = b"".join(path.read_bytes() for path in place.folder.rglob("*") if path.is_file())
    said = place.said().encode()
    for secret in (KEY, *signed):
        assert secret.encode() not in said + written


def test_releases_are_listed_and_one_is_described(place, world, dumps):
    with Sandbox(world, dumps=dumps) as served:
        assert place.bulk(served, "releases") == Exit.OK
        printed = place.captured()
        assert place.bulk(served, "releases", "--release", RELEASES[0], "--json") == Exit.OK
        described = json.loads(place.captured().out)
        assert place.bulk(served, "releases", "--release", "2020-01-01") != Exit.OK
        assert "There is no release 2020-01-01" in place.said()
        asked = len(served.log)
        assert place.bulk(served, "releases", "--release", "../x") == Exit.BAD_INPUT
        assert len(served.log) == asked
    assert printed.out.split() == list(reversed(RELEASES))
    size = sum(map(len, dumps[-1].files[PAPERS].values()))
    assert f"{RELEASES[-1]}, papers: Made papers of made papers. {size:,} bytes" in printed.err
    assert described["release"] == RELEASES[0]
    assert list(described["datasets"]) == [PAPERS, CITATIONS]


def test_without_a_key_it_says_what_to_do(place, world, dumps, monkeypatch):
    monkeypatch.delenv("S2_API_KEY")
    with Sandbox(world, dumps=dumps) as served:
        assert place.download(served) == Exit.GAVE_UP
    assert "S2_API_KEY" in place.said()


def test_cut_at_any_byte_it_resumes(place, world, dumps):
    """Every answer of every file breaks off, the first ones after a byte; no byte comes twice."""
    cuts: dict[str, int] = {}
    sent: list[int] = []

    def cut(question: Question, reply: Reply) -> Reply:
        if not is_file(question) or reply.status not in {200, 206}:
            return reply
        tries = cuts[question.path] = cuts.get(question.path, 0) + 1
        if tries > 6 or len(reply.body) < 8:
            sent.append(len(reply.body))
            return reply
        share = (1, 2, len(reply.body) // 3, len(reply.body) // 2, len(reply.body) - 1)[tries % 5]
        sent.append(share)
        return replace(reply, delivery=Broken(share / len(reply.body)))

    with Sandbox(world, dumps=dumps, alter=cut) as served:
        assert place.download(served) == Exit.OK
    assert place.found() == dumps[-1].files
    assert min(cuts.values()) > 3
    # Of what was under way when the connection broke, some is lost.
    whole = sum(len(body) for files in dumps[-1].files.values() for body in files.values())
    assert sum(sent) < 3 * whole
    assert not list(place.out.rglob("*.part"))


def test_a_process_that_ended_in_the_middle_goes_on(place, world, dumps):
    """Then the file on the server has changed: nothing of the old one is used."""

    def stop(question: Question, reply: Reply) -> Reply:
        is_cut = is_file(question) and "00001" in question.path
        return (
            replace(reply, delivery=Broken(0.5))
            if is_cut and reply.status == 200
            else (replace(reply, delivery=Broken(0)) if is_cut else reply)
        )

    with Sandbox(world, dumps=dumps, alter=stop) as served:
        assert place.download(served) == Exit.GAVE_UP
    assert "run the same command again" in place.said()
    (part,) = place.out.rglob("*.part")
    assert part.stat().st_size > 100
    changed = replace(
        dumps[-1],
        files={
            name: {file: body + body if file in part.name else body for file, body in files.items()}
            for name, files in dumps[-1].files.items()
        },
    )
    for releases in ((*dumps[:-1], changed), dumps):
        out = place.folder / f"to_{releases[-1] is changed}"
        place.out.rename(out) if not out.exists() and place.out.exists() else None
        with Sandbox(world, dumps=releases) as served:
            assert place.download(served, out=out) == Exit.OK
        assert place.found(out) == releases[-1].files


def test_an_expired_address_is_renewed(place, world, dumps):
    asked: list[str] = []
    served_by: list[Sandbox] = []

    def expire(question: Question, reply: Reply) -> Reply:
        asked.append(f"{question.path} {reply.status}")
        if is_file(question) and reply.status == 200:
            served_by[0].datasets.expire()
        return reply

    with Sandbox(world, dumps=dumps, alter=expire) as served:
        served_by.append(served)
        assert place.download(served) == Exit.OK
    assert place.found() == dumps[-1].files
    lists = [each for each in asked if "/dataset/" in each]
    assert len(lists) == 6  # two, and again for each file but the first
    assert any(each.endswith("403") for each in asked)


def test_an_address_that_never_holds_ends_it(place, world, dumps):
    def refuse(question: Question, reply: Reply) -> Reply:
        return Reply(403, b"", "text/xml") if is_file(question) else reply

    with Sandbox(world, dumps=dumps, alter=refuse) as served:
        assert place.download(served) == Exit.GAVE_UP
        assert len(served.log) < 40
    assert "does not hold" in place.said()


@pytest.mark.parametrize("how", ["shorter", "longer", "grown on disk"])
def test_a_size_that_does_not_match_is_an_error(place, world, dumps, how):
    def lie(question: Question, reply: Reply) -> Reply:
        if not is_file(question) or how == "grown on disk":
            return reply
        off = 7 if how == "shorter" else -7
        size = len(reply.body)
        first = int(question.headers.get("range", "bytes=0-")[6:-1])
        whole = size + first + off
        span = ("Content-Range", f"bytes {first}-{first + size - 1}/{whole}")
        return replace(reply, status=206, headers=(span,))

    if how == "grown on disk":
        with Sandbox(world, dumps=dumps[:1]) as served:
            assert place.download(served) == Exit.OK
        path = next((place.out / CITATIONS).glob("*.gz"))
        path.write_bytes(path.read_bytes() + b"more")
        words = ["bulk", "--citations", str(place.out / CITATIONS / "*.gz"), "--all", "--out", "x"]
        assert run(lambda: citeweave(words, standalone_mode=False)) == Exit.BAD_INPUT
        assert path.name in place.said()
        return
    with Sandbox(world, dumps=dumps, alter=lie) as served:
        assert place.download(served) == Exit.GAVE_UP
    assert "bytes came of a file of" in place.said()
    assert not list(place.out.rglob("*.gz"))


def test_what_was_lost_from_the_disk_is_fetched_again(place, world, dumps):
    """A shard of the release, one of a diff that is not the last, and one that grew."""
    with Sandbox(world, dumps=dumps[:1]) as served:
        assert place.download(served) == Exit.OK
    with Sandbox(world, dumps=dumps) as served:
        assert place.download(served) == Exit.OK
        before = {path: path.read_bytes() for path in place.out.rglob("*") if path.is_file()}
        lost = [
            next((place.out / CITATIONS).glob("*.gz")),
            next((place.out / CITATIONS / "diffs" / RELEASES[1]).rglob("*.gz")),
        ]
        for path in lost:
            path.unlink()
        grown = next((place.out / PAPERS).glob("*.gz"))
        grown.write_bytes(grown.read_bytes() + b"more")
        assert place.download(served) == Exit.OK
    assert {path: path.read_bytes() for path in place.out.rglob("*") if path.is_file()} == before


def test_files_of_other_names_are_not_put_beside_the_ones_that_are_there(place, world, dumps):
    """The release is made anew while it is fetched: both together would count records twice."""

    def stop(question: Question, reply: Reply) -> Reply:
        return Reply(404, b"", "text/xml") if "00001" in question.path else reply

    with Sandbox(world, dumps=dumps, alter=stop) as served:
        assert place.download(served) == Exit.GAVE_UP
    renamed = replace(
        dumps[-1],
        files={
            name: {f"new_{file}": body for file, body in files.items()}
            for name, files in dumps[-1].files.items()
        },
    )
    before = place.found()
    place.said()
    with Sandbox(world, dumps=(*dumps[:-1], renamed)) as served:
        assert place.download(served) == Exit.BAD_INPUT
    assert "no longer lists" in place.said()
    assert place.found() == before


def test_an_answer_from_another_byte_leaves_no_hole(place, world, dumps):
    cut: set[str] = set()

    def shift(question: Question, reply: Reply) -> Reply:
        if not is_file(question) or question.path in cut:
            return reply
        if reply.status == 206:
            cut.add(question.path)
            first = int(question.headers["range"][6:-1]) + 5
            size = first - 5 + len(reply.body)
            span = ("Content-Range", f"bytes {first}-{size - 1}/{size}")
            others = tuple(each for each in reply.headers if each[0] != "Content-Range")
            return replace(reply, body=reply.body[5:], headers=(span, *others))
        return replace(reply, delivery=Broken(0.5))

    with Sandbox(world, dumps=dumps, alter=shift) as served:
        assert place.download(served) == Exit.OK
    assert cut
    assert place.found() == dumps[-1].files


def test_a_page_in_place_of_a_shard_is_not_kept(place, world, dumps):
    def page(question: Question, reply: Reply) -> Reply:
        return Reply(200, b"<html>Log in</html>", "text/html") if is_file(question) else reply

    with Sandbox(world, dumps=dumps, alter=page) as served:
        assert place.download(served) == Exit.GAVE_UP
    assert "not gzipped" in place.said()
    assert not [path for path in place.out.rglob("*") if path.suffix in {".gz", ".part"}]


def test_two_downloads_at_once_do_not_write_the_same_files(place, world, dumps):
    with Sandbox(world, dumps=dumps) as served, occupied(place.out / CITATIONS):
        assert place.download(served, "--dataset", CITATIONS) == Exit.BAD_INPUT
    assert "is being written by another citeweave" in place.said()


def test_a_list_of_diffs_that_changes_meanwhile_is_told(place, world, dumps):
    with Sandbox(world, dumps=dumps[:1]) as served:
        assert place.download(served) == Exit.OK
    asked = 0

    def change(question: Question, reply: Reply) -> Reply:
        nonlocal asked
        if "/diffs/" not in question.path or is_file(question):
            return reply
        asked += 1
        told = {**json.loads(reply.body), "diffs": []}
        return replace(reply, body=json.dumps(told).encode()) if asked == 2 else reply

    with Sandbox(world, dumps=dumps, alter=change) as served:
        assert place.download(served) == Exit.GAVE_UP
    assert "no diff that starts from" in place.said()


def test_an_earlier_release_is_brought_up_to_date_by_its_diffs(place, world, dumps):
    """What the diffs lead to is what the later release has, also when broken off in between."""
    with Sandbox(world, dumps=dumps[:1]) as served:
        assert place.download(served) == Exit.OK
    left = 3

    def stop(question: Question, reply: Reply) -> Reply:
        nonlocal left
        if is_file(question):
            left -= 1
        return Reply(404, b"", "text/xml") if is_file(question) and left < 0 else reply

    with Sandbox(world, dumps=dumps, alter=stop) as served:
        assert place.download(served) == Exit.GAVE_UP
    with Sandbox(world, dumps=dumps) as served:
        assert place.download(served) == Exit.OK
        fetched = {visit.path.split("/")[2] for visit in served.log if visit.path.endswith(".gz")}
        assert fetched == set(RELEASES[1:])
        whole = place.folder / "whole"
        assert place.download(served, out=whole) == Exit.OK
    tables = {}
    for folder in (place.out, whole):
        words = ["bulk", "--all", "--out", str(folder / "tables")]
        for name in (PAPERS, CITATIONS):
            words += [f"--{name}", str(folder / name / "*.gz")]
        (place.folder / "list.csv").write_text(write_list(world.listed), "utf-8")
        words += ["--list", "list.csv"]
        assert run(lambda words=words: citeweave(words, standalone_mode=False)) == Exit.OK
        told = json.loads((folder / "tables" / "manifest.json").read_text())
        assert told["release"] == RELEASES[-1]
        tables[folder] = {
            name: duckdb.execute(
                f"SELECT * FROM read_parquet('{folder}/tables/{name}/*')"
            ).fetchall()
            for name in told["tables"]
        }
    assert tables[place.out] == tables[whole]
    assert tables[whole]["induced"]


def test_the_induced_network_is_the_one_that_the_api_gives(place, tmp_path):
    """The same world, asked through both services and read from its dump."""
    world = make_world(WorldOptions(papers=80))
    with Sandbox(world) as served:
        assert place.download(served) == Exit.OK
        database = tmp_path / "asked.db"
        settings = served.settings(database, retry_scale=0.001)
        lists = [("made", write_listed(world))]
        result = enrich(settings, lists, Options(resolve=False), Quiet())
    assert (result.exit_code, result.left) == (Exit.OK, 0)
    (tmp_path / "list.csv").write_text(write_list(world.listed), "utf-8")
    words = ["bulk", "--list", "list.csv", "--out", "tables", "--db", "read.db"]
    words += [f"--citations={place.out / CITATIONS}/*.gz", f"--papers={place.out / PAPERS}/*.gz"]
    assert run(lambda: citeweave(words, standalone_mode=False)) == Exit.OK
    asked = links_of(graph.load(database))
    assert len(asked) > 50
    assert links_of(graph.load("tables")) == asked
    assert links_of(graph.load("read.db")) == asked
    both = [graph.load(each, "coupling") for each in (database, "tables", "read.db")]
    assert both[0].number_of_edges() > 20
    for each in both[1:]:
        # Publishers withhold some references from the API; here the dump has them.
        known = {key for key in both[0] if both[0].degree(key)}
        pairs = {frozenset(pair): w for *pair, w in both[0].edges(data="weight")}
        theirs = {frozenset(p): w for *p, w in each.edges(data="weight") if known.issuperset(p)}
        assert theirs == pairs


def links_of(network) -> set[tuple[str, str]]:
    return set(network.edges)
