"""Reading answers: hand-made bodies for what matters, recorded real ones where they are."""

import json
from pathlib import Path

import pytest

from db.rows import Absent, Answer, Found, Key, Links, Want
from enrich.settings import load_settings
from enrich.sources import make_sources
from enrich.sources.base import Options, Verdict

RECORDED = Path(__file__).parents[2] / "shared" / "recorded"
ARXIV, S2 = make_sources(load_settings(environment={}, files=[]))
PARTS = {(part.name, part.paged): part for part in S2.parts(Options(contexts=True))}


def arxiv_answer(body: bytes, *ids: str) -> Answer:
    wants = [Want(Key("arxiv", base)) for base in ids]
    request = ARXIV.request(ARXIV.parts(Options())[0], wants, Options())
    return Answer(request, 200, body, "", "")


def s2_answer(body: object, part: str, *wants: Want, paged: bool = False, status: int = 200):
    request = S2.request(PARTS[part, paged], wants, Options())
    return Answer(request, status, json.dumps(body).encode(), "", "")


def recorded(pattern: str) -> list[Path]:
    files = sorted(RECORDED.glob(pattern))
    if not files:
        pytest.skip("the recorded real answers are not beside this checkout")
    return files


def want(corpus_id: int, expected: int | None = None) -> Want:
    return Want(Key("corpus", str(corpus_id)), expected)


def test_requests_are_those_of_the_manuals():
    request = ARXIV.request(
        ARXIV.parts(Options())[0], [Want(Key("arxiv", "hep-th/9901001"))], Options()
    )
    assert request.params == (("id_list", "hep-th/9901001,1706.03762"), ("max_results", "2"))
    keys = [Key("arxiv", "2305.09955"), Key("corpus", "7"), Key("s2", "ab"), Key("doi", "10.1/x")]
    request = S2.request(PARTS["record", False], [Want(key) for key in keys], Options())
    assert json.loads(request.body or "") == {
        "ids": ["ARXIV:2305.09955", "CorpusId:7", "ab", "DOI:10.1/x"]
    }
    page = S2.request(
        PARTS["reference_contexts", True], [Want(Key("corpus", "7"), None, 9000)], Options()
    )
    assert page.path == "/paper/CorpusId:7/references"
    assert dict(page.params)["limit"] == "999"
    assert "isInfluential" in dict(page.params)["fields"]


def test_arxiv_recorded_answers():
    for path in recorded("arxiv/id_*.json"):
        told = json.loads(path.read_text())
        body, status = told["body"].encode(), told["status_code"]
        asked = path.name.removeprefix("id_").partition("_s0_")[0]
        if status != 200:
            judgement = ARXIV.judge(arxiv_answer(body, "2305.09955").request, status, "", body)
            assert judgement.verdict is Verdict.SPLIT
            assert "incorrect id format for abc" in judgement.reason
            continue
        for outcome in ARXIV.read(arxiv_answer(body, asked.replace("_", "/"), "1707.08567")):
            if isinstance(outcome, Found):
                record = outcome.record
                assert record.arxiv_id == outcome.key.value
                assert record.title
                assert record.abstract == " ".join((record.abstract or "").split())
                assert record.primary_category in record.categories
                assert record.authors
    by_name = {path.name: path for path in recorded("arxiv/q_*.json")}
    body = json.loads(by_name["q_testing_s0_m100_cfe7536492ca.json"].read_text())["body"].encode()
    entries = body.count(b"<entry>")
    ids = [part.split(b"v")[0].decode() for part in body.split(b"<id>http://arxiv.org/abs/")[1:]]
    found = ARXIV.read(arxiv_answer(body, *ids))
    assert entries == len(ids) == sum(isinstance(each, Found) for each in found)


def test_arxiv_tells_unknown_from_lost():
    feed = (
        b'<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">'
        b"<entry><id>http://arxiv.org/abs/1706.03762v7</id><title>T\n  wo</title>"
        b"<published>2017-06-12T17:57:34Z</published><summary> a\n  b </summary>"
        b"<author><name>N. N.</name><arxiv:affiliation>X</arxiv:affiliation></author>"
        b"</entry></feed>"
    )
    answer = arxiv_answer(feed, "2401.00001", "1706.03762")
    unknown, known = ARXIV.read(answer)
    assert isinstance(unknown, Absent)
    assert isinstance(known, Found)
    assert (known.record.title, known.record.abstract) == ("T wo", "a b")
    assert (known.record.arxiv_version, known.record.published) == (7, "2017-06-12")
    assert known.record.authors[0].affiliation == "X"
    assert ARXIV.judge(answer.request, 200, "", feed).verdict is Verdict.BELIEVE
    without = feed.replace(b"1706.03762v7", b"1706.03763v7")
    assert ARXIV.judge(answer.request, 200, "", without).verdict is Verdict.RETRY


def test_xml_that_would_explode_is_no_feed():
    bomb = (
        b'<!DOCTYPE f [<!ENTITY a "aaaaaaaaaa">'
        + b"".join(f'<!ENTITY a{n} "{"&a;" * 10}">'.encode() for n in range(9))
        + b']><feed xmlns="http://www.w3.org/2005/Atom"><entry><id>&a8;</id></entry></feed>'
    )
    request = arxiv_answer(bomb, "2401.00001").request
    assert ARXIV.judge(request, 200, "", bomb).verdict is Verdict.RETRY


def test_s2_batch_is_read_by_position():
    paper = {
        "paperId": "p1",
        "externalIds": {"ArXiv": "2305.09955", "CorpusId": 11, "DOI": "10.48550/ARXIV.2305.09955"},
        "title": "A\n title",
        "openAccessPdf": {"url": "", "status": None},
        "tldr": None,
        "authors": [{"authorId": None, "name": "A. B."}, {"authorId": "5", "name": None}],
        "fieldsOfStudy": None,
        "citationCount": 4,
    }
    wants = [Want(Key("arxiv", "2401.00001")), Want(Key("arxiv", "2305.09955"))]
    absent, found = S2.read(s2_answer([None, paper], "record", *wants))
    assert isinstance(absent, Absent)
    assert absent.key == wants[0].key
    assert isinstance(found, Found)
    record = found.record
    assert (record.title, record.corpus_id, record.citation_count) == ("A title", 11, 4)
    assert record.doi == "10.48550/arxiv.2305.09955"
    assert record.open_access_pdf is None
    assert [author.name for author in record.authors] == ["A. B."]


def test_s2_says_that_it_knows_none():
    answer = s2_answer(
        {"error": "No valid paper ids given"}, "record", want(1), want(2), status=400
    )
    judged = S2.judge(answer.request, 400, "application/json", answer.body)
    assert judged.verdict is Verdict.BELIEVE
    assert all(isinstance(outcome, Absent) for outcome in S2.read(answer))
    other = S2.judge(answer.request, 400, "", b'{"error":"Unrecognized or unsupported fields"}')
    assert other.verdict is Verdict.SPLIT


def rows(count: int) -> list[dict[str, object]]:
    return [{"paperId": f"n{n}", "title": f"N{n}"} for n in range(count)]


@pytest.mark.parametrize(
    ("received", "expected", "beside", "suspect"),
    [
        (10, 10, 0, False),
        (19, 20, 0, False),  # counted differently: asking again changes nothing
        (0, 20, 0, True),
        (10, 20, 0, True),
        (19, 20, 9980, True),  # the answer reached the limit
        (9999, 12000, 0, False),  # all that the service gives of one paper
    ],
)
def test_a_list_that_may_be_cut_off_is_suspect(received, expected, beside, suspect):
    papers = [
        {"paperId": "a", "citations": rows(received)},
        {"paperId": "b", "citations": rows(beside)},
    ]
    first, _ = S2.read(s2_answer(papers, "citations", want(1, expected), want(2, beside)))
    assert isinstance(first, Links)
    assert first.suspect is suspect


def test_links_without_a_paper_are_kept_apart_and_null_is_not_none():
    listed = [*rows(2), {"paperId": None, "title": "Some\n book", "authors": []}]
    papers = [{"paperId": "a", "references": listed}, {"paperId": "b", "references": None}]
    links, withheld = S2.read(s2_answer(papers, "references", want(1, 3), want(2, 9)))
    assert isinstance(links, Links)
    assert [n.s2_paper_id for n in links.neighbours] == ["n0", "n1"]
    assert [u.title for u in links.unlinked] == ["Some book"]
    assert isinstance(withheld, Absent)
    assert "publisher" in withheld.reason


def test_pages_lead_on_until_the_limit():
    body = {"offset": 0, "next": 1000, "data": [{"citedPaper": paper} for paper in rows(3)]}
    (page,) = S2.read(s2_answer(body, "references", want(1), paged=True))
    assert isinstance(page, Links)
    assert (page.resume_at, len(page.neighbours)) == (1000, 3)
    last = Want(Key("corpus", "1"), None, 9000)
    (page,) = S2.read(s2_answer(body | {"next": 9999}, "references", last, paged=True))
    assert isinstance(page, Links)
    assert page.resume_at is None
    (page,) = S2.read(s2_answer({"data": None}, "references", want(1), paged=True))
    assert isinstance(page, Absent)


def test_s2_recorded_answers():
    (path,) = recorded("s2/Paper.json")
    paper = json.loads(path.read_text())
    (found,) = S2.read(s2_answer([paper], "record", want(1)))
    assert isinstance(found, Found)
    assert found.record.title == paper["title"]
    assert len(found.record.authors) == len(paper["authors"])
    for part in ("references", "citations"):
        count = len(paper[part])
        (links,) = S2.read(s2_answer([paper], part, want(1, count)))
        assert isinstance(links, Links)
        assert len(links.neighbours) + len(links.unlinked) == count
    (path,) = recorded("s2/s2_references_with_citingPaperInfo.json")
    (page,) = S2.read(s2_answer(json.loads(path.read_text()), "references", want(1), paged=True))
    assert isinstance(page, Links)
    assert page.neighbours[0].arxiv_id == "1910.06444"
    (path,) = recorded("s2/Reference.json")
    row = json.loads(path.read_text())
    (page,) = S2.read(s2_answer({"data": [row]}, "reference_contexts", want(1), paged=True))
    assert isinstance(page, Links)
    assert page.neighbours[0].contexts[0][1] == ("background",)
    assert page.neighbours[0].is_influential is False
    (path,) = recorded("s2/s2_errors.json")
    verdicts = {
        each["status"]: S2.judge(
            s2_answer([], "record").request, each["status"], "", json.dumps(each["body"]).encode()
        ).verdict
        for each in json.loads(path.read_text())
        if each["status"] in {403, 429, 504}
    }
    assert verdicts == {403: Verdict.STOP, 429: Verdict.RETRY, 504: Verdict.RETRY}
