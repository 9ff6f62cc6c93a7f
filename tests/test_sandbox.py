"""The sandbox against public clients of the services, recorded answers, and itself."""

import hashlib
import json
import os
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import arxiv
import httpx
import networkx as nx
import pytest
from lxml import etree

from enrich.sandbox import Reply, Sandbox, World, WorldOptions, make_world, write_list

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import semanticscholar

ROOT = Path(__file__).parents[1]
RECORDED = ROOT.parent / "shared" / "recorded"
ATOM = "{http://www.w3.org/2005/Atom}"
COUNTS = "{http://a9.com/-/spec/opensearch/1.1/}"
KNOWN = "2305.09955"
UNKNOWN = "2311.49999"

needs_recorded = pytest.mark.skipif(
    not RECORDED.exists(), reason="the folder of recorded answers is not beside the checkout"
)


@pytest.fixture(scope="module")
def world() -> World:
    return make_world(WorldOptions(most_cited=12_000))


@pytest.fixture(scope="module")
def sandbox(world: World) -> Iterator[Sandbox]:
    with Sandbox(world) as running:
        yield running


@pytest.fixture(scope="module")
def client(sandbox: Sandbox) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=sandbox.url) as running:
        yield running


@pytest.fixture(scope="module")
def found(world: World) -> list[int]:
    """Listed papers that both services know under the arXiv id of the list."""
    return [
        number
        for number, paper in enumerate(world.listed)
        if paper.arxiv_id and world.in_s2(number) and number not in world.elided
    ]


def batch(client: httpx.Client, ids: list[str], fields: str) -> httpx.Response:
    return client.post("/graph/v1/paper/batch", params={"fields": fields}, json={"ids": ids})


def query(client: httpx.Client, **params: object) -> etree._Element:
    answer = client.get("/api/query", params={name: str(value) for name, value in params.items()})
    assert answer.status_code == 200, answer.text
    return etree.fromstring(answer.content)


def entry_ids(feed: etree._Element) -> list[str]:
    return [str(e.findtext(f"{ATOM}id")).partition("/abs/")[2] for e in feed.iter(f"{ATOM}entry")]


# The public clients


def test_arxiv_package_works_unchanged(sandbox: Sandbox, world: World) -> None:
    listed = [paper for paper in world.listed if paper.arxiv_id]
    client = arxiv.Client(page_size=100, delay_seconds=0, num_retries=0)
    client.query_url_format = sandbox.url + "/api/query?{}"
    ids = [str(paper.arxiv_id) for paper in listed] + [UNKNOWN]
    results = {
        re.sub(r"v\d+$", "", r.get_short_id()): r for r in client.results(arxiv.Search(id_list=ids))
    }
    assert set(results) == set(ids) - {UNKNOWN}
    assert all(results[str(p.arxiv_id)].title == p.title for p in listed)
    assert all(r.authors and r.summary.strip().startswith("Made") for r in results.values())
    one = listed[0]
    search = arxiv.Search(f'ti:"{one.title}"', max_results=5)
    assert [r.title for r in client.results(search)] == [one.title]
    with pytest.raises(arxiv.HTTPError, match="400"):
        list(client.results(arxiv.Search(id_list=["abc"])))


def test_semanticscholar_package_works_unchanged(
    sandbox: Sandbox, world: World, found: list[int]
) -> None:
    client = semanticscholar.SemanticScholar(api_url=sandbox.url, timeout=30)
    ids = [f"ARXIV:{world.arxiv_id(paper)}" for paper in found[:20]]
    papers, missing = client.get_papers([*ids, f"ARXIV:{UNKNOWN}"], return_not_found=True)
    assert [p.title for p in papers] == [world.title(paper) for paper in found[:20]]
    assert missing == [f"ARXIV:{UNKNOWN}"]

    whole = client.get_paper(ids[0])
    assert whole.paperId == world.paper_id(found[0])
    assert whole.publicationDate
    rows = list(client.get_paper_references(ids[0], limit=20))
    assert len(rows) == world.links.references.length(found[0]) > 20
    assert [r.paper.paperId for r in rows] == [r.paperId for r in whole.references]

    assert client.search_paper(world.title(found[3]), match_title=True).title == world.title(
        found[3]
    )
    author = whole.authors[0]
    assert world.title(found[0]) in [p.title for p in client.get_author_papers(author.authorId)]
    with pytest.raises(semanticscholar.SemanticScholarException.ObjectNotFoundException):
        client.get_paper(f"ARXIV:{UNKNOWN}")


# The world


def test_world_has_the_asked_size_and_shape() -> None:
    world = make_world(WorldOptions(papers=2260))
    listed = world.census.listed
    references = int(world.links.references.lengths[:listed].sum())
    citations = int(world.links.citations.lengths[:listed].sum())
    assert references == pytest.approx(118_000, rel=0.03)
    assert citations == pytest.approx(294_000, rel=0.03)
    ids = [paper.arxiv_id for paper in world.listed if paper.arxiv_id]
    assert len(ids) == len(set(ids)) > 2200


def test_small_world_gives_a_network_worth_looking_at(world: World) -> None:
    listed = range(world.census.listed)
    graph = nx.DiGraph()
    graph.add_nodes_from(listed)
    graph.add_edges_from(
        (citing, cited)
        for citing in listed
        for cited in world.links.references.of(citing)
        if 0 <= cited < len(listed) and cited != citing
    )
    assert 60 <= graph.number_of_edges() <= 250
    assert 1 <= nx.number_of_isolates(graph) <= 25
    assert not nx.is_directed_acyclic_graph(graph)


def test_both_directions_of_every_link_agree(world: World) -> None:
    forward, backward = world.links.references, world.links.citations
    for paper in range(world.census.listed):
        for cited in forward.of(paper):
            assert cited < 0 or paper in backward.of(cited)
        for citing in backward.of(paper):
            assert citing < 0 or paper in forward.of(citing)


def test_oddities_are_there_and_rare() -> None:
    world = make_world(WorldOptions(papers=1000))
    listed = world.census.listed
    rows = [row for paper in range(listed) for row in world.links.references.of(paper)]
    assert sum(row < 0 for row in rows) / len(rows) == pytest.approx(0.08, abs=0.01)
    off = world.links.reference_counts[:listed] != world.links.references.lengths[:listed]
    assert 0 < off.mean() < 0.05
    assert 0 < len(world.elided) < 30
    assert 0 < len(world.merged) < 50
    assert any(paper in world.links.references.of(paper) for paper in range(listed))


def test_same_seed_gives_the_same_bytes_in_another_process(world: World) -> None:
    def digests(hash_seed: str) -> str:
        code = (
            "from tests.test_sandbox import digest; from enrich.sandbox import *;"
            "print(digest(make_world(WorldOptions(most_cited=12_000))))"
        )
        env = os.environ | {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", code],
            check=False,
            env=env,
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    assert digests("1") == digests("2") == digest(world)
    assert digest(make_world(WorldOptions(most_cited=12_000, seed=7))) != digest(world)


def digest(world: World) -> str:
    """Return a hash over answers of every kind."""
    everything = "title,authors,tldr,externalIds,openAccessPdf,embedding.specter_v2"
    nested = "references.title,references.authors,citations.externalIds,citations.year"
    ids = [f"CorpusId:{world.corpus_id(paper)}" for paper in range(60)]
    first = f"ARXIV:{KNOWN}"
    with Sandbox(world) as sandbox, httpx.Client(base_url=sandbox.url) as client:
        answers = [
            batch(client, ids, f"{everything},{nested}"),
            client.get(f"/graph/v1/paper/{first}/citations?fields=contextsWithIntent,title"),
            client.get("/graph/v1/paper/search/match", params={"query": world.title(0)}),
            client.get("/graph/v1/paper/search/bulk?query=language&fields=title,abstract"),
            client.get("/api/query?search_query=all:models&max_results=50"),
            client.get("/api/query?max_results=9&id_list=" + KNOWN),
        ]
    assert [answer.status_code for answer in answers] == [200] * len(answers)
    return hashlib.sha256(b"".join(answer.content for answer in answers)).hexdigest()


def test_list_has_the_columns_of_the_bundled_one(world: World) -> None:
    bundled = (ROOT / "db" / "iclr2024.csv").read_text(encoding="utf-8")
    assert write_list(world.listed).splitlines()[0] == bundled.splitlines()[0]


# arXiv's limits


def test_arxiv_cuts_long_lists_unless_told_otherwise(client: httpx.Client, world: World) -> None:
    ids = [p.arxiv_id for p in world.listed if p.arxiv_id][:30]
    assert len(entry_ids(query(client, id_list=",".join(map(str, ids))))) == 10
    feed = query(client, id_list=",".join(map(str, ids)), max_results=30)
    got = [re.sub(r"v\d+$", "", name) for name in entry_ids(feed)]
    assert set(got) == set(ids)
    assert got != ids, "entries come by date, not as asked"
    dates = [e.findtext(f"{ATOM}published") for e in feed.iter(f"{ATOM}entry")]
    assert dates == sorted(dates, key=str, reverse=True)
    rest = query(client, id_list=",".join(map(str, ids)), max_results=30, start=25)
    assert [re.sub(r"v\d+$", "", name) for name in entry_ids(rest)] == got[25:]


def test_arxiv_versions_and_unknown_ids(client: httpx.Client, world: World) -> None:
    paper = next(n for n, p in enumerate(world.listed) if p.arxiv_id and world.versions(n) > 1)
    base, latest = world.arxiv_id(paper), world.versions(paper)
    assert entry_ids(query(client, id_list=base)) == [f"{base}v{latest}"]
    first = query(client, id_list=f"{base}v1")
    assert entry_ids(first) == [f"{base}v1"]
    assert first.findtext(f".//{ATOM}entry/{ATOM}updated") == first.findtext(
        f".//{ATOM}entry/{ATOM}published"
    )
    gone = query(client, id_list=f"{base}v{latest + 1},{UNKNOWN},0808.05394")
    assert entry_ids(gone) == []
    assert gone.findtext(f"{COUNTS}totalResults") == "0"


def test_arxiv_refuses_what_the_service_refuses(client: httpx.Client) -> None:
    malformed = client.get("/api/query", params={"id_list": f"{KNOWN},physics.atom-ph/9601001"})
    assert malformed.status_code == 400
    assert "incorrect id format for physics.atom-ph/9601001" in malformed.text
    assert client.get("/api/query?max_results=30001&search_query=all:x").status_code == 400
    assert client.get("/api/query", params={"search_query": "(broken"}).status_code == 400
    many = ",".join([KNOWN] * 700)
    assert client.get("/api/query", params={"id_list": many}).status_code == 414
    posted = client.post("/api/query", data={"id_list": many, "max_results": "700"})
    assert len(entry_ids(etree.fromstring(posted.content))) == 1
    assert posted.headers["content-type"] == "application/atom+xml"


def test_arxiv_search_language(client: httpx.Client, world: World) -> None:
    title = world.title(0)

    def ids(text: str, **more: object) -> set[str]:
        feed = query(client, search_query=text, max_results=200, **more)
        return {re.sub(r"v\d+$", "", name) for name in entry_ids(feed)}

    everything = ids("all:made")
    large, language = ids("ti:large"), ids("ti:language")
    assert KNOWN in ids(f'ti:"{title}"')
    assert ids("ti:large AND ti:language") == large & language
    assert ids("ti:large OR ti:language") == large | language
    assert ids("ti:language ANDNOT ti:large") == language - large
    assert ids("(ti:large OR ti:language) AND cat:cs.*") <= large | language
    assert ids("ti:(large AND language)") == large & language
    since = ids("all:made AND submittedDate:[202309010000 TO 202402292359]")
    assert since
    assert since < everything
    assert {name for name in everything if name[:4] in ("2310", "2311", "2312")} <= since
    assert ids("all:made", id_list=KNOWN) == {KNOWN}
    assert ids("ti:language+AND+ti:large") == set(), "a literal + is no space"
    oldest = query(client, search_query="all:made", sortBy="submittedDate", sortOrder="ascending")
    dates = [str(e.findtext(f"{ATOM}published")) for e in oldest.iter(f"{ATOM}entry")]
    assert dates == sorted(dates)


# Semantic Scholar's limits


def test_batch_keeps_order_and_shows_unknown_as_null(
    client: httpx.Client, world: World, found: list[int]
) -> None:
    one, two = found[:2]
    ids = [
        f"arXiv:{world.arxiv_id(two)}",
        f"ARXIV:{UNKNOWN}",
        f"ARXIV:{world.arxiv_id(one)}v1",
        f"CorpusId:{world.corpus_id(one)}",
        f"DOI:10.48550/ARXIV.{world.arxiv_id(one)}",
        f"URL:https://arxiv.org/abs/{world.arxiv_id(one)}v2",
        world.paper_id(one),
    ]
    rows = batch(client, ids, "title").json()
    sha, other = world.paper_id(one), world.paper_id(two)
    assert [row and row["paperId"] for row in rows] == [other, None, None, sha, sha, sha, sha]
    assert list(rows[0]) == ["paperId", "title"]


def test_batch_gives_at_most_9999_links_in_all(client: httpx.Client, world: World) -> None:
    order = sorted(range(100), key=lambda paper: -world.links.citations.length(paper))
    ids = [f"CorpusId:{world.corpus_id(paper)}" for paper in order if world.in_s2(paper)]
    rows = batch(client, ids, "citationCount,citations.title,references.title").json()
    assert len(rows[0]["citations"]) == 9_999
    assert rows[0]["citationCount"] > 9_999
    assert all(row["citations"] == [] and not row["references"] for row in rows[1:])
    several = batch(client, ids[1:], "citations.title,references.title").json()
    assert sum(len(row["citations"]) + len(row["references"] or ()) for row in several) == 9_999


def test_pages_of_links_end_before_ten_thousand(client: httpx.Client, world: World) -> None:
    paper = max(range(100), key=world.links.citations.length)
    path = f"/graph/v1/paper/{world.paper_id(paper)}/citations"
    got: list[str] = []
    offset: int | None = 0
    while offset is not None and offset < 9_999:
        limit = min(1_000, 9_999 - offset)
        page = client.get(path, params={"offset": offset, "limit": limit}).json()
        got += [row["citingPaper"]["paperId"] for row in page["data"]]
        offset = page.get("next")
    assert len(got) == 9_999
    assert client.get(path, params={"offset": 9_500, "limit": 500}).status_code == 400
    assert client.get(path, params={"limit": 1_001}).status_code == 400
    assert len(client.get(path).json()["data"]) == 100
    recent = client.get(path, params={"publicationDateOrYear": "2025:", "fields": "year"}).json()
    assert {row["citingPaper"]["year"] for row in recent["data"]} <= {2025, 2026}
    nested = client.get(f"/graph/v1/paper/{world.paper_id(paper)}?fields=citations").json()
    assert len(nested["citations"]) == 1_000


@pytest.mark.parametrize(
    ("ids", "fields", "error"),
    [
        ([f"ARXIV:{KNOWN}"] * 501, "title", "Too many paper ids given: at most 500 are allowed"),
        ([f"ARXIV:{UNKNOWN}"], "title", "No valid paper ids given"),
        ([f"ARXIV:{KNOWN}", ""], "title", "No valid paper ids given"),
        ([f"ARXIV:{KNOWN}"], "bad", "Unrecognized or unsupported fields: [bad]"),
        (
            [f"ARXIV:{KNOWN}"],
            "title,references.tldr,citations.nope",
            "Unrecognized or unsupported fields: [citations.nope, references.tldr]",
        ),
    ],
)
def test_batch_refusals(client: httpx.Client, ids: list[str], fields: str, error: str) -> None:
    answer = batch(client, ids, fields)
    assert answer.status_code == 400
    assert answer.json() == {"error": error}


def test_too_large_an_answer_is_refused(client: httpx.Client, world: World) -> None:
    paper = max(range(100), key=world.links.citations.length)
    fields = ",".join(
        f"citations.{name}"
        for name in ("abstract", "openAccessPdf", "authors", "s2FieldsOfStudy", "citationStyles")
    )
    answer = batch(client, [world.paper_id(paper)], fields)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("Response would exceed maximum size")


def test_withheld_references_are_null_not_empty() -> None:
    world = make_world(WorldOptions(elided_share=0.5))
    paper = min(world.elided)
    with Sandbox(world) as sandbox, httpx.Client(base_url=sandbox.url) as client:
        answer = client.get(f"/graph/v1/paper/{world.paper_id(paper)}/references").json()
        row = batch(client, [world.paper_id(paper)], "references.title,referenceCount").json()[0]
    assert answer["data"] is None
    assert "{'references'" in answer["citingPaperInfo"]["openAccessPdf"]["disclaimer"]
    assert row["references"] is None
    assert row["referenceCount"] > 0


def test_older_paper_ids_lead_to_the_merged_record() -> None:
    world = make_world(WorldOptions(merged_share=0.2))
    old, paper = next(iter(world.merged.items()))
    with Sandbox(world) as sandbox:
        answer = httpx.get(f"{sandbox.s2_url}/paper/{old}").json()
    assert answer["paperId"] == world.paper_id(paper) != old


def test_embedding_is_as_long_as_asked_and_only_when_asked(client: httpx.Client) -> None:
    path = f"/graph/v1/paper/ARXIV:{KNOWN}"
    assert "embedding" not in client.get(path, params={"fields": "title"}).json()
    vector = client.get(path, params={"fields": "embedding.specter_v2"}).json()["embedding"]
    assert vector["model"] == "specter_v2"
    assert len(vector["vector"]) == 768
    assert all(isinstance(number, float) for number in vector["vector"])


def test_searches(client: httpx.Client, world: World, found: list[int]) -> None:
    def get(kind: str, **params: object) -> httpx.Response:
        return client.get(f"/graph/v1/paper/search{kind}", params=params)  # type: ignore[arg-type]

    title = world.title(found[0])
    match = get("/match", query=f"{title}: a study").json()["data"][0]
    assert match["title"] == title
    assert match["matchScore"] > 0
    missing = get("/match", query="zebra xylophone quux")
    assert (missing.status_code, missing.json()) == (404, {"error": "Title match not found"})
    assert get("", query="zebra xylophone").json() == {"total": 0, "offset": 0}
    assert get("", query="large-scale").json() == {"total": 0, "offset": 0}
    page = get("", query="made", limit=10, fields="year").json()
    assert (len(page["data"]), page["next"]) == (10, 10)
    dated = get("", query="made", year="2022-2023", fields="year").json()["data"]
    assert dated
    assert {row["year"] for row in dated} <= {2022, 2023}
    bulk = get("/bulk", query="", sort="citationCount:desc", fields="citationCount").json()
    counts = [row["citationCount"] for row in bulk["data"]]
    assert bulk["token"] is None
    assert len(counts) == bulk["total"]
    assert counts == sorted(counts, reverse=True)


def test_bulk_search_turns_pages_by_token() -> None:
    world = make_world(WorldOptions(papers=1_500, citations_mean=3))
    with Sandbox(world) as sandbox, httpx.Client(base_url=sandbox.url) as client:
        first = client.get("/graph/v1/paper/search/bulk").json()
        rest = client.get("/graph/v1/paper/search/bulk", params={"token": first["token"]}).json()
    ids = [row["paperId"] for page in (first, rest) for row in page["data"]]
    assert len(first["data"]) == 1_000
    assert rest["token"] is None
    assert len(set(ids)) == len(ids) == first["total"]


def test_authors(client: httpx.Client, world: World, found: list[int]) -> None:
    row = client.get(f"/graph/v1/paper/{world.paper_id(found[0])}/authors").json()["data"][0]
    assert set(row) == {"authorId", "name"}
    author = client.get(f"/graph/v1/author/{row['authorId']}?fields=paperCount,papers.year").json()
    assert author["paperCount"] == len(author["papers"])
    assert world.paper_id(found[0]) in [paper["paperId"] for paper in author["papers"]]
    rows = client.post("/graph/v1/author/batch", json={"ids": [row["authorId"], "1"]}).json()
    assert rows == [row, None]
    gone = client.get("/graph/v1/author/0")
    assert (gone.status_code, gone.json()) == (404, {"error": "Author with id 0 not found"})


# Pace, transport, log


def test_requests_faster_than_the_pace_are_refused(world: World) -> None:
    pace = 0.2
    with (
        Sandbox(world, arxiv_interval=pace, s2_interval=pace) as sandbox,
        httpx.Client(base_url=sandbox.url) as client,
    ):
        arxiv_answers = [client.get(f"/api/query?id_list={KNOWN}") for _ in range(2)]
        s2_answers = [client.get(f"/graph/v1/paper/ARXIV:{KNOWN}") for _ in range(2)]
    assert [a.status_code for a in arxiv_answers] == [200, 429]
    assert arxiv_answers[1].text == "Rate exceeded."
    assert arxiv_answers[1].headers["content-type"] == "text/plain"
    assert [a.status_code for a in s2_answers] == [200, 429]
    assert s2_answers[1].json()["code"] == "429"
    assert "retry-after" not in s2_answers[1].headers
    assert [visit.status for visit in sandbox.log] == [200, 429, 200, 429]
    assert [visit.ids for visit in sandbox.log] == [1, 0, 1, 0]


def test_keeping_the_pace_is_never_refused_and_two_at_once_are(world: World) -> None:
    from concurrent.futures import ThreadPoolExecutor
    from time import sleep

    with Sandbox(world, arxiv_interval=0.05, latency=0.3) as sandbox:
        url = f"{sandbox.arxiv_url}?id_list={KNOWN}"
        with ThreadPoolExecutor(2) as pool:
            first = pool.submit(httpx.get, url)
            sleep(0.1)
            assert httpx.get(url).status_code == 429
            assert first.result().status_code == 200
        assert httpx.get(url).status_code == 200


def test_expired_key_is_forbidden_and_others_are_taken(client: httpx.Client) -> None:
    path = f"/graph/v1/paper/ARXIV:{KNOWN}"
    refused = client.get(path, headers={"x-api-key": "expired"})
    assert (refused.status_code, refused.json()) == (403, {"message": "Forbidden"})
    assert client.get(path, headers={"x-api-key": "another"}).status_code == 200


def test_answers_are_compressed_only_for_those_who_ask(client: httpx.Client, world: World) -> None:
    path = f"/graph/v1/paper/{world.paper_id(0)}?fields=references.abstract"
    plain = client.get(path, headers={"accept-encoding": "identity"})
    packed = client.get(path, headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(packed.content) / 2
    assert packed.content == plain.content


def test_every_answer_can_be_altered(world: World) -> None:
    def spoil(_question: object, reply: Reply) -> Reply:
        return Reply(503, b"", "text/plain", ids=reply.ids)

    with Sandbox(world, alter=spoil) as sandbox:
        assert httpx.get(f"{sandbox.arxiv_url}?id_list={KNOWN}").status_code == 503
    assert [(visit.service, visit.status) for visit in sandbox.log] == [("arxiv", 503)]


# Recorded answers of the real services


def shape(element: etree._Element) -> set[str]:
    """Return the paths of elements and attributes below an element."""
    paths: set[str] = set()
    for node in element.iter(etree.Element):
        path = "/".join(
            [*(str(a.tag) for a in reversed(list(node.iterancestors()))), str(node.tag)]
        )
        paths |= {path, *(f"{path}@{name}" for name in node.attrib)}
    return paths


@needs_recorded
def test_atom_has_the_elements_of_recorded_feeds(client: httpx.Client, world: World) -> None:
    feeds = [json.loads(path.read_text("utf-8")) for path in (RECORDED / "arxiv").glob("*.json")]
    real = set().union(
        *(shape(etree.fromstring(f["body"].encode())) for f in feeds if f["status_code"] == 200)
    )
    made = shape(query(client, search_query="all:made", max_results=200))
    assert made == real


@needs_recorded
def test_arxiv_error_is_the_recorded_one(client: httpx.Client) -> None:
    (path,) = (RECORDED / "arxiv").glob("id_abc_*.json")
    recorded = json.loads(path.read_text("utf-8"))
    answer = client.get("/api/query?id_list=abc")
    times = r"\d{4}-\d\d-\d\dT[\d:]+Z"
    assert answer.status_code == recorded["status_code"]
    assert re.sub(times, "", answer.text) == re.sub(times, "", recorded["body"])


@needs_recorded
def test_s2_errors_are_the_recorded_ones(client: httpx.Client, world: World) -> None:
    errors = {e["when"]: e for e in json.loads((RECORDED / "s2" / "s2_errors.json").read_text())}
    answers = {
        "GET /paper/0": client.get("/graph/v1/paper/0"),
        "GET /paper/search/match no hit": client.get("/graph/v1/paper/search/match?query=quux"),
        "POST /paper/batch, every id unknown": batch(client, ["0"], "title"),
        "GET /paper/search no hit": client.get("/graph/v1/paper/search?query=quux"),
        "bad fields=": client.get(f"/graph/v1/paper/ARXIV:{KNOWN}?fields=bad"),
    }
    with Sandbox(world, s2_interval=9) as slow:
        httpx.get(f"{slow.s2_url}/paper/0")
        answers["gateway, rate"] = httpx.get(f"{slow.s2_url}/paper/0")
    for when, answer in answers.items():
        assert answer.status_code == errors[when]["status"], when
        assert answer.json() == errors[when]["body"], when


@needs_recorded
def test_s2_records_have_the_fields_of_recorded_ones(
    client: httpx.Client, world: World, found: list[int]
) -> None:
    recorded = json.loads((RECORDED / "s2" / "Paper.json").read_text("utf-8"))
    nested = list(recorded["references"][0])
    fields = [name for name in recorded if name not in ("authors", "citations", "references")]
    fields += [f"authors.{name}" for name in recorded["authors"][0]]
    fields += [f"{side}.{name}" for side in ("citations", "references") for name in nested]
    params = {"fields": ",".join(fields)}
    made = client.get(f"/graph/v1/paper/{world.paper_id(found[0])}", params=params).json()
    assert list(made) == list(recorded)
    assert list(made["authors"][0]) == list(recorded["authors"][0])
    assert list(made["references"][0]) == list(made["citations"][0]) == nested
    types = {name: {type(p[name]) for p in recorded["citations"]} for name in nested}
    allowed = {name: {*kinds, type(None)} for name, kinds in types.items()}
    assert not [
        (name, value)
        for row in made["citations"]
        for name, value in row.items()
        if type(value) not in allowed[name]
    ]
    unlinked = next(row for row in recorded["references"] if row["paperId"] is None)
    mine = next(row for row in made["references"] if row["paperId"] is None)
    assert {n for n in mine if mine[n] is not None} <= {
        n for n in unlinked if unlinked[n] is not None
    }
    link = json.loads((RECORDED / "s2" / "Reference.json").read_text("utf-8"))
    asked = [name for name in link if name != "citedPaper"] + list(link["citedPaper"])
    path = f"/graph/v1/paper/{world.paper_id(found[0])}/references"
    answer = client.get(path, params={"fields": ",".join(asked)}).json()
    assert set(answer) == {"offset", "citingPaperInfo", "data"}
    assert list(answer["data"][0]) == list(link)
    assert list(answer["data"][0]["citedPaper"]) == list(link["citedPaper"])


@needs_recorded
def test_every_field_of_the_official_description_is_served(
    client: httpx.Client, world: World
) -> None:
    described = json.loads((RECORDED / "s2-graph-api.json").read_text("utf-8"))["definitions"]
    names = list(described["FullPaper"]["properties"])
    params = urlencode({"fields": ",".join(names)})
    made = client.get(f"/graph/v1/paper/ARXIV:{KNOWN}?{params}").json()
    assert set(made) == set(names)
    authors = ",".join(f"authors.{name}" for name in described["Author"]["properties"])
    made = client.get(f"/graph/v1/paper/ARXIV:{KNOWN}?fields={authors}").json()
    assert set(made["authors"][0]) == set(described["Author"]["properties"])
