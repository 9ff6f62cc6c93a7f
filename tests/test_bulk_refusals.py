"""Dumps that are broken, and orders that cannot be carried out: each ends in one sentence."""

import gzip
import json
from contextlib import closing
from pathlib import Path

import pytest
from bulk_runs import bulk, shards_with
from shards import RELEASE, citation_row, write_shard

from db.bulk.engine import open_engine
from db.bulk.errors import EngineError
from db.bulk.release import File, Release, save_release
from enrich.errors import Exit

GOOD = gzip.compress(
    b"".join(json.dumps(citation_row(n, n, n + 2)).encode() + b"\n" for n in range(3000))
)


GOOD_LINE = json.dumps(citation_row(1, 1, 2)).encode()


BROKEN = {
    "cut short": ("1_bad.gz", GOOD[: len(GOOD) // 2]),
    "without its end": ("1_bad.gz", GOOD[:-6]),
    "without the suffix": ("1_bad", GOOD),
    "not gzipped": ("1_bad.gz", gzip.decompress(GOOD)),
    "a bad line": ("1_bad.gz", gzip.compress(gzip.decompress(GOOD) + b'{"citing\n')),
    "a line of another kind": ("1_bad.gz", gzip.compress(b'{"citingcorpusid": "no"}\n')),
    "a fraction": ("1_bad.gz", gzip.compress(b'{"citingcorpusid": 8.7}\n')),
    "two records on a line": ("1_bad.gz", gzip.compress(GOOD_LINE + b" " + GOOD_LINE + b"\n")),
    "a list of records": ("1_bad.gz", gzip.compress(b"[" + GOOD_LINE + b"]\n")),
    "an empty list": ("1_bad.gz", gzip.compress(b"[]\n")),
    "something after it": ("1_bad.gz", gzip.compress(GOOD_LINE + b" x\n")),
    "zeros after its end": ("1_bad.gz", GOOD + bytes(100)),
    "nothing in it": ("1_bad.gz", gzip.compress(b"")),
    "not a byte": ("1_bad.gz", b""),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_shard_is_named_in_one_sentence(what, tmp_path, capsys):
    pattern = shards_with(tmp_path, *BROKEN[what])
    code = bulk("--citations", pattern, "--all", "--out", tmp_path / "out")
    said = capsys.readouterr().err
    assert code == Exit.BAD_INPUT
    (told,) = [line for line in said.splitlines() if line.startswith("citeweave: ")]
    assert "1_bad" in told
    assert "Traceback" not in said
    assert not (tmp_path / "out").exists()


def test_a_file_beside_those_of_the_release_is_refused(tmp_path, capsys):
    """Its records would count twice."""
    path = write_shard(tmp_path / "c" / "1.gz", [citation_row(1, 1, 2)])
    files = (File(name="1.gz", size=path.stat().st_size, sha256=""),)
    save_release(
        tmp_path / "c", Release(dataset="citations", base=RELEASE, files=files, is_complete=True)
    )
    words = ["--citations", tmp_path / "c" / "*.gz", "--all", "--out", tmp_path / "out"]
    (tmp_path / "c" / "copy of 1.gz").write_bytes(path.read_bytes())
    assert bulk(*words) == Exit.BAD_INPUT
    assert "copy of 1.gz is not one of the files of the release" in capsys.readouterr().err
    (tmp_path / "c" / "copy of 1.gz").unlink()
    assert bulk(*words) == Exit.OK


def test_what_cannot_be_written_is_no_fault_of_a_shard(tmp_path):
    engine = open_engine("duckdb", 10**9, tmp_path)
    (tmp_path / "links" / "part-00000.parquet").mkdir(parents=True)
    with closing(engine), pytest.raises(EngineError, match="part-00000"):
        engine.write("links", "SELECT 1 AS citing", tmp_path / "links")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_is_told_as_one(tmp_path):
    engine = open_engine("duckdb", 10**9, tmp_path)
    with closing(engine), pytest.raises(EngineError, match="The disk takes no more"):
        engine.ask("COPY (SELECT 1 AS citing) TO '/dev/full' (FORMAT parquet)")


def test_an_empty_folder_and_a_folder_itself_are_told(tmp_path, capsys):
    (tmp_path / "c").mkdir()
    for pattern in (tmp_path / "c" / "*.gz", tmp_path / "c", tmp_path / "nowhere" / "*.gz"):
        code = bulk("--citations", pattern, "--all", "--out", tmp_path / "out")
        assert code == Exit.BAD_INPUT
        assert str(pattern) in capsys.readouterr().err


def test_patterns_that_the_shell_has_replaced_are_told(made, listed, tmp_path, capsys):
    shards = sorted(Path(made.citations).parent.glob("*.gz"))
    code = bulk("--citations", *shards, "--list", listed, "--out", tmp_path / "out")
    assert code == Exit.USAGE
    assert f"'{made.citations}'" in capsys.readouterr().err


def test_a_release_that_the_shards_are_not_of_is_told(listed, tmp_path, capsys):
    path = write_shard(tmp_path / "c" / "1.gz", [citation_row(1, 1, 2)])
    file = File(name="1.gz", size=path.stat().st_size, sha256="")
    save_release(
        tmp_path / "c",
        Release(dataset="citations", base=RELEASE, files=(file,), is_complete=True),
    )
    words = ("--citations", tmp_path / "c" / "*.gz", "--all", "--out", tmp_path / "out")
    assert bulk(*words, "--release", "2024-01-02") == Exit.BAD_INPUT
    said = capsys.readouterr().err
    assert "2024-01-02" in said
    assert RELEASE in said
    assert "different releases" not in said
    assert bulk(*words, "--release", RELEASE) == Exit.OK


def test_what_cannot_be_done_is_told_before_anything_is_read(made, listed, tmp_path, capsys):
    out = tmp_path / "out"
    words = ["--citations", made.citations, "--out", out]
    bare = tmp_path / "bare.txt"
    bare.write_text("2301.00001\n")
    for more, told in (
        ([], "--list"),
        (["--list", bare], "--papers"),
        (["--all", "--memory", "much"], "memory"),
        (["--all", "--memory", "10MB"], "too little"),
        (["--all", "--release", "newest"], "--release"),
        (["--all", "--release", "2026-13-45"], "--release"),
        (["--list", listed, "--db", tmp_path / "p.db"], "--release"),
        (["--all", "--engine", "duckdb", "--papers", "s3://b/p/*.gz"], "--engine spark"),
    ):
        assert bulk(*words, *more) == Exit.BAD_INPUT, more
        assert told in capsys.readouterr().err
        assert not out.exists()
        assert not (tmp_path / "p.db").exists()
    assert bulk(*words, "--all", "--master", "spark://here:7077") == Exit.USAGE
    out.mkdir()
    (out / "mine.txt").write_text("kept")
    assert bulk(*words, "--all") == Exit.BAD_INPUT
    assert (out / "mine.txt").read_text() == "kept"


def test_a_download_that_has_not_ended_is_refused(tmp_path, capsys):
    write_shard(tmp_path / "c" / "1.gz", [citation_row(1, 1, 2)])
    save_release(tmp_path / "c", Release(dataset="citations", base=RELEASE))
    code = bulk("--citations", tmp_path / "c" / "*.gz", "--all", "--out", tmp_path / "out")
    assert code == Exit.BAD_INPUT
    assert "citeweave bulk download" in capsys.readouterr().err


def test_shards_of_two_releases_are_refused(made, tmp_path, capsys):
    path = write_shard(tmp_path / "c" / "1.gz", [citation_row(1, 1, 2)])
    file = File(name="1.gz", size=path.stat().st_size, sha256="")
    save_release(
        path.parent,
        Release(dataset="citations", base=RELEASE, files=(file,), is_complete=True),
    )
    words = ("--citations", path, "--all", "--out", tmp_path / "out", "--release", "2026-12-01")
    assert bulk(*words) == Exit.BAD_INPUT
    assert (
        f"2026-12-01, but the shards were downloaded as release {RELEASE}"
        in capsys.readouterr().err
    )
