"""What is asked again and what that costs: bad ids, errors that pass, pages cut short."""

import asyncio
import json
import math
import random
import ssl

import httpx
import pytest
import respx

from db.rows import Absent, Found, Key, Want
from enrich import client
from enrich.client import Client
from enrich.pipeline import Tally, fetch
from enrich.progress import Quiet
from enrich.settings import load_settings
from enrich.sources import make_sources
from enrich.sources.arxiv import CONTROL
from enrich.sources.base import Options

URL = "http://localhost:9"
STATUSES = [400, 413, 414, 500, 504, "large"]
ENTRY = "<entry><id>http://arxiv.org/abs/{}v1</id><title>A title</title></entry>"
BOUND = 2**20


@pytest.fixture(autouse=True)
def _certificates_are_loaded_once(monkeypatch):
    """They take most of a short run's time."""
    context = ssl.create_default_context()
    monkeypatch.setattr(ssl, "create_default_context", lambda *_, **__: context)


class Notes:
    """A store that wants the records of some papers, and notes what came of each."""

    def __init__(self, papers: int) -> None:
        self.wants = [Want(Key("arxiv", f"2401.{n:05}")) for n in range(1, papers + 1)]
        self.found: list[str] = []
        self.absent: list[str] = []
        self.failed: list[str] = []

    def find_wants(self, source, part, cutoff):
        return self.wants if part.name == "record" else []

    def save(self, answer, outcomes, run):
        self.found += [each.key.value for each in outcomes if isinstance(each, Found)]
        self.absent += [each.key.value for each in outcomes if isinstance(each, Absent)]

    def fail(self, source, part, wants, reason, at):
        self.failed += [want.key.value for want in wants]


def ids_of(request: httpx.Request) -> list[str]:
    if request.method == "GET":
        return request.url.params["id_list"].split(",")
    return [one.removeprefix("ARXIV:") for one in json.loads(request.content)["ids"]]


def right(request: httpx.Request, but: set[str] = frozenset()) -> httpx.Response:
    """Return what a service says of the papers asked, but of some not a word."""
    ids = [one for one in ids_of(request) if one not in but]
    if request.method == "GET":
        entries = "".join(map(ENTRY.format, ids))
        return httpx.Response(
            200, text=f'<feed xmlns="http://www.w3.org/2005/Atom">{entries}</feed>'
        )
    rows = [{"paperId": one, "title": "A title", "externalIds": {"ArXiv": one}} for one in ids]
    return httpx.Response(200, json=rows)


def wrong(status: int | str) -> httpx.Response:
    if status == "large":
        return httpx.Response(200, content=b" " * (BOUND + 1))
    return httpx.Response(int(status), json={"error": "no"})


def run(service: str, papers: int, answer) -> tuple[Notes, Tally, list[list[str]]]:
    """Return what one source's records came to, and the ids of each request."""
    asked: list[list[str]] = []

    def reply(request: httpx.Request) -> httpx.Response:
        asked.append([one for one in ids_of(request) if one != CONTROL])
        return answer(request)

    flags = {f"{name}_{what}": value for name in ("arxiv", "s2")
             for what, value in (("url", URL), ("interval", 0))}  # fmt: skip
    (source,) = [
        source
        for source in make_sources(load_settings(flags, {}, []))
        if source.info.name == service
    ]
    notes = Notes(papers)

    async def work() -> Tally:
        async with Client({service: source}, retry_scale=1e-5) as client:
            asks = [(source, source.parts(Options()))]
            return (await fetch(notes, asks, client, Options(), Quiet(), run=None))[service]

    with respx.mock:
        respx.route(host="localhost").mock(side_effect=reply)
        return notes, asyncio.run(work()), asked


def places(papers: int, bad: int, seed: int) -> set[str]:
    """Return seeded places of bad ids: the ends and the middle too."""
    rng = random.Random(seed)
    chosen = {
        0: range(bad),
        1: range(papers - bad, papers),
        2: range(papers // 2 - 1, papers // 2 - 1 + bad),
    }.get(seed) or rng.sample(range(papers), bad)
    return {f"2401.{n + 1:05}" for n in chosen}


@pytest.mark.parametrize("service", ["arxiv", "s2"])
@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("papers", [2, 8, 64, 500])
def test_a_bad_id_costs_two_requests_a_halving(service, status, papers, monkeypatch):
    monkeypatch.setattr(client, "_LARGEST_BODY", BOUND)
    for bad_ids in (1, 2):
        for seed in range(5):
            bad = places(papers, bad_ids, seed)
            notes, tally, asked = run(
                service,
                papers,
                lambda request, bad=bad: (
                    wrong(status) if bad & set(ids_of(request)) else right(request)
                ),
            )
            assert set(notes.failed) == bad
            assert len(notes.failed) == tally.failed == bad_ids
            assert sorted(notes.found) == sorted({w.key.value for w in notes.wants} - bad)
            assert all([one] in asked for one in bad)
            assert len(asked) - 1 <= bad_ids * 2 * math.ceil(math.log2(papers))


def test_errors_for_a_while_are_no_papers_fault():
    """Two are asked twice, eight four times, five hundred ten times before one is at fault."""
    for papers, most in ((2, 1), (8, 3), (500, 9)):
        for fails in range(1, most + 1):
            times = iter(range(10**6))
            notes, tally, asked = run(
                "s2",
                papers,
                lambda request, times=times, fails=fails: (
                    wrong(500) if next(times) < fails else right(request)
                ),
            )
            assert (len(notes.found), notes.failed, tally.stopped) == (papers, [], None)
            assert len(asked) <= 1 + 2 * fails


def test_every_question_wrong_at_first_is_no_papers_fault():
    seen: set[tuple[str, ...]] = set()

    def answer(request: httpx.Request) -> httpx.Response:
        ids = tuple(ids_of(request))
        if ids in seen:
            return right(request)
        seen.add(ids)
        return wrong(504)

    for papers in (2, 3, 8, 500):
        seen.clear()
        notes, _, asked = run("s2", papers, answer)
        assert (len(notes.found), notes.failed) == (papers, [])
        assert len(asked) == 5


def test_many_bad_papers_side_by_side_end_nothing_but_a_service_that_is_down_does():
    bad = {f"2401.{n:05}" for n in range(100, 120)}
    witness: list[list[str]] = []

    def answer(request: httpx.Request) -> httpx.Response:
        if len(ids_of(request)) == 1 and ids_of(request) == [CONTROL]:
            witness.append(ids_of(request))
        return wrong(500) if bad & set(ids_of(request)) else right(request)

    notes, tally, _ = run("s2", 500, answer)
    assert (set(notes.failed), len(notes.found), tally.stopped) == (bad, 480, None)
    assert witness
    notes, tally, asked = run("s2", 500, lambda request: wrong(500))
    assert (notes.found, tally.stopped is None) == ([], False)
    assert len(asked) <= 24


# Pages of arXiv, which do not say what they lack


def test_what_arxiv_does_not_know_costs_one_request_more_for_each_500():
    unknown = {f"2401.{n:05}" for n in range(1, 1300, 2)}
    notes, tally, asked = run("arxiv", 1300, lambda request: right(request, but=unknown))
    assert (set(notes.absent), tally.absent) == (unknown, 650)
    assert tally.answered == len(notes.found) == 650
    assert len(asked) == 3 + 2
    assert {one for ids in asked[3:] for one in ids} == unknown


@pytest.mark.parametrize("most", [1, 100, 300])
def test_a_page_that_is_cut_short_makes_no_paper_absent(most):
    """The service shows the control paper and so many others, whatever it is asked."""
    unknown = {"2401.00007", "2401.00400"}

    def answer(request: httpx.Request) -> httpx.Response:
        shown = [one for one in ids_of(request) if one not in unknown | {CONTROL}][:most]
        return right(request, but=set(ids_of(request)) - {*shown, CONTROL})

    notes, _, asked = run("arxiv", 500 if most > 1 else 10, answer)
    papers = {want.key.value for want in notes.wants}
    assert set(notes.absent) == unknown & papers
    assert sorted(notes.found) == sorted(papers - unknown)
    assert len(asked) == math.ceil(len(notes.found) / most) + 1
