"""Dumps on this machine: every table against plain Python, what is broken, and the database."""

import gzip
import json
import sqlite3
from collections import Counter
from contextlib import closing
from itertools import combinations
from pathlib import Path

import duckdb
import networkx as nx
import pytest
from shards import RELEASE, Made, arxiv_id, citation_row, make_shards, paper_row, write_shard

import graph
from db.bulk.duckdb_engine import DuckDB
from db.bulk.engine import open_engine
from db.bulk.errors import EngineError
from db.bulk.release import Diff, File, Release, save_release
from enrich.cli import citeweave, run
from enrich.errors import Exit

LISTED = [1, 2, 4, 5, 7, 8, 9, 11, 13, 20, 21, 33, 35, 47, 60, 61, 99, 101]
"""Corpus ids; the odd ones have an arXiv id."""


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Made:
    return make_shards(tmp_path_factory.mktemp("shards"))


@pytest.fixture
def listed(tmp_path) -> Path:
    return write_list(tmp_path / "list.csv")


def write_list(path: Path) -> Path:
    """Name each paper by another kind of identifier, and one that no release has."""
    rows = ["title,arxiv_id,doi,corpus_id"]
    for number in LISTED:
        ids = (
            f"{arxiv_id(number)},,"
            if number % 2
            else f",10.1234/made.{number},"
            if number % 4
            else f",,{number}"
        )
        rows.append(f"Paper {number},{ids}")
    path.write_text("\n".join([*rows, "Nowhere,2301.99999,,"]) + "\n")
    return path


def bulk(*arguments: object) -> int:
    code = run(lambda: citeweave(["bulk", *map(str, arguments)], standalone_mode=False))
    assert code is not None
    return code


def make(made: Made, out: Path, *more: object) -> Path:
    assert bulk("--citations", made.citations, "--papers", made.papers, "--out", out, *more) == 0
    return out


def rows(out: Path, table: str, columns: str = "*") -> list[tuple]:
    return duckdb.execute(f"SELECT {columns} FROM read_parquet('{out}/{table}/*')").fetchall()


def test_every_table_is_what_plain_python_finds(made, listed, tmp_path):
    out = make(made, tmp_path / "out", "--list", listed, "--all")
    links, seeds = made.links, set(LISTED)
    assert rows(out, "links", "citing, cited") == sorted(links)
    influential = {(a, b) for a, b, yes, _ in rows(out, "links") if yes}
    assert influential == made.influential & links
    assert rows(out, "listed", "corpus_id") == [(number,) for number in LISTED]
    induced = sorted(pair for pair in links if seeds.issuperset(pair))
    assert rows(out, "induced", "citing, cited") == induced
    near = sorted(pair for pair in links if seeds.intersection(pair))
    assert rows(out, "neighbourhood", "citing, cited") == near
    cited_by = Counter(cited for citing, cited in links if citing in seeds)
    citing = Counter(citing for citing, cited in links if cited in seeds)
    around = sorted(seeds | {end for pair in near for end in pair})
    counts = [(paper, paper in seeds, cited_by[paper], citing[paper]) for paper in around]
    assert rows(out, "neighbours") == counts
    assert rows(out, "coupling") == shared((a, b) for a, b in links if a in seeds)
    assert rows(out, "cocitation") == shared((b, a) for a, b in links if b in seeds)
    uncited = Counter(citing for citing, cited in made.ends if cited is None)
    unciting = Counter(cited for citing, cited in made.ends if citing is None)
    lacking = [(n, uncited[n], unciting[n]) for n in LISTED if uncited[n] or unciting[n]]
    assert rows(out, "unlinked") == lacking
    assert any(references != citations for _, references, citations in lacking)
    received, given = Counter(b for _, b in links), Counter(a for a, _ in links)
    papers = sorted(received.keys() | given.keys())
    assert rows(out, "degrees") == [(paper, received[paper], given[paper]) for paper in papers]
    parts = list(nx.weakly_connected_components(nx.DiGraph(links)))
    assert rows(out, "components") == sorted((each, min(p)) for p in parts for each in p)
    told = json.loads((out / "manifest.json").read_text())
    assert told["absent"] == ["arxiv:2301.99999"]
    read = told["datasets"]["citations"]
    assert read["rows"] == made.rows
    assert (read["without_end"], read["to_itself"]) == (made.without_end, made.to_itself)
    repeated = made.rows - made.without_end - made.to_itself - len(links)
    assert read["repeated"] == repeated > 0


def shared(pairs) -> list[tuple[int, int, int]]:
    """Return how many things two papers share, from pairs of paper and thing."""
    papers: dict[int, set[int]] = {}
    for paper, thing in pairs:
        papers.setdefault(thing, set()).add(paper)
    counted = Counter(pair for each in papers.values() for pair in combinations(sorted(each), 2))
    return sorted((*pair, count) for pair, count in counted.items())


def test_components_of_chains_stars_and_islands(tmp_path):
    """Shapes on which following one's smallest neighbour alone takes long."""
    chain = [(n, n + 1) for n in range(0, 60)]
    comb = [(n if n % 2 else 500 - n, 500 - n - 1 if n % 2 else n + 1) for n in range(100, 160)]
    star = [(900, n) for n in range(600, 640)]
    links = [*chain, *comb, *star, (2000, 2001), (2003, 2002)]
    write_shard(tmp_path / "c" / "1.gz", [citation_row(n, *p) for n, p in enumerate(links)])
    assert bulk("--citations", tmp_path / "c" / "*.gz", "--all", "--out", tmp_path / "out") == 0
    parts = nx.weakly_connected_components(nx.DiGraph(links))
    expected = sorted((each, min(part)) for part in parts for each in part)
    assert rows(tmp_path / "out", "components") == expected


@pytest.mark.parametrize("shape", ["star, large centre", "star, small centre", "chain", "ladder"])
def test_components_take_few_rounds_whatever_the_shape(shape, tmp_path, capsys):
    """Rounds grow with the logarithm of the papers: each at least halves the groups."""
    links = {
        "star, large centre": [(9999, n) for n in range(500)],
        "star, small centre": [(n, 1) for n in range(2, 502)],
        "chain": [(n * 7919 % 1009, (n + 1) * 7919 % 1009) for n in range(500)],
        # Large centres in a row, each with leaves that are smaller than it.
        "ladder": [(9000 + n // 10, n) for n in range(500)]
        + [(9000 + n, 9001 + n) for n in range(49)],
    }[shape]
    write_shard(tmp_path / "c" / "1.gz", [citation_row(n, *p) for n, p in enumerate(links)])
    assert bulk("--citations", tmp_path / "c" / "*.gz", "--all", "--out", tmp_path / "out") == 0
    assert len(rows(tmp_path / "out", "components")) == 501 + (49 if shape == "ladder" else 0)
    assert {row[1] for row in rows(tmp_path / "out", "components")} == {min(map(min, links))}
    assert "round 10" not in capsys.readouterr().err


def test_the_same_input_gives_the_same_bytes(made, listed, tmp_path):
    one = make(made, tmp_path / "one", "--list", listed, "--all")
    two = make(made, tmp_path / "two", "--list", listed, "--all", "--memory", "400MB")
    files = sorted(path.relative_to(one) for path in one.rglob("*") if path.is_file())
    assert [(two / file).read_bytes() == (one / file).read_bytes() for file in files] == [
        True
    ] * len(files)
    assert len(files) > 10
    assert not (one / "work").exists()


def test_hubs_and_weak_pairs_are_left_out_and_told(made, listed, tmp_path, capsys):
    words = ("--list", listed, "--hub", 3, "--min-shared", 2, "--json")
    out = make(made, tmp_path / "out", *words)
    told = json.loads(capsys.readouterr().out)
    seeds = set(LISTED)
    hubs = []
    for kind, cites in (
        ("cocitation", [(b, a) for a, b in made.links if b in seeds]),
        ("coupling", [(a, b) for a, b in made.links if a in seeds]),
    ):
        common = Counter(thing for _, thing in cites)
        assert 3 in common.values()
        left_out = {thing: count for thing, count in common.items() if count > 3}
        assert told["hubs_left_out"][kind] == len(left_out) > 0
        hubs += [(kind, thing, count) for thing, count in sorted(left_out.items())]
        pairs = shared((paper, thing) for paper, thing in cites if thing not in left_out)
        assert rows(out, kind) == [pair for pair in pairs if pair[2] >= 2] != pairs
    assert rows(out, "hubs") == hubs
    network = graph.network(out, "coupling", min_shared=3)
    strong = [pair for pair in rows(out, "coupling") if pair[2] >= 3]
    assert network.edge_count == len(strong) < len(rows(out, "coupling"))
    assert "Only pairs that share at least 3 are edges." in network.reason


def test_what_was_read_left_out_and_made_is_said_in_numbers_and_what_to_do_next(tmp_path, capsys):
    links = [(1, 11), (3, 11), (5, 11), (1, 11), (1, 1), (1, None), (None, 3)]
    write_shard(tmp_path / "p" / "1.gz", [paper_row(n) for n in (1, 3, 5, 11)])
    write_shard(tmp_path / "c" / "1.gz", [citation_row(n, *p) for n, p in enumerate(links)])
    (tmp_path / "l.txt").write_text("".join(f"{arxiv_id(n)}\n" for n in (1, 3, 5)))
    out = tmp_path / "out"
    words = ("--citations", tmp_path / "c/*.gz", "--papers", tmp_path / "p/*.gz", "--hub", 2)
    assert bulk(*words, "--list", tmp_path / "l.txt", "--out", out) == Exit.OK
    said = capsys.readouterr().err
    assert (
        "citations: 7 rows in 1 shard; left out: 2 without a paper at one end, 1 self-citation, "
        "1 repeat of a link\n" in said
    )
    assert "coupling: left out 1 paper cited by more than 2 listed papers (--hub)\n" in said
    assert f"Tables in {out}, with their rows: links 3, listed 3, neighbourhood 3," in said
    assert f"citeweave graph --bulk {out} --kind coupling" in said
    assert rows(out, "unlinked") == [(1, 1, 0), (3, 0, 1)]


def shards_with(folder: Path, name: str, body: bytes) -> str:
    """Return a pattern for a good shard and a wrong one."""
    good = [citation_row(n, n, n + 1) for n in range(2000)]
    write_shard(folder / "0_good.gz", good)
    (folder / name).write_bytes(body)
    return str(folder / "*")


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


def test_shards_of_one_name_are_told_apart(tmp_path):
    """By the folders that they lie in, as where a release is kept by its parts."""
    one, two = [citation_row(n, n, n + 1) for n in range(4)], [citation_row(9, 90, 91)]
    files = {f"{part}/0 %41.gz": rows for part, rows in (("a", one), ("b", two))}
    sizes = {
        name: write_shard(tmp_path / "c" / name, rows).stat().st_size
        for name, rows in files.items()
    }
    assert bulk("--citations", tmp_path / "c/*/*.gz", "--all", "--out", tmp_path / "out") == 0
    told = json.loads((tmp_path / "out" / "manifest.json").read_text())["datasets"]["citations"]
    assert {each["name"]: each["rows"] for each in told["shards"]} == {
        name: len(rows) for name, rows in files.items()
    }
    assert {each["name"]: each["size"] for each in told["shards"]} == sizes


def test_what_cannot_be_written_is_no_fault_of_a_shard(tmp_path):
    engine = open_engine("duckdb", 10**9, tmp_path)
    (tmp_path / "links" / "part-00000.parquet").mkdir(parents=True)
    with closing(engine), pytest.raises(EngineError, match="part-00000"):
        engine.write("links", "SELECT 1 AS citing", tmp_path / "links")


def test_an_empty_folder_and_a_folder_itself_are_told(tmp_path, capsys):
    (tmp_path / "c").mkdir()
    for pattern in (tmp_path / "c" / "*.gz", tmp_path / "c", tmp_path / "nowhere" / "*.gz"):
        code = bulk("--citations", pattern, "--all", "--out", tmp_path / "out")
        assert code == Exit.BAD_INPUT
        assert str(pattern) in capsys.readouterr().err


def test_numbers_of_the_list_add_up_with_and_without_a_database(made, tmp_path, capsys):
    """A paper named twice is one; one that dumps cannot know is not said to be found."""
    listed = tmp_path / "l.csv"
    listed.write_text(
        "title,arxiv_id,corpus_id,openreview_id\n"
        f"One,{arxiv_id(1)},,\nOne again,{arxiv_id(1)}v2,,\nTwo,,2,\n"
        "Only there,,,WbWtOYIzIK\nNowhere,2301.99999,,\nBad number,2310.1,,\nThe end,,,\n"
    )
    for more in ((), ("--db", tmp_path / "p.db", "--release", RELEASE)):
        out = tmp_path / f"out{len(more)}"
        words = ("--citations", made.citations, "--papers", made.papers, "--list", listed)
        code = bulk(*words, "--out", out, "--json", *more)
        read = capsys.readouterr()
        told = json.loads(read.out)
        assert (told["wanted"], told["found"], told["without_identifier"]) == (6, 2, 3), more
        assert told["absent"] == ["arxiv:2301.99999"]
        assert rows(out, "listed", "corpus_id") == [(1,), (2,)]
        assert told["lists"][0]["added"]["repeated"] == 1
        # The line whose id is no id is reported as enrich reports it.
        assert code == Exit.PARTIAL
        assert "line 7: '2310.1' looks like" in read.err
        assert "3 listed papers without arXiv id" in read.err
        assert "Without an identifier that dumps know: 3 listed papers." in (
            graph.network(out, "coupling").reason
        )


def test_ctrl_c_leaves_no_half_made_folder_and_stands_in_the_runs(
    made, listed, tmp_path, capsys, monkeypatch
):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(DuckDB, "write", interrupted)
    database, out = tmp_path / "p.db", tmp_path / "out"
    words = ("--citations", made.citations, "--papers", made.papers, "--list", listed)
    code = bulk(*words, "--out", out, "--db", database, "--release", RELEASE)
    assert code == Exit.INTERRUPTED
    assert f"{out} is removed again" in capsys.readouterr().err
    assert not out.exists()
    assert contents(database, "SELECT exit_code FROM runs") == [[(Exit.INTERRUPTED,)]]


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


def test_diffs_are_applied_in_their_order(tmp_path):
    """The last word on a record counts: changed, changed again, deleted, and come back."""
    folder = tmp_path / "c"

    def shard(name: str, *found: dict) -> File:
        path = write_shard(folder / name, found)
        return File(name=name, size=path.stat().st_size, sha256="")

    base = shard("base.gz", *(citation_row(n, n, n + 1) for n in range(5)))
    first = shard("diffs/b/update/u.gz", citation_row(0, 10, 11), citation_row(9, 90, 91))
    gone = shard("diffs/b/delete/d.gz", {"citationid": 1}, {"citationid": 2})
    second = shard("diffs/c/update/u.gz", citation_row(0, 20, 21), citation_row(2, 30, 31))
    late = shard("diffs/c/delete/d.gz", {"citationid": 9})
    release = Release(
        dataset="citations",
        base="2026-11-10",
        files=(base,),
        is_complete=True,
        diffs=(
            Diff(
                from_release="2026-11-10",
                to_release="2026-11-17",
                update=(first,),
                delete=(gone,),
                is_complete=True,
            ),
            Diff(
                from_release="2026-11-17",
                to_release="2026-11-24",
                update=(second,),
                delete=(late,),
                is_complete=True,
            ),
        ),
    )
    save_release(folder, release)
    assert bulk("--citations", folder / "*.gz", "--all", "--out", tmp_path / "out") == 0
    assert rows(tmp_path / "out", "links", "citing, cited") == [(3, 4), (4, 5), (20, 21), (30, 31)]
    told = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert told["release"] == "2026-11-24"
    read = told["datasets"]["citations"]
    assert (read["rows"], read["without_end"]) == (4, 0)


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


def test_a_paper_that_stands_twice_and_one_that_shares_its_arxiv_id(tmp_path):
    """The first record counts, and the smaller number of two papers is the listed one."""
    another = paper_row(7) | {"title": "Another", "venue": "B"}
    # Which is the first is known also where two differ in what is seldom looked at.
    same = another | {"venue": "C", "referencecount": 1}
    twins = [paper_row(7), another, paper_row(8), same]
    twins += [another | {"venue": "A", "influentialcitationcount": 9}] + [same] * 20
    twins[2]["externalids"]["ArXiv"] = arxiv_id(7)
    twins.append(paper_row(5) | {"corpusid": None})
    write_shard(tmp_path / "p" / "1.gz", twins)
    write_shard(tmp_path / "c" / "1.gz", [citation_row(1, 7, 8), citation_row(2, 8, 7)])
    (tmp_path / "l.txt").write_text(f"{arxiv_id(7)}\n")
    made = ("--citations", tmp_path / "c/*.gz", "--papers", tmp_path / "p/*.gz")
    assert bulk(*made, "--list", tmp_path / "l.txt", "--out", tmp_path / "out") == 0
    assert rows(tmp_path / "out", "listed", "corpus_id") == [(7,)]
    told = rows(tmp_path / "out", "papers", "corpus_id, title, venue")
    assert told == [(7, "Another", "A"), (8, "Paper  8", "")]
    told = json.loads((tmp_path / "out" / "manifest.json").read_text())["datasets"]["papers"]
    assert (told["rows"], told["without_end"]) == (len(twins), 1)
    network = graph.network(tmp_path / "out", "neighbourhood")
    assert network.keys == (arxiv_id(7), "paper-1000000000008")
    assert network.edge_count == 2


def test_a_paper_is_found_by_its_first_identifier_that_leads_anywhere(tmp_path):
    """Whichever of these leads to the paper of the smallest number."""
    write_shard(tmp_path / "p" / "1.gz", [paper_row(number) for number in range(20)])
    write_shard(tmp_path / "c" / "1.gz", [citation_row(1, 7, 8)])
    lines = [
        "title,arxiv_id,s2_paper_id,corpus_id,doi",
        f"a,{arxiv_id(9)},,,10.1234/made.8",
        "b,2301.99999,,,10.1234/MADE.14",
        f"c,,{12:040x},,",
        f"d,,{13:040x},16,",
    ]
    (tmp_path / "l.csv").write_text("\n".join(lines))
    made = ("--citations", tmp_path / "c/*.gz", "--papers", tmp_path / "p/*.gz")
    assert bulk(*made, "--list", tmp_path / "l.csv", "--out", tmp_path / "out") == 0
    assert rows(tmp_path / "out", "listed") == [
        (0, "arxiv", arxiv_id(9), 9),
        (1, "doi", "10.1234/made.14", 14),
        (2, "s2", f"{12:040x}", 12),
        (3, "corpus", "16", 16),
    ]
    # Nobody cites these, and they cite nobody.
    assert rows(tmp_path / "out", "degrees") == [(number, 0, 0) for number in (9, 12, 14, 16)]


def test_without_papers_corpus_ids_are_taken_as_given(made, tmp_path):
    (tmp_path / "l.csv").write_text(f"title,corpus_id,arxiv_id\na,4,\nb,,{arxiv_id(7)}\nc,2,\n")
    out = tmp_path / "out"
    words = ("--citations", made.citations, "--list", tmp_path / "l.csv", "--out", out)
    assert bulk(*words, "--db", tmp_path / "p.db", "--release", RELEASE) == 0
    assert sorted(rows(out, "listed", "corpus_id")) == [(2,), (4,)]
    told = json.loads((out / "manifest.json").read_text())
    assert told["absent"] == [f"arxiv:{arxiv_id(7)}"]
    near = [pair for pair in made.links if {2, 4}.intersection(pair)]
    network = graph.network(out, "neighbourhood")
    assert network.edge_count == len(near)
    assert contents(tmp_path / "p.db", "SELECT count(*) FROM citations") == [[(len(near),)]]


def test_a_paper_that_was_absent_is_stored_when_more_is_known_of_it(made, tmp_path):
    database = tmp_path / "p.db"
    words = ("--list", tmp_path / "l.csv", "--db", database, "--release", RELEASE)
    for number, doi in enumerate(("", "10.1234/made.8")):
        (tmp_path / "l.csv").write_text(f"title,arxiv_id,doi\na,2301.99999,{doi}\n")
        make(made, tmp_path / f"out{number}", *words)
    states = contents(database, "SELECT DISTINCT part, state FROM fetches ORDER BY part")
    assert states == [[("citations", "found"), ("record", "found"), ("references", "found")]]


def test_a_doi_that_leads_to_a_paper_of_another_arxiv_id_brings_no_links(made, tmp_path):
    database = tmp_path / "p.db"
    (tmp_path / "l.csv").write_text("title,arxiv_id,doi\na,2301.99999,10.1234/made.9\n")
    words = ("--list", tmp_path / "l.csv", "--db", database, "--release", RELEASE)
    out = make(made, tmp_path / "out", *words)
    assert rows(out, "listed", "corpus_id") == [(9,)]
    found = contents(database, "SELECT part, state FROM fetches", "SELECT count(*) FROM citations")
    assert found == [[("record", "failed")], [(0,)]]


def contents(path: Path, *queries: str) -> list[list[tuple]]:
    with closing(sqlite3.connect(path)) as connection:
        return [connection.execute(query).fetchall() for query in queries]


TABLES = (
    "SELECT id, title, year, arxiv_id, corpus_id, doi, s2_paper_id FROM papers ORDER BY id",
    "SELECT * FROM citations ORDER BY 1, 2",
    "SELECT * FROM sightings ORDER BY 1, 2, 3, 4",
    "SELECT * FROM fetches ORDER BY 1, 2, 3",
    "SELECT paper, position, author, name FROM authorships ORDER BY 1, 2",
    "SELECT * FROM unlinked_references ORDER BY 1, 2, 3, 4",
)


def test_a_database_gets_the_same_and_keeps_it_when_rebuilt(made, listed, tmp_path):
    database = tmp_path / "p.db"
    out = make(made, tmp_path / "out", "--list", listed, "--db", database, "--release", RELEASE)
    ids = dict(contents(database, "SELECT id, corpus_id FROM papers")[0])
    cited, sources, at = contents(
        database,
        "SELECT citing, cited, is_influential FROM citations",
        "SELECT DISTINCT source FROM sightings",
        "SELECT DISTINCT answered_at FROM answers",
    )
    told = [(citing, cited, yes) for citing, cited, yes, *_ in rows(out, "neighbourhood")]
    assert (
        sorted((ids[a], ids[b], None if yes is None else bool(yes)) for a, b, yes in cited) == told
    )
    assert sources == [("s2_datasets",)]
    assert at == [(f"{RELEASE}T00:00:00.000Z",)]
    lacking = (
        "SELECT corpus_id, unlinked FROM fetches JOIN papers ON papers.id = paper WHERE part = "
    )
    for part, column in (("references", 1), ("citations", 2)):
        (counted,) = contents(database, f"{lacking}'{part}' AND unlinked > 0 ORDER BY 1")
        told = [(row[0], row[column]) for row in rows(out, "unlinked") if row[column]]
        assert counted == told
    (manifest,) = contents(database, "SELECT sha256 FROM answers WHERE part = 'release'")
    assert len(manifest) == 1
    before = contents(database, *TABLES)
    assert all(before)
    rebuilt = run(lambda: citeweave(["rebuild", "--db", str(database)], standalone_mode=False))
    assert rebuilt == Exit.OK
    assert contents(database, *TABLES) == before


def test_a_release_is_stored_once_a_later_one_takes_its_place_an_earlier_one_does_not(
    tmp_path, capsys
):
    database, listed = tmp_path / "p.db", tmp_path / "l.txt"
    listed.write_text("".join(f"{arxiv_id(n)}\n" for n in (1, 3, 5)))
    for name, links in (("a", [(1, 11), (3, 11), (1, 5)]), ("b", [(1, 11), (5, 11)])):
        write_shard(tmp_path / f"p{name}" / "1.gz", [paper_row(n) for n in (1, 3, 5, 11)])
        found = [citation_row(n, *pair) for n, pair in enumerate(links)]
        write_shard(tmp_path / f"c{name}" / "1.gz", found)

    def store(name: str, release: str, out: str) -> int:
        shards = ("--citations", tmp_path / f"c{name}/*.gz", "--papers", tmp_path / f"p{name}/*.gz")
        words = ("--list", listed, "--db", database, "--release", release, "--out", tmp_path / out)
        return bulk(*shards, *words)

    def changed(run_: int) -> list[str]:
        capsys.readouterr()
        words = ["ask", "changed_since", f"run={run_}", "--json", "--db", str(database)]
        assert run(lambda: citeweave(words, standalone_mode=False)) == Exit.OK
        return json.loads(capsys.readouterr().out)["rows"]

    held = ("SELECT citing, cited FROM citations", "SELECT count(*) FROM answers")
    assert store("a", "2026-11-10", "1") == Exit.OK
    first = contents(database, *held)
    assert store("a", "2026-11-10", "2") == Exit.OK
    assert "was there already" in capsys.readouterr().err
    assert contents(database, *held) == first
    assert changed(1) == []
    assert store("b", "2026-11-17", "3") == Exit.OK
    links, ((answers,),) = contents(database, *held)
    assert set(links) == {(230100001, 230100011), (230100005, 230100011)}
    assert answers == 2 * first[1][0][0]
    assert len(changed(2)) == 9
    assert store("a", "2026-11-10", "4") == Exit.BAD_INPUT
    assert "2026-11-17" in capsys.readouterr().err
    assert set(contents(database, *held)[0]) == set(links)
    assert not (tmp_path / "4").exists()


def test_a_release_that_was_read_before_is_stored_once(made, listed, tmp_path, capsys):
    """Whatever more is known by now of the papers; a paper that is new comes in alone."""
    database = tmp_path / "p.db"
    words = ["--db", database, "--release", RELEASE, "--json"]
    make(made, tmp_path / "first", "--list", listed, *words)
    answers = "SELECT id, part, request FROM answers ORDER BY id"
    before = contents(database, *TABLES, answers)
    make(made, tmp_path / "second", *words)
    make(made, tmp_path / "third", "--list", listed, "--hub", 5, *words)
    assert contents(database, *TABLES, answers) == before
    said = capsys.readouterr()
    told = [json.loads(line)["stored"]["answers"] for line in said.out.splitlines()]
    assert told == [len(before[-1]) - 1, 0, 0]
    assert said.err.count("nothing new of the listed papers") == 2
    more = tmp_path / "more.txt"
    more.write_text(f"{arxiv_id(103)}\n2301.88888\n{arxiv_id(1)}\n")
    make(made, tmp_path / "fourth", "--list", more, *words)
    (stored,) = contents(database, answers)
    new = [(part, json.loads(request)) for _, part, request in stored[len(before[-1]) :]]
    assert [part for part, _ in new] == ["release", "record", "references", "citations"]
    asked = [[want["key"] for want in request.get("wants", ())] for _, request in new]
    new_paper = [["corpus", "103"]]
    assert asked[1:] == [
        [["arxiv", arxiv_id(103)], ["arxiv", "2301.88888"]],
        new_paper,
        new_paper,
    ]
    fewer = made.citations.replace("*", "0_*")
    others = ("--citations", fewer, "--papers", made.papers)
    assert bulk(*others, "--out", tmp_path / "fewer", *words) == 0
    make(made, tmp_path / "later", *words[:3], "2026-12-01")
    kept = [part for _, part, _ in contents(database, answers)[0][len(stored) :]]
    assert kept == ["release", "record", "references", "citations"] * 2


@pytest.mark.parametrize("kind", ["citation", "coupling", "cocitation", "neighbourhood"])
def test_networks_of_the_tables_are_those_of_the_database(made, listed, tmp_path, kind):
    database = tmp_path / "p.db"
    out = make(made, tmp_path / "out", "--list", listed, "--db", database, "--release", RELEASE)
    of_tables, of_database = graph.network(out, kind), graph.network(database, kind)
    # The paper that the release does not have is a node in the database alone.
    assert set(of_database.keys) - set(of_tables.keys) == {"2301.99999"}
    assert named(of_tables) == named(of_database)
    if kind in {"coupling", "cocitation"}:
        one, two = (
            graph.network(out, kind, weighting="cosine"),
            graph.network(database, kind, weighting="cosine"),
        )
        assert named(one) == pytest.approx(named(two))
    titles = dict(zip(of_database.keys, of_database.column("title").cells(), strict=True))
    assert [titles[key] for key in of_tables.keys] == of_tables.column("title").cells()


def test_a_listed_paper_without_a_link_is_a_node_also_beside_the_whole_graph(tmp_path):
    write_shard(tmp_path / "p" / "1.gz", [paper_row(n) for n in (1, 3, 5, 6)])
    write_shard(tmp_path / "c" / "1.gz", [citation_row(1, 1, 6), citation_row(2, 3, 6)])
    (tmp_path / "l.txt").write_text("".join(f"{arxiv_id(n)}\n" for n in (1, 3, 5)))
    made = ("--citations", tmp_path / "c/*.gz", "--papers", tmp_path / "p/*.gz")
    for more in ((), ("--all",)):
        out = tmp_path / f"out{len(more)}"
        assert bulk(*made, "--list", tmp_path / "l.txt", "--out", out, *more) == 0
        network = graph.network(out, "coupling")
        assert network.keys == (arxiv_id(1), arxiv_id(3), arxiv_id(5))
        assert network.column("cites_anywhere").cells() == [1, 1, 0]
        assert network.isolated_count == 1


def named(network: graph.Network) -> dict[tuple[str, str], float]:
    keys = network.keys
    ends = zip(network.source.tolist(), network.target.tolist(), strict=True)
    return {
        (keys[a], keys[b]): weight
        for (a, b), weight in zip(ends, network.weight.tolist(), strict=True)
    }


def test_the_graph_command_takes_a_folder(made, listed, tmp_path, capsys):
    out = make(made, tmp_path / "out", "--list", listed)
    links = len(rows(out, "induced"))
    # Moved to where the name looks like a pattern.
    out = out.rename(tmp_path / "it's [out]*")
    words = ["graph", "--bulk", str(out), "--no-layout", "-o", str(tmp_path / "n.graphml")]
    assert run(lambda: citeweave(words, standalone_mode=False)) == Exit.OK
    read = nx.read_graphml(tmp_path / "n.graphml")
    assert read.number_of_edges() == links
    capsys.readouterr()
    for more, told in ((["--kind", "coauthor"], "coauthor"), (["--years", "2001-"], "years")):
        code = run(lambda more=more: citeweave([*words, *more], standalone_mode=False))
        assert code == Exit.BAD_INPUT
        assert told in capsys.readouterr().err
    with pytest.raises(graph.GraphError, match="folder of tables"):
        graph.explain(out, arxiv_id(1), arxiv_id(5), "coupling")


def test_tables_that_were_changed_are_refused(made, listed, tmp_path, capsys):
    """One paper less, and what belongs to each would be told of the next."""
    out = make(made, tmp_path / "out", "--list", listed)
    path = out / "papers" / "part-00000.parquet"
    fewer = f"COPY (SELECT * FROM '{path}' WHERE corpus_id > 30) TO '{tmp_path}/f.parquet'"
    duckdb.execute(fewer)
    words = ["graph", "--bulk", str(out), "--no-layout", "-o", str(tmp_path / "n.graphml")]
    for file in ((tmp_path / "f.parquet").read_bytes(), b""):
        path.write_bytes(file)
        capsys.readouterr()
        assert run(lambda: citeweave(words, standalone_mode=False)) == Exit.BAD_INPUT
        assert "the files of papers are not those" in capsys.readouterr().err
