"""Dumps into a database: the same tables as from the API, each release once."""

import json

from bulk_runs import bulk, contents, make, rows
from shards import RELEASE, arxiv_id, citation_row, paper_row, write_shard

import graph
from db.bulk.duckdb_engine import DuckDB
from enrich.cli import citeweave, run
from enrich.errors import Exit

TABLES = (
    "SELECT id, title, year, arxiv_id, corpus_id, doi, s2_paper_id FROM papers ORDER BY id",
    "SELECT * FROM citations ORDER BY 1, 2",
    "SELECT * FROM sightings ORDER BY 1, 2, 3, 4",
    "SELECT * FROM fetches ORDER BY 1, 2, 3",
    "SELECT paper, position, author, name FROM authorships ORDER BY 1, 2",
    "SELECT * FROM unlinked_references ORDER BY 1, 2, 3, 4",
)


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
