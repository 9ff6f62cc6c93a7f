"""The edge: which answers are believed, tried again, split or final; and the key."""

import asyncio
import email.utils
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import httpx
import pytest
import respx

from db.rows import Key, Want
from enrich.errors import GaveUp, Refused, ServiceError, TooHeavy
from enrich.http import Client
from enrich.settings import load_settings
from enrich.sources import make_sources
from enrich.sources.arxiv import CONTROL
from enrich.sources.base import Options, Source, retry_after

ARXIV = "http://localhost:9/api/query"
S2 = "http://localhost:9/graph/v1"
SENTINEL = "sentinel-key-0123456789"
FEED = (
    '<feed xmlns="http://www.w3.org/2005/Atom">'
    f"<entry><id>http://arxiv.org/abs/{CONTROL}v7</id><title>Known</title></entry></feed>"
)
RECORD = '[{"paperId": "a", "title": "Known"}]'


def sources(key: str = "", scale: float = 0) -> dict[str, Source]:
    environment = {
        "CITEWEAVE_ARXIV_URL": ARXIV,
        "CITEWEAVE_S2_URL": S2,
        "CITEWEAVE_ARXIV_INTERVAL": "0",
        "CITEWEAVE_S2_INTERVAL": "0",
        "S2_API_KEY": key,
    }
    settings = load_settings(environment=environment, files=[])
    return {source.info.name: source for source in make_sources(settings)}


def ask(name: str, key: str = "", waits: list[float] | None = None):
    """Return the believed answer's body to one question about one paper."""
    known = sources(key)
    want = Want(Key("arxiv", "2305.09955"))
    part = known[name].parts(Options())[0]

    async def send():
        def note(source: str, reason: str, seconds: float) -> None:
            if waits is not None:
                waits.append(seconds)

        async with Client(known, retry_scale=0.001, waiting=note) as client:
            request = known[name].request(part, [want], Options())
            return await client.send(request), client.uses()

    return asyncio.run(send())


@respx.mock
@pytest.mark.parametrize(
    "bad",
    [
        httpx.Response(429, text="Rate exceeded."),
        httpx.Response(200, text="Rate exceeded."),
        httpx.Response(200, text="<html>Sorry</html>", headers={"Content-Type": "text/html"}),
        httpx.Response(200, text=""),
        httpx.Response(200, text=FEED[:-20]),
        httpx.Response(200, text=FEED.replace(CONTROL, "2401.00001")),
        httpx.Response(406),
        httpx.Response(503, headers={"Retry-After": "0"}),
        httpx.ConnectError("refused"),
        httpx.ReadTimeout("slow"),
    ],
)
def test_arxiv_asks_again_for_what_may_pass(bad):
    route = respx.get(url__startswith=ARXIV).mock(side_effect=[bad, httpx.Response(200, text=FEED)])
    answer, uses = ask("arxiv")
    assert answer.body.decode() == FEED
    assert route.call_count == 2
    assert next(use for use in uses if use.source == "arxiv").retries == 1


@respx.mock
@pytest.mark.parametrize(
    "bad",
    [
        httpx.Response(429, json={"message": "Too Many Requests"}),
        httpx.Response(504, json={"message": "Endpoint request timed out"}),
        httpx.Response(200, json={"message": "hello"}),
        httpx.Response(200, json=[]),
        httpx.Response(200, json=[None, None]),
        httpx.Response(200, text=RECORD[:-4]),
        httpx.Response(200, text="Rate exceeded."),
    ],
)
def test_s2_asks_again_for_what_may_pass(bad):
    respx.post(url__startswith=S2).mock(side_effect=[bad, httpx.Response(200, text=RECORD)])
    answer, _ = ask("s2")
    assert answer.body.decode() == RECORD


@respx.mock
@pytest.mark.parametrize(
    ("status", "error"), [(401, Refused), (403, Refused), (400, TooHeavy), (413, TooHeavy)]
)
@pytest.mark.parametrize("name", ["arxiv", "s2"])
def test_final_answers_are_not_tried_again(name, status, error):
    route = respx.route(url__startswith="http://localhost:9").respond(status, text="no")
    with pytest.raises(error):
        ask(name)
    assert route.call_count == 1


@respx.mock
def test_a_malformed_id_splits_the_batch():
    feed = (
        '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>https://arxiv.org/api/errors#x</id>'
        "<title>Error</title><summary>incorrect id format for abc</summary></entry></feed>"
    )
    for status in (200, 400):
        respx.get(url__startswith=ARXIV).respond(status, text=feed)
        with pytest.raises(TooHeavy, match="incorrect id format for abc"):
            ask("arxiv")


@respx.mock
def test_patience_ends_with_the_last_cause():
    respx.post(url__startswith=S2).respond(429, json={"message": "Too Many Requests"})
    with pytest.raises(GaveUp, match="Too Many Requests"):
        ask("s2")


@respx.mock
def test_stumbling_over_a_batch_ends_soon():
    route = respx.post(url__startswith=S2).respond(504, json={"message": "timed out"})
    with pytest.raises(TooHeavy):
        ask("s2")
    assert route.call_count == 4


def test_retry_after_in_all_its_forms():
    now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    later = email.utils.format_datetime(now + timedelta(seconds=90), usegmt=True)
    given = {None: 0, "": 0, "7": 7, "1.5": 1.5, "-3": 0, later: 90, "soon": 0, "nan": 0}
    assert {text: retry_after(text, now) for text in given} == given


@respx.mock
def test_retry_after_is_obeyed_and_capped():
    waits: list[float] = []
    respx.post(url__startswith=S2).mock(
        side_effect=[
            httpx.Response(429, headers={"Retry-After": "120"}),
            httpx.Response(429, headers={"Retry-After": "1e9"}),
            httpx.Response(200, text=RECORD),
        ]
    )
    ask("s2", waits=waits)
    assert waits == [pytest.approx(0.120), pytest.approx(0.600)]


@respx.mock
def test_the_key_goes_to_s2_alone_and_is_never_shown(capsys):
    s2 = respx.post(url__startswith=S2).respond(403, json={"message": "Forbidden"})
    arxiv = respx.get(url__startswith=ARXIV).respond(200, text=FEED)
    with pytest.raises(ServiceError) as error:
        ask("s2", key=f" {SENTINEL}\n")
    ask("arxiv", key=SENTINEL)
    assert s2.calls[0].request.headers["x-api-key"] == SENTINEL
    assert SENTINEL not in str(arxiv.calls[0].request.headers)
    known = sources(SENTINEL)
    settings = load_settings(environment={"S2_API_KEY": SENTINEL}, files=[])
    assert settings.s2_key == SENTINEL
    assert SENTINEL not in repr(settings) + repr(known["s2"].service) + repr(error.value)
    assert SENTINEL not in str(error.value) + "".join(capsys.readouterr())


def test_no_key_in_clear_text_to_another_machine():
    open_air = load_settings(
        environment={"S2_API_KEY": SENTINEL, "CITEWEAVE_S2_URL": "http://example.org/v1"}, files=[]
    )
    (s2,) = [s for s in make_sources(open_air) if s.info.name == "s2"]
    assert s2.service.headers == {}
    safe = replace(open_air, s2_url="https://example.org/v1")
    (s2,) = [s for s in make_sources(safe) if s.info.name == "s2"]
    assert s2.service.headers == {"x-api-key": SENTINEL}
