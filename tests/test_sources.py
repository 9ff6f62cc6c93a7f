"""Reading answers: hand-made bodies for what matters, recorded real ones where they are."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from db.identifiers import parse_arxiv
from db.identity import number_of
from db.rows import Absent, Answer, Failed, Found, Key, Links, Missing, Unlinked, Vector, Want
from enrich.resolution.descriptions import find_keys
from enrich.settings import load_settings
from enrich.sources import make_sources
from enrich.sources.arxiv import CONTROL
from enrich.sources.base import AskAgain, AskLess, AskNoMore, NoAnswer, Options
from enrich.sources.s2_answers import decode_hits, identifiers
from enrich.sources.s2_outcomes import read_record

RECORDED = Path(__file__).parents[2] / "shared" / "recorded"
ARXIV, S2 = make_sources(load_settings(environment={}, files=[]))
PARTS = {
    (part.name, part.paged): part for part in S2.parts(Options(contexts=True, embeddings=True))
}


def arxiv_answer(body: bytes, *ids: str, status: int = 200, content_type: str = "") -> Answer:
    wants = [Want(Key("arxiv", base)) for base in ids]
    request = ARXIV.request(ARXIV.parts(Options())[0], wants, Options())
    return Answer(request, status, body, "", "", content_type)


def s2_answer(body: object, part: str, *wants: Want, paged: bool = False, status: int = 200):
    request = S2.request(PARTS[part, paged], wants, Options())
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Answer(request, status, raw, "", "")


def recorded(pattern: str) -> list[Path]:
    files = sorted(RECORDED.glob(pattern))
    if not files:
        pytest.skip("the recorded real answers are not beside this checkout")
    return files


def want(corpus_id: int, expected: int | None = None, *known: Key) -> Want:
    return Want(Key("corpus", str(corpus_id)), expected, known=known)


def feed(*entries: str) -> bytes:
    return (
        '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">'
        + "".join(entries)
        + "</feed>"
    ).encode()


def entry(versioned: str, title: str = "Known") -> str:
    return f"<entry><id>http://arxiv.org/abs/{versioned}</id><title>{title}</title></entry>"


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
    for part, fields in {
        "citations": "corpusId,externalIds,citations.externalIds",
        "embedding": "corpusId,externalIds,embedding.specter_v2",
    }.items():
        request = S2.request(PARTS[part, False], [want(1)], Options())
        assert dict(request.params)["fields"].startswith(fields)
    assert [part.direction for part in S2.parts(Options(embeddings=True))] == [
        None, "references", "references", "citations", "citations", None
    ]  # fmt: skip
    assert len(S2.plan(PARTS["embedding", False], [want(n) for n in range(1001)])) == 3


# What an answer that is not to be believed means: again, less or no more, and whether the
# question itself may be at fault.
PATIENCE, CONTENT, LESS, NO_MORE = "patience", "content", "less", "no more"


def meaning(source, answer: Answer) -> str:
    try:
        source.read(answer)
    except AskAgain as error:
        return CONTENT if error.content else PATIENCE
    except AskLess:
        return LESS
    except AskNoMore:
        return NO_MORE
    return "believed"


@pytest.mark.parametrize(
    ("status", "expected"),
    {408: PATIENCE, 425: PATIENCE, 429: PATIENCE, 503: PATIENCE, 520: PATIENCE, 500: CONTENT,
     502: CONTENT, 504: CONTENT, 204: CONTENT, 400: LESS, 413: LESS, 414: LESS, 401: NO_MORE,
     403: NO_MORE, 404: NO_MORE, 410: NO_MORE, 418: NO_MORE, 301: NO_MORE}.items(),
)  # fmt: skip
def test_what_a_status_means(status, expected):
    said = {"error": "No such route found"}
    assert meaning(ARXIV, arxiv_answer(b"", "2305.09955", status=status)) == expected
    assert meaning(S2, s2_answer(said, "record", want(1), status=status)) == expected
    page = s2_answer(said, "references", want(1), paged=True, status=status)
    assert meaning(S2, page) == expected


@pytest.mark.parametrize(
    ("body", "content_type", "expected"),
    [
        (b"Rate exceeded.", "text/plain", PATIENCE),
        (b"<html>Sorry</html>", "text/html", PATIENCE),
        (b"<!DOCTYPE html><p>", "", PATIENCE),
        (feed(entry("2401.00001v1")), "", PATIENCE),  # without what was asked and the control
        (b"", "", CONTENT),
        (feed(entry(CONTROL))[:-9], "", CONTENT),
        (b"<rss/>", "", CONTENT),
        (b"[]", "", CONTENT),
        (feed("<entry><id>https://arxiv.org/api/errors#x</id><summary>no</summary></entry>"),
         "", LESS),
    ],
)  # fmt: skip
def test_what_is_no_page_of_arxiv(body, content_type, expected):
    assert meaning(ARXIV, arxiv_answer(body, "2305.09955", content_type=content_type)) == expected


PAPER = {"paperId": "p1", "externalIds": {"ArXiv": "2305.09955", "CorpusId": 1}, "title": "T"}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (b"Rate exceeded.", PATIENCE),
        (b"<html>", PATIENCE),
        ({"message": "Too Many Requests"}, PATIENCE),
        ({"message": "hello"}, CONTENT),
        ({}, CONTENT),
        (b"", CONTENT),
        (b"null", CONTENT),
        ([], CONTENT),
        ([PAPER, None], CONTENT),
        (json.dumps([PAPER]).encode()[:-3], CONTENT),
        (b"[" * 100_000, CONTENT),
        (b'[{"x": ' + b"[" * 100_000, CONTENT),
        ([PAPER | {"externalIds": {"ArXiv": "1706.03762"}}], CONTENT),  # another paper
    ],
)
def test_what_is_no_batch_of_semantic_scholar(body, expected):
    asked = Want(Key("arxiv", "2305.09955"))
    assert meaning(S2, s2_answer(body, "record", asked)) == expected


@pytest.mark.parametrize(
    ("body", "asked", "expected"),
    [
        ({}, want(1), CONTENT),
        ({"data": 5}, want(1), CONTENT),
        ([], want(1), CONTENT),
        ({"message": "Too Many Requests"}, want(1), PATIENCE),
        ({"data": []}, want(1, 11), CONTENT),
        ({"data": []}, want(1, 10), "believed"),
        ({"data": []}, replace(want(1, 2000), offset=1000), "believed"),
        ({"data": None}, want(1, 11), "believed"),
        ({"data": None}, replace(want(1), offset=1000), CONTENT),
    ],
)
def test_what_is_no_page_of_semantic_scholar(body, asked, expected):
    assert meaning(S2, s2_answer(body, "references", asked, paged=True)) == expected


def test_unsupported_fields_and_a_wrong_address_end_it():
    fields = s2_answer(
        {"error": "Unrecognized or unsupported fields: [x]"}, "record", want(1), status=400
    )
    assert meaning(S2, fields) == NO_MORE
    with pytest.raises(AskNoMore) as refused:
        S2.read(s2_answer({"message": "Forbidden"}, "record", want(1), status=403))
    assert refused.value.reason == "HTTP 403: Forbidden"
    assert refused.value.advice


@pytest.mark.parametrize(
    ("key", "known", "given", "is_other"),
    [
        (Key("arxiv", "2305.09955"), (), {"arxiv": "2305.09955", "paper": "x", "corpus": 9}, False),
        (Key("arxiv", "2305.09955"), (), {"arxiv": "1706.03762"}, True),
        (Key("corpus", "1"), (Key("arxiv", "2305.09955"),), {"arxiv": "1706.03762"}, True),
        (Key("corpus", "1"), (Key("s2", "p"),), {"corpus": 2, "paper": "q"}, True),
        (Key("corpus", "1"), (Key("s2", "p"),), {"corpus": 2, "paper": "p"}, False),  # merged
        (Key("corpus", "1"), (Key("s2", "p"),), {"corpus": 1, "paper": "q"}, False),
        (Key("corpus", "1"), (), {"corpus": 2, "paper": "q"}, False),
        (Key("doi", "10.1/x"), (), {"arxiv": "1706.03762"}, False),
    ],
)
@pytest.mark.parametrize("part", ["record", "references", "embedding"])
def test_an_answer_about_another_paper_is_noticed(part, key, known, given, is_other):
    paper = {
        "paperId": given.get("paper"),
        "corpusId": given.get("corpus"),
        "externalIds": {"ArXiv": given.get("arxiv")},
        "references": [],
    }
    read = meaning(S2, s2_answer([paper], part, Want(key, known=known)))
    assert read == (CONTENT if is_other else "believed")


def test_arxiv_recorded_answers():
    for path in recorded("arxiv/id_*.json"):
        told = json.loads(path.read_text())
        body, status = told["body"].encode(), told["status_code"]
        asked = path.name.removeprefix("id_").partition("_s0_")[0]
        if status != 200:
            with pytest.raises(AskLess, match="incorrect id format for abc"):
                ARXIV.read(arxiv_answer(body, "2305.09955", status=status))
            continue
        # The real pages were asked without the control paper.
        body = body.replace(b"</feed>", entry(f"{CONTROL}v7").encode() + b"</feed>")
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


def test_arxiv_fields():
    body = feed(
        "<entry><id>http://arxiv.org/abs/1706.03762v7</id><title>T\n  wo</title>"
        "<published>2017-06-12T17:57:34Z</published><updated>soon</updated>"
        "<summary> a\n  b </summary>"
        "<author><name>N. N.</name><arxiv:affiliation>X</arxiv:affiliation></author></entry>"
    )
    unknown, known = ARXIV.read(arxiv_answer(body, "2401.00001", "1706.03762"))
    assert isinstance(unknown, Missing)
    assert isinstance(known, Found)
    assert (known.record.title, known.record.abstract) == ("T wo", "a b")
    assert (known.record.arxiv_version, known.record.published) == (7, "2017-06-12")
    assert known.record.updated is None
    assert known.record.authors[0].affiliation == "X"


def test_of_two_versions_the_latest_counts():
    old, new = entry("1706.03762v2", "Old"), entry("1706.03762v10", "New")
    for body in (feed(old, new), feed(new, old)):
        (found,) = ARXIV.read(arxiv_answer(body, CONTROL))
        assert isinstance(found, Found)
        assert found.record.title == "New"


def test_a_missing_paper_is_absent_when_a_page_of_none_but_missing_ones_says_so():
    ids = [f"2401.{n:05}" for n in range(1, 5)]
    told = [entry(f"{base}v1") for base in ids]

    def read(*entries: str, missed: bool) -> list[type]:
        answer = arxiv_answer(feed(entry(CONTROL), *entries), *ids)
        wants = tuple(replace(want, missed=missed) for want in answer.request.wants)
        again = replace(answer, request=replace(answer.request, wants=wants))
        return [type(outcome) for outcome in ARXIV.read(again)]

    assert read(missed=False) == [Missing] * 4
    assert read(*told[:3], missed=False) == [Found] * 3 + [Missing]
    assert read(*told[:1], missed=True) == [Found] + [Missing] * 3
    assert read(missed=True) == [Absent] * 4
    # Where nothing is missing there is nothing that the control paper has to prove.
    all_there = arxiv_answer(feed(*told), *ids)
    assert all(isinstance(each, Found) for each in ARXIV.read(all_there))


def test_entities_are_not_resolved(tmp_path):
    (tmp_path / "secret").write_text("secret")
    for entity in ('"Injected"', f'SYSTEM "{(tmp_path / "secret").as_uri()}"'):
        body = f"<!DOCTYPE f [<!ENTITY e {entity}>]>".encode() + feed(entry(CONTROL, "&e;"))
        assert meaning(ARXIV, arxiv_answer(body, CONTROL)) == CONTENT
    bomb = (
        b'<!DOCTYPE f [<!ENTITY a "aaaaaaaaaa">'
        + b"".join(f'<!ENTITY a{n} "{"&a;" * 10}">'.encode() for n in range(9))
        + b"]>"
        + feed(entry("&a8;"))
    )
    assert meaning(ARXIV, arxiv_answer(bomb, "2401.00001")) == CONTENT


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


@pytest.mark.parametrize(
    ("field", "value", "kept"),
    [
        ("citationCount", 2**70, None),
        ("citationCount", -1, None),
        ("corpusId", 9 * 10**14, 1),  # the one in externalIds counts
        ("corpusId", -5, 1),
        ("corpusId", "77", 77),
        ("year", 0, None),
        ("year", 99999, None),
        ("year", "2024", None),
        ("publicationDate", "2024-02-30", None),
        ("publicationDate", "yesterday", None),
        ("publicationDate", 20240230, None),
        ("title", ["T"], None),
        ("title", "a\ud800b\0c", "a\ufffdb\ufffdc"),
        ("authors", [None, 5, {"name": 7}, {"name": "A"}], ["A"]),
        ("fieldsOfStudy", ["x", None, 5], ("x",)),
        ("tldr", "no object", None),
    ],
)
def test_a_field_that_does_not_fit_is_lost_and_nothing_else(field, value, kept):
    body = [PAPER | {"venue": "V", field: value}, None, 5, {"title": "nobody"}]
    read, absent, *odd = S2.read(
        s2_answer(body, "record", Want(Key("arxiv", "2305.09955")), want(2), want(3), want(4))
    )
    assert isinstance(absent, Absent)
    assert all(isinstance(each, Failed) for each in odd)
    assert [each.key.value for each in odd] == ["3", "4"]
    assert isinstance(read, Found)
    names = {"citationCount": "citation_count", "corpusId": "corpus_id", "fieldsOfStudy":
             "fields_of_study", "publicationDate": "published"}  # fmt: skip
    got = getattr(read.record, names.get(field, field))
    got = [author.name for author in got] if field == "authors" else got
    assert got == (() if kept is None and field == "fieldsOfStudy" else kept)
    assert (read.record.venue, read.record.s2_paper_id) == ("V", "p1")


def test_an_endless_number_is_lost_and_nothing_else():
    paper = json.dumps(PAPER | {"venue": "V", "citationCount": 7, "referenceCount": 3})
    body = f"[{paper.replace(': 7', ': ' + '7' * 5000)}, {paper}]".encode()
    outcomes = S2.read(s2_answer(body, "record", Want(Key("arxiv", "2305.09955")), want(1)))
    counts = [(e.record.venue, e.record.citation_count, e.record.reference_count) for e in outcomes]
    assert counts == [("V", None, 3), ("V", 7, 3)]


def test_absent_is_said_only_by_the_service():
    unknown = {"error": "Paper with id CorpusId:1 not found"}
    none = s2_answer({"error": "No valid paper ids given"}, "record", want(1), want(2), status=400)
    assert [type(outcome) for outcome in S2.read(none)] == [Absent, Absent]
    page = s2_answer(unknown, "references", want(1), paged=True, status=404)
    assert isinstance(S2.read(page)[0], Absent)
    for body in ({"message": "Not Found"}, {"error": "Requested object not found"}, b"<html>"):
        page = s2_answer(body, "references", want(1), paged=True, status=404)
        assert meaning(S2, page) == NO_MORE
    assert meaning(S2, s2_answer(unknown, "record", want(1), status=404)) == NO_MORE


def rows(count: int) -> list[dict[str, object]]:
    return [{"paperId": f"n{n}", "title": f"N{n}"} for n in range(count)]


@pytest.mark.parametrize(
    ("received", "expected", "suspect"),
    [
        (10, 10, False),
        (19, 20, False),  # counted differently: asking again changes nothing
        (0, 20, True),
        (10, 20, True),
        (5, None, False),
        (9999, 12000, False),  # all that the service gives of one paper
    ],
)
def test_a_list_that_may_be_cut_off_is_suspect(received, expected, suspect):
    papers = [{"paperId": "a", "citations": rows(received)}]
    (links,) = S2.read(s2_answer(papers, "citations", want(1, expected)))
    assert isinstance(links, Links)
    assert links.suspect is suspect


def test_at_the_limit_no_list_is_believed_unless_it_is_alone():
    for expected in (None, 3, 4):
        full = [{"citations": rows(3)}, {"citations": rows(9996)}]
        answer = s2_answer(full, "citations", want(1, expected), want(2, 9996))
        assert meaning(S2, answer) == LESS
        full[1]["citations"].pop()
        answer = s2_answer(full, "citations", want(1, expected), want(2, 9996))
        assert meaning(S2, answer) == "believed"


def test_links_without_a_paper_are_kept_apart_and_null_is_not_none():
    listed = [
        *rows(1), {"paperId": None, "title": "Some\n book", "authors": [], "year": 1}, None, 5,
        {"paperId": "n1", "title": 7, "year": "x", "publicationDate": "2024-01-01"},
    ]  # fmt: skip
    papers = [
        {"paperId": "a", "references": listed},
        {"paperId": "b", "references": None},
        {"paperId": "c"},
        {"paperId": "d", "references": {}},
        None,
        "odd",
    ]
    wants = [want(1, 5), *(want(n, 9) for n in range(2, 7))]
    links, withheld, missing, misfit, absent, odd = S2.read(s2_answer(papers, "references", *wants))
    assert isinstance(links, Links)
    assert [(n.s2_paper_id, n.title, n.published) for n in links.neighbours] == [
        ("n0", "N0", None),
        ("n1", None, "2024-01-01"),
    ]
    assert links.unlinked == (
        Unlinked(2, "Some book", None),
        Unlinked(3, None, None),
        Unlinked(4, None, None),
    )
    assert isinstance(withheld, Absent)
    assert "publisher" in withheld.reason
    # Whether there are none, or they are withheld, the paper's own page tells.
    assert missing == Links(wants[2].key, "references", suspect=True)
    assert misfit == Links(wants[3].key, "references", suspect=True)
    assert isinstance(absent, Absent)
    assert isinstance(odd, Failed)


@pytest.mark.parametrize(
    ("offset", "received", "following", "resume_at"),
    [
        (0, 1000, 1000, 1000),
        (0, 998, 1000, 1000),
        (0, 500, 500, 500),
        (1000, 1000, 2000, 2000),
        (8000, 1000, 9000, 9000),
        (0, 1000, None, None),
        (9000, 999, 9999, None),
        (1000, 1000, 1000, None),  # it would never end
        (1000, 1000, 0, None),
        (1000, 1000, -7, None),
        (0, 1, 1, None),
        (0, 1000, 1, None),
        (0, 1000, 5000, None),
        (0, 0, 1000, None),
        (0, 1000, "1000", None),
        (0, 1000, 2**80, None),
    ],
)
def test_pages_lead_on_until_the_limit(offset, received, following, resume_at):
    data = [{"citedPaper": paper} for paper in rows(received)]
    asked = Want(Key("corpus", "1"), None, offset)
    body = {"offset": offset, "next": following, "data": data}
    (page,) = S2.read(s2_answer(body, "references", asked, paged=True))
    assert isinstance(page, Links)
    assert (page.offset, page.resume_at, len(page.neighbours)) == (offset, resume_at, received)


def test_places_on_a_page_are_those_in_the_whole_list():
    data = [{"citedPaper": rows(1)[0]}, {"citedPaper": {"paperId": None, "title": "B"}}, None]
    asked = Want(Key("corpus", "1"), None, 2000)
    (page,) = S2.read(s2_answer({"data": data}, "references", asked, paged=True))
    assert isinstance(page, Links)
    assert [(each.position, each.title) for each in page.unlinked] == [(2002, "B"), (2003, None)]


def test_vectors():
    papers = [
        {"paperId": "a", "embedding": {"model": "specter_v2", "vector": [1, -0.5]}},
        {"paperId": "b", "embedding": None},
        {"paperId": "c", "embedding": {"model": "m", "vector": [1, None]}},
        {"paperId": "d", "embedding": {"model": "m", "vector": [1e300]}},
        {"paperId": "e", "embedding": 5},
        None,
    ]
    wants = [want(n) for n in range(6)]
    vector, none, *broken, unknown = S2.read(s2_answer(papers, "embedding", *wants))
    assert isinstance(vector, Vector)
    assert vector.embedding.vector.hex() == "0000803f000000bf"
    assert isinstance(none, Absent)
    assert "no vector" in none.reason
    assert [type(each) for each in broken] == [Failed] * 3
    assert isinstance(unknown, Absent)


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
    (path,) = recorded("s2/s2_references_elided.json")
    (page,) = S2.read(s2_answer(json.loads(path.read_text()), "references", want(1), paged=True))
    assert isinstance(page, Absent)
    (path,) = recorded("s2/Reference.json")
    row = json.loads(path.read_text())
    (page,) = S2.read(s2_answer({"data": [row]}, "reference_contexts", want(1), paged=True))
    assert isinstance(page, Links)
    assert page.neighbours[0].contexts[0][1] == ("background",)
    assert page.neighbours[0].is_influential is False
    (path,) = recorded("s2/s2_errors.json")
    meanings = {
        each["status"]: meaning(
            S2, s2_answer(each["body"], "record", want(1), status=each["status"])
        )
        for each in json.loads(path.read_text())
        if each["status"] in {403, 429, 504}
    }
    assert meanings == {403: NO_MORE, 429: PATIENCE, 504: CONTENT}


ANY_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(2**80), 2**80)
    | st.floats()
    | st.text(st.characters(exclude_categories=()), max_size=8)
    | st.sampled_from(["2305.09955", "1706.03762v9", "p1", "2024-01-01"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    ["paperId", "corpusId", "externalIds", "title", "abstract", "venue", "year",
     "publicationDate", "referenceCount", "citationCount", "fieldsOfStudy", "openAccessPdf",
     "tldr", "authors", "embedding", "references", "citations"]
)  # fmt: skip
BOXES = st.sampled_from([None, "externalIds", "tldr", "embedding"])
WANTS = (Want(Key("arxiv", "2305.09955"), 20), want(2, 20))
quietly = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def read_or_refuse(source, answer: Answer) -> None:
    """Read whatever it is; nothing but the agreed errors, and outcomes of the asked alone."""
    try:
        outcomes = source.read(answer)
    except NoAnswer:
        return
    assert [outcome.key for outcome in outcomes] == [w.key for w in answer.request.wants]
    for outcome in outcomes:
        str(outcome).encode()


@quietly
@given(st.dictionaries(FIELDS, ANY_JSON), ANY_JSON, BOXES, st.sampled_from(sorted(PARTS)))
@example({"title": "\ud800"}, 10**5000, None, ("record", False))
@example({"references": [{"paperId": "x", "title": "\ud800"}]}, None, None, ("references", False))
def test_any_value_in_any_field(fields, value, box, part):
    paper = (
        PAPER | fields | ({box: {"ArXiv": value, "text": value, "vector": [value]}} if box else {})
    )
    asked = WANTS if S2.request(PARTS[part], WANTS, Options()).method == "POST" else WANTS[:1]
    rows = [{"citedPaper": paper, "contexts": value, "contextsWithIntent": [value]}, value]
    try:
        bodies = [json.dumps(body).encode() for body in ([paper, value], value, {"data": rows,
                  "next": value}, {"data": value})]  # fmt: skip
    except ValueError:
        # Python itself does not write numbers of 5,000 digits.
        bodies = [b'[{"year": 1' + b"0" * 5000 + b"}, null]"]
    for body in bodies:
        read_or_refuse(S2, s2_answer(body, part[0], *asked, paged=part[1]))


SPELT = st.builds(
    str.__add__,
    st.sampled_from(["", "10.48550/arXiv.", "10.48550/ARXIV.math.GT/", "math/", "23", "arXiv:"]),
    st.text(max_size=12) | st.from_regex(r"\d{4}\.\d{4,5}(v\d)?", fullmatch=True),
)


@given(SPELT, SPELT, SPELT)
@example("", "10.48550/arXiv.2310.00001v2", "")
@example("", "10.48550/arXiv.math.GT/0309136", "")
@example("", "10.48550/arXiv.foo", "10.48550/arXiv.")
@example("2399.00001", "10.48550/arXiv.2399.00001", "")
@example("", "10.48550/arXiv.2310.\u0660\u0660\u0660\u0660\u0661", "")
def test_whatever_a_service_writes_as_an_id_names_a_paper_or_nothing(arxiv, doi, paper_id):
    ids = {"ArXiv": arxiv, "DOI": doi, "CorpusId": arxiv}
    body = json.dumps({"data": [{"paperId": paper_id, "title": "T", "externalIds": ids}]})
    for paper in decode_hits(body.encode()):
        given_keys = identifiers(paper)
        for key in (*given_keys, *find_keys(read_record(given_keys, paper))):
            assert 0 < number_of(*key) < 2**53
            assert key.scheme != "arxiv" or parse_arxiv(key.value).base == key.value


@pytest.mark.parametrize(
    ("doi", "expected"),
    [
        ("10.48550/arXiv.2310.00001v2", Key("arxiv", "2310.00001")),
        ("10.48550/arXiv.math.GT/0309136", Key("arxiv", "math/0309136")),
        ("10.48550/arXiv.foo", Key("doi", "10.48550/arxiv.foo")),
        ("10.48550/arXiv.2399.00001", Key("doi", "10.48550/arxiv.2399.00001")),
        ("10.1000/ABC", Key("doi", "10.1000/abc")),
    ],
)
def test_a_doi_of_arxiv_is_an_arxiv_id_where_it_holds_one(doi, expected):
    (paper,) = decode_hits(json.dumps({"data": [{"externalIds": {"DOI": doi}}]}).encode())
    assert find_keys(read_record(identifiers(paper), paper)) == (expected,)


@quietly
@given(st.data())
def test_any_damage_to_a_valid_body(data):
    feed_body = feed(entry(f"{CONTROL}v7", "T&amp;"), entry("2305.09955v1"))
    json_body = json.dumps([PAPER | {"references": rows(3)}, PAPER | {"externalIds": None}])
    body = bytearray(data.draw(st.sampled_from([feed_body, json_body.encode(), b""])))
    for _ in range(data.draw(st.integers(0, 4))):
        place = data.draw(st.integers(0, len(body)))
        length = data.draw(st.integers(0, 6))
        body[place : place + length] = data.draw(st.binary(max_size=6))
    status = data.draw(st.sampled_from([200, 200, 200, 400, 404, 500]))
    for part, paged in (("record", False), ("references", False), ("references", True)):
        asked = WANTS[:1] if paged else WANTS
        read_or_refuse(S2, s2_answer(bytes(body), part, *asked, paged=paged, status=status))
    read_or_refuse(ARXIV, arxiv_answer(bytes(body), "2305.09955", CONTROL, status=status))
