"""Dumps on this machine: every table is what plain Python finds."""

import json
from collections import Counter
from itertools import combinations

import networkx as nx
import pytest
from bulk_runs import LISTED, bulk, contents, make, rows
from shards import RELEASE, arxiv_id, citation_row, paper_row, write_shard

import graph
from db.bulk.release import Diff, File, Release, save_release
from enrich.errors import Exit


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
