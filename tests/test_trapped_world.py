"""A world with traps: its truth, what the two services say, and how they are searched."""

import csv
import hashlib
import io
import json
import re
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import arxiv
import httpx
import numpy as np
import pytest
from click.testing import CliRunner
from lxml import etree

from enrich.cli import citeweave
from enrich.errors import BadInput
from enrich.lists import read_list
from enrich.sandbox import (
    DEMONSTRATION,
    ListedPaper,
    Sandbox,
    Truth,
    World,
    WorldOptions,
    from_listings,
    make_world,
    tell_truth,
    write_list,
    write_truth,
)
from enrich.sandbox.arxiv_index import Document, Index, normalise
from enrich.sandbox.arxiv_query import read_query

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import semanticscholar

ACCEPTED = Path(__file__).parents[2] / "shared" / "data" / "iclr2024-accepted.jsonl.gz"
ATOM = "{http://www.w3.org/2005/Atom}"
FIELDS = "title,abstract,year,venue,publicationDate,externalIds,authors"
ICLR = "International Conference on Learning Representations"
TRAPPED = WorldOptions(
    papers=300,
    seed=5,
    hidden=0.8,
    never_posted=0.2,
    late=0.1,
    renamed=0.3,
    rewritten=0.3,
    split_records=0.3,
    look_alikes=0.25,
    twin_titles=0.1,
    respelled=0.2,
    venue_named=0.5,
    venue_recorded=0.5,
    surrounding=200,
    citations_mean=20,
)


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(TRAPPED)


@pytest.fixture(scope="module")
def truth(world: World) -> tuple[Truth, ...]:
    return tell_truth(world)


@pytest.fixture(scope="module")
def sandbox(world: World) -> Iterator[Sandbox]:
    with Sandbox(world) as running:
        yield running


@pytest.fixture(scope="module")
def client(sandbox: Sandbox) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=sandbox.url) as running:
        yield running


def found_on_arxiv(client: httpx.Client, query: str) -> list[str]:
    answer = client.get("/api/query", params={"search_query": query, "max_results": "2000"})
    assert answer.status_code == 200, answer.text
    entries = etree.fromstring(answer.content).iter(f"{ATOM}entry")
    return [re.sub(r".*/abs/|v\d+$", "", str(entry.findtext(f"{ATOM}id"))) for entry in entries]


def search(client: httpx.Client, kind: str = "", **params: str) -> httpx.Response:
    return client.get(f"/graph/v1/paper/search{kind}", params={"fields": FIELDS, **params})


def record(client: httpx.Client, asked: str, fields: str = FIELDS) -> dict[str, Any]:
    answer = client.get(f"/graph/v1/paper/{asked}", params={"fields": fields})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def authors_of(said: dict[str, Any]) -> list[str]:
    return [author["name"] for author in said["authors"]]


# The world and its truth


def test_world_without_traps_is_what_it_was() -> None:
    """The hashes are of answers given before there were traps."""
    assert digest(WorldOptions()) == "81e98cc37f8e4aea"
    assert digest(WorldOptions(papers=150, seed=7)) == "fe3e69463998fcf5"


def digest(options: WorldOptions) -> str:
    """Return a hash over the list and over records of papers on and around it."""
    world = make_world(options)
    fields = f"{FIELDS},tldr,openAccessPdf,references.title,citations.externalIds"
    ids = [f"CorpusId:{world.corpus_id(paper)}" for paper in range(0, 400, 2)]
    with Sandbox(world) as sandbox, httpx.Client(base_url=sandbox.url) as client:
        batches = [
            client.post(
                "/graph/v1/paper/batch", params={"fields": fields}, json={"ids": ids[k : k + 20]}
            )
            for k in range(0, len(ids), 20)
        ]
        feed = client.get("/api/query", params={"id_list": "2305.09955,1706.03762"})
    answers = b"".join(answer.content for answer in (*batches, feed))
    return hashlib.sha256(write_list(world.listed).encode() + answers).hexdigest()[:16]


def test_traps_of_the_demo_leave_its_links_and_ids() -> None:
    plain, demo = make_world(), make_world(DEMONSTRATION)
    size, listed = plain.size, plain.census.listed
    assert demo.shas[: 20 * size] == plain.shas
    told = [number for number, paper in enumerate(plain.listed) if paper.arxiv_id]
    assert [demo.arxiv_id(n) for n in told] == [plain.arxiv_id(n) for n in told]
    for paper in range(listed):
        assert demo.links.references.of(paper) == plain.links.references.of(paper)
        if not demo.fates.split[paper]:
            assert demo.links.citations.of(paper) == plain.links.citations.of(paper)
    fates = Counter(row.fate for row in tell_truth(demo) if row.is_sought)
    assert {"posted", "renamed", "rewritten", "never posted"} <= set(fates)
    assert any(len(row.corpus_ids) == 2 for row in tell_truth(demo))


def test_shares_are_met_to_a_paper(world: World, truth: tuple[Truth, ...]) -> None:
    known = sum(paper.arxiv_id is not None for paper in make_world(WorldOptions(papers=300)).listed)
    sought = [row for row in truth if row.is_sought]
    assert len(sought) == round(0.8 * known) + 300 - known
    posted = [row for row in sought if row.fate != "never posted"]
    assert len(sought) - len(posted) == round(0.2 * len(sought))
    assert sum("renamed" in row.fate for row in posted) == round(0.3 * len(posted))
    assert sum("rewritten" in row.fate for row in posted) == round(0.3 * len(posted))
    assert sum(row.is_late for row in posted) == round(0.1 * len(posted))
    both = [row for row in posted if row.corpus_ids]
    assert sum(len(row.corpus_ids) == 2 for row in both) == round(0.3 * len(both))
    assert sum(row.has_look_alike for row in truth) == 75
    assert sum(row.has_twin for row in truth) == 30
    lost = [row for row in sought if row.fate == "never posted"]
    assert 0.3 < sum(not row.corpus_ids for row in lost) / len(lost) < 0.6
    assert all(row.fate == "posted" for row in truth if not row.is_sought)


def test_truth_is_what_the_services_answer(
    client: httpx.Client, world: World, truth: tuple[Truth, ...]
) -> None:
    for row in truth[::3]:
        listed = world.listed[row.position - 1]
        if row.arxiv_id is None:
            assert not world.in_arxiv(row.position - 1)
            continue
        feed = etree.fromstring(client.get("/api/query", params={"id_list": row.arxiv_id}).content)
        title = " ".join(str(feed.findtext(f".//{ATOM}entry/{ATOM}title")).split())
        abstract = " ".join(str(feed.findtext(f".//{ATOM}summary")).split())
        assert ("renamed" in row.fate) <= (title != listed.title)
        assert ("rewritten" in row.fate) <= (abstract != world.abstract(row.position - 1))
        if row.is_late:
            assert int(row.arxiv_id[:4]) >= 2505
        if row.corpus_ids:
            assert (
                record(client, f"ARXIV:{row.arxiv_id}", "corpusId")["corpusId"]
                == (row.corpus_ids[0])
            )


def test_truth_is_written_as_csv(world: World, truth: tuple[Truth, ...]) -> None:
    rows = list(csv.DictReader(io.StringIO(write_truth(world))))
    assert [row["arxiv_id"] or None for row in rows] == [row.arxiv_id for row in truth]
    assert [tuple(map(int, row["corpus_ids"].split())) for row in rows] == [
        row.corpus_ids for row in truth
    ]
    assert {row["is_sought"] for row in rows} == {"0", "1"}


def test_truth_is_for_evaluation_alone() -> None:
    root = Path(__file__).parents[1]
    readers = {
        path.relative_to(root).as_posix()
        for folder in ("enrich", "db", "graph")
        for path in (root / folder).rglob("*.py")
        if re.search(r"\b(tell|write)_truth\b", path.read_text("utf-8"))
    }
    assert readers == {
        "enrich/sandbox/__init__.py", "enrich/sandbox/truth.py", "enrich/commands/sandbox.py"
    }  # fmt: skip


def test_other_papers_have_their_own_ids_texts_and_authors(
    client: httpx.Client, world: World
) -> None:
    sequels = 0
    for number, extra in enumerate(world.extras, world.census.size):
        if extra.kind == "published":
            continue
        original = extra.original
        assert world.arxiv_id(number) not in {None, world.arxiv_id(original)}
        assert (world.title(number) == world.title(original)) == (extra.kind == "twin")
        assert world.abstract(number) != world.abstract(original)
        shared = set(world.authors(number)) & set(world.authors(original))
        assert not shared or extra.kind == "look-alike"
        sequels += bool(shared)
        if world.in_s2(number):
            said = record(client, f"ARXIV:{world.arxiv_id(number)}")
            assert said["title"] == world.title(number)
            assert said["abstract"] in (world.abstract(number), None)
    looks = sum(extra.kind == "look-alike" for extra in world.extras)
    assert 0 < sequels < looks / 2


def test_dangerous_are_look_alikes_and_twins_of_papers_never_posted(
    client: httpx.Client, world: World, truth: tuple[Truth, ...]
) -> None:
    lost = {row.position - 1 for row in truth if row.fate == "never posted"}
    near = [
        world.census.size + number
        for number, extra in enumerate(world.extras)
        if extra.original in lost and extra.kind != "published"
    ]
    assert len(near) > 5
    for number in near:
        title = " ".join(re.findall(r"[\w'-]+", world.title(number)))
        assert world.arxiv_id(number) in found_on_arxiv(client, f'ti:"{title}"')


def test_second_records_share_the_citations(
    client: httpx.Client, world: World, truth: tuple[Truth, ...]
) -> None:
    plain = make_world(
        WorldOptions(papers=300, seed=5, hidden=0.8, never_posted=0.2, citations_mean=20)
    )
    split = [row for row in truth if len(row.corpus_ids) == 2]
    assert len(split) > 20
    moved = 0
    for row in split:
        paper, (first, second) = row.position - 1, row.corpus_ids
        preprint, published = (record(client, f"CorpusId:{cid}") for cid in (first, second))
        assert preprint["externalIds"]["ArXiv"] == row.arxiv_id
        assert preprint["venue"] == "arXiv.org"
        assert published["venue"] == ICLR
        assert published["title"] == row.title
        assert authors_of(published) == authors_of(preprint)
        assert str(published["publicationDate"] or "2024")[:4] == "2024"
        ids = published["externalIds"]
        assert "ArXiv" not in ids
        doi = ids["DOI"]
        assert record(client, f"DOI:{doi}")["paperId"] == published["paperId"]
        second_number = world.by_corpus_id(second)
        assert second_number is not None
        ours = (*world.links.citations.of(paper), *world.links.citations.of(second_number))
        assert sorted(ours) == sorted(plain.links.citations.of(paper))
        moved += world.links.citations.length(second_number)
        for citing in world.links.citations.of(second_number):
            assert second_number in world.links.references.of(citing)
        assert world.links.citation_counts[second_number] == world.links.citations.length(
            second_number
        )
    total = sum(plain.links.citations.length(row.position - 1) for row in split)
    assert 0.2 < moved / total < 0.45


def test_venues_are_named_as_often_as_asked(world: World, truth: tuple[Truth, ...]) -> None:
    from enrich.sandbox.arxiv_feed import comment

    posted = [row.position - 1 for row in truth if row.arxiv_id]
    named = [p for p in posted if re.search("ICLR|Learning Representations", comment(world, p))]
    assert len(named) / len(posted) == pytest.approx(0.5, abs=0.1)
    assert all("2024" in comment(world, p) or "'24" in comment(world, p) for p in named)
    others = {comment(world, p) for p in range(world.census.size, world.size)}
    assert any("NeurIPS" in text for text in others)
    assert any("ICLR 2023" in text or "ICLR 2025" in text for text in others)


# Lists


def test_list_is_written_without_the_hidden_ids_in_every_kind(world: World, tmp_path: Path) -> None:
    whole = tell_truth(world)
    for kind, authors in (("title", True), ("both", False), ("abstract", True)):
        path = tmp_path / f"{kind}.csv"
        path.write_text(write_list(world.described(), kind, authors=authors), "utf-8")
        content = read_list(str(path))
        assert not content.unusable
        assert [row.arxiv_id is None for row in content.listings] == [r.is_sought for r in whole]
        assert [row.openreview_id for row in content.listings] == [r.openreview_id for r in whole]
        assert all((row.title is None) == (kind == "abstract") for row in content.listings)
        assert all((row.abstract is None) == (kind == "title") for row in content.listings)
        assert all(bool(row.authors) == authors for row in content.listings)
    told = world.described(with_ids=True)
    assert [paper.arxiv_id for paper in told] == [row.arxiv_id for row in whole]


def test_world_from_a_list_keeps_its_texts_and_authors() -> None:
    listed = (
        ListedPaper("oral", "Owls See", "2310.00007", "aaaaaaaaaa", "Owls see at night. Bats hear.",
                    ("Ada B. Lovelace", "Plato")),
        ListedPaper("poster", "Bats Hear", None, "bbbbbbbbbb"),
    )  # fmt: skip
    world = make_world(WorldOptions(listed=listed, never_posted=0.0, citations_mean=2))
    with Sandbox(world) as sandbox, httpx.Client(base_url=sandbox.url) as client:
        owls = record(client, "ARXIV:2310.00007")
        assert found_on_arxiv(client, 'abs:"see at night" AND au:Lovelace') == ["2310.00007"]
        assert found_on_arxiv(client, "ti:bats") == [world.arxiv_id(1)]
    assert owls["title"] == "Owls See"
    assert world.abstract(0) == "Owls see at night. Bats hear."
    assert authors_of(owls) in (["A. Lovelace", "Plato"], ["Ada B. Lovelace", "Plato"])
    assert world.described()[1].abstract


def test_same_seed_makes_the_same_traps_and_shares_do_not_touch_each_other(world: World) -> None:
    again = make_world(TRAPPED)
    assert (again.extras, again.accounts, again.shas) == (world.extras, world.accounts, world.shas)
    more = make_world(replace(TRAPPED, look_alikes=0.5, twin_titles=0.0))
    for listed in range(world.census.listed):
        assert more.account(listed) == world.account(listed)
    assert bool((more.fates.look_alike >= world.fates.look_alike).all())
    assert not any(extra.kind == "twin" for extra in more.extras)


def test_real_list_becomes_a_world_with_the_asked_shares() -> None:
    if not ACCEPTED.exists():
        pytest.skip("the accepted papers of ICLR 2024 are not beside the checkout")
    listed = from_listings(read_list(str(ACCEPTED)).listings, 1)[:1700]
    world = make_world(
        WorldOptions(
            listed=listed,
            hidden=1.0,
            never_posted=0.15,
            renamed=0.15,
            rewritten=0.15,
            look_alikes=0.25,
            split_records=0.1,
            citations_mean=3,
            references_mean=5,
            references_sd=1,
        )
    )
    rows = tell_truth(world)
    assert all(paper.arxiv_id is None for paper in world.listed)
    assert sum(row.fate == "never posted" for row in rows) == 255
    assert sum("renamed" in row.fate for row in rows) == round(0.15 * 1445)
    assert sum("rewritten" in row.fate for row in rows) == round(0.15 * 1445)
    assert sum(extra.kind == "look-alike" for extra in world.extras) == 425
    ids = [world.arxiv_id(paper) for paper in range(world.size) if world.arxiv_id(paper)]
    assert len(set(ids)) == len(ids)
    real = {paper.arxiv_id for paper in listed if paper.arxiv_id}
    posted = {row.arxiv_id for row in rows if row.arxiv_id}
    assert len(real & posted) > 0.7 * len(real), "ids that the list had are the true ones"
    assert all(world.abstract(k) == paper.abstract for k, paper in enumerate(listed[:50]))


# Searches


def test_index_finds_what_reading_every_document_finds() -> None:
    rng = np.random.default_rng(3)
    words = ["owl", "bat", "eye", "night", "large-scale", "x"]
    papers = {
        number: Document(
            {
                field: normalise(" ".join(rng.choice(words, rng.integers(0, 7))))
                for field in ("ti", "abs", "au")
            },
            ("cs.LG", "stat.ML") if number % 2 else ("cs.CL",),
            f"2023{1 + number % 12:02d}01000000",
        )
        for number in range(300)
    }
    index = Index(papers)

    def read(field: str, phrase: str) -> set[int]:
        return {n for n, p in papers.items() if f" {phrase} " in p.texts[field]}

    def ask(query: str) -> dict[int, int]:
        return read_query(query)(index)

    owl, pair = read("ti", "owl"), read("abs", "night owl")
    assert len(owl) > len(pair) > 5
    assert set(ask("ti:owl")) == owl
    assert set(ask('abs:"night owl"')) == pair
    either = ask('ti:owl OR abs:"night owl"')
    assert either == {n: (n in owl) + (n in pair) for n in owl | pair}
    assert set(ask("ti:owl AND ti:bat")) == owl & read("ti", "bat")
    assert set(ask("ti:(owl OR bat) ANDNOT ti:eye")) == (owl | read("ti", "bat")) - read(
        "ti", "eye"
    )
    assert set(ask("all:owl")) == set().union(*(read(f, "owl") for f in ("ti", "abs", "au")))
    assert set(ask("cat:cs.*")) == set(papers)
    assert set(ask("cat:STAT.ml")) == {n for n in papers if n % 2}
    assert set(ask("submittedDate:[20230301 TO 202304010000]")) == {
        n for n in papers if n % 12 in (2, 3)
    }
    assert set(ask('ti:"large-scale"')) == set(ask('ti:"large scale"')) == read("ti", "large scale")
    assert ask("ti:large-scale") == {}, "outside quotation marks a hyphen excludes"
    assert ask("xx:owl") == {}


def test_arxiv_answers_many_phrases_at_once(client: httpx.Client, world: World) -> None:
    posted = [p for p in range(100) if world.in_arxiv(p)][:30]
    phrases = (" ".join(re.findall(r"\w+", world.on_arxiv(p).title)) for p in posted)
    found = found_on_arxiv(client, " OR ".join(f'ti:"{phrase}"' for phrase in phrases))
    assert {world.arxiv_id(p) for p in posted} <= set(found)
    assert len(found) < 60
    long = " OR ".join(f'ti:"{"word " * 20}"' for _ in range(100))
    assert client.get("/api/query", params={"search_query": long}).status_code == 414
    assert search(client, query="word " * 2000).status_code == 414
    assert client.get("/api/query", params={"search_query": 'ti:"open'}).status_code == 400
    several = client.get(
        "/api/query", params={"search_query": "all:made", "max_results": "5", "start": "3"}
    )
    entries = list(etree.fromstring(several.content).iter(f"{ATOM}entry"))
    assert len(entries) == 5
    around = set(found_on_arxiv(client, "ti:made AND ti:paper"))
    outside = {
        world.arxiv_id(p)
        for p in world.searched
        if world.census.listed < p < world.census.size and world.in_arxiv(p)
    }
    assert outside
    assert outside <= around, "papers around the list are found too"


def test_arxiv_package_searches(sandbox: Sandbox, world: World, truth: tuple[Truth, ...]) -> None:
    client = arxiv.Client(page_size=50, delay_seconds=0, num_retries=0)
    client.query_url_format = sandbox.url + "/api/query?{}"
    row = next(row for row in truth if "renamed" in row.fate)
    title = world.on_arxiv(row.position - 1).title
    phrase = " ".join(re.findall(r"\w+", title))
    family = world.person(world.authors(row.position - 1)[0])[1].removeprefix("Made-")
    found = list(client.results(arxiv.Search(f'ti:"{phrase}" AND au:{family}', max_results=9)))
    assert [r.get_short_id().partition("v")[0] for r in found] == [row.arxiv_id]
    assert found[0].title == title
    comments = client.results(arxiv.Search('co:"ICLR 2024"', max_results=300))
    assert all("iclr 2024" in normalise(str(result.comment)) for result in comments)


def test_semanticscholar_package_searches(
    sandbox: Sandbox, world: World, truth: tuple[Truth, ...]
) -> None:
    client = semanticscholar.SemanticScholar(api_url=sandbox.url, timeout=30)
    row = next(row for row in truth if len(row.corpus_ids) == 2 and row.position > 100)
    plain = " ".join(re.findall(r"\w+", row.title))
    match = client.search_paper(plain, match_title=True, fields=FIELDS.split(","))
    assert match.title == row.title
    found = client.search_paper(plain, fields=["title", "externalIds", "venue"], limit=20)
    records = {int(paper.externalIds["CorpusId"]): paper for paper in found}
    assert row.corpus_ids[1] in records
    assert records[row.corpus_ids[1]].venue == ICLR


def test_semantic_scholar_searches_keep_their_manners(client: httpx.Client, world: World) -> None:
    twin = next(
        world.census.size + number
        for number, extra in enumerate(world.extras)
        if extra.kind == "twin" and extra.in_s2 and world.in_s2(extra.original)
        and world.in_scholar(extra.original).title == extra.text.title
    )  # fmt: skip
    plain = " ".join(re.findall(r"\w+", world.title(twin)))
    total = search(client, query=plain).json()
    assert world.paper_id(twin) in [paper["paperId"] for paper in total["data"]]
    assert world.paper_id(twin) in [
        paper["paperId"] for paper in search(client, "/bulk", query=f'"{plain}"').json()["data"]
    ]
    match = search(client, "/match", query=f"{plain}: a study of its limits").json()["data"]
    assert len(match) == 1
    assert match[0]["title"] == world.title(twin)
    nothing = search(client, "/match", query="zebra xylophone quux")
    assert (nothing.status_code, nothing.json()) == (404, {"error": "Title match not found"})
    assert search(client, query="multi-agent").json() == {"total": 0, "offset": 0}
    assert search(client, query="zebra").json() == {"total": 0, "offset": 0}
    assert search(client, "/bulk", query="zebra").json() == {"total": 0, "token": None, "data": []}
    assert search(client, query="").status_code == 400


# The command


def test_command_makes_a_world_from_a_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed, asked, truth = (tmp_path / name for name in ("list.csv", "asked.csv", "truth.csv"))
    listed.write_text(
        "title,arxiv_id,openreview_id,abstract\n"
        + "".join(
            f"Owls {k} See,2310.0{k:04d},owl{k:07d},Owls see. Bats hear.\n" for k in range(1, 21)
        ),
        "utf-8",
    )
    monkeypatch.setattr("enrich.commands.sandbox.time.sleep", interrupt)
    command = ["sandbox", "--list", listed, "--port", "0", "--hidden", "0.5", "--renamed", "1",
               "--never-posted", "0.2", "--write-list", asked, "--kind", "both", "--truth", truth,
               "--json"]  # fmt: skip
    done = CliRunner().invoke(citeweave, [str(part) for part in command])
    assert json.loads(done.stdout)["arxiv_url"].endswith("/api/query"), done.output
    rows = read_list(str(asked)).listings
    assert [row.arxiv_id is None for row in rows].count(True) == 10
    assert all(row.abstract for row in rows)
    fates = Counter(row["fate"] for row in csv.DictReader(io.StringIO(truth.read_text("utf-8"))))
    assert fates["posted"] == 10
    assert fates["never posted"] == 2
    assert fates["renamed"] + fates["renamed and rewritten"] == 8
    again = CliRunner().invoke(citeweave, [str(part) for part in command])
    assert isinstance(again.exception, BadInput), "nothing is written over"


def interrupt(_seconds: float) -> None:
    raise KeyboardInterrupt
