"""The edge: what is tried again and how long, what is split or final; bounds; and the key."""

import asyncio
import email.utils
import gc
import gzip
import itertools
import socket
import ssl
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta

import httpx
import pytest
import respx

from db.rows import Answer, Found, Key, Want
from db.runs import ServiceUse
from enrich import client
from enrich.client import Client
from enrich.commands.doctor import _check
from enrich.errors import BadInput, GaveUp, Refused, ServiceError, TooHeavy
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
PACKED = gzip.compress(FEED.encode())
RECORD = '[{"paperId": "a", "title": "Known"}]'


def sources(key: str = "", **flags: object) -> dict[str, Source]:
    urls = {"arxiv_url": ARXIV, "s2_url": S2, "arxiv_interval": 0, "s2_interval": 0}
    settings = load_settings(urls | flags, {"S2_API_KEY": key}, [])
    return {source.info.name: source for source in make_sources(settings)}


def ask(
    name: str,
    *,
    known: dict[str, Source] | None = None,
    waits: list[float] | None = None,
    papers: int = 1,
    times: int = 1,
    suspected: bool = False,
    **options: object,
) -> tuple[Answer, ServiceUse]:
    """Return the last believed answer to one question asked so many times, and what it took."""
    known = known or sources()
    wants = [Want(Key("arxiv", f"2305.{n:05}")) for n in range(1, papers + 1)]
    request = known[name].request(known[name].parts(Options())[0], wants, Options())

    def note(source: str, reason: str, seconds: float) -> None:
        assert seconds <= 600, "no wait may be longer, whatever a service asks for"
        if waits is not None:
            waits.append(seconds)

    async def send():
        async with Client(known, **{"retry_scale": 0.001, "waiting": note} | options) as client:
            for _ in range(times - 1):
                with pytest.raises(TooHeavy):
                    await client.send(request, suspected=suspected)
            answer, outcomes = await client.send(request, suspected=suspected)
            assert [outcome.key for outcome in outcomes] == [want.key for want in wants]
            return answer, next(use for use in client.uses() if use.source == name)

    return asyncio.run(send())


@respx.mock
@pytest.mark.parametrize(
    ("bad", "refusals"),
    [
        (httpx.Response(429, text="Rate exceeded."), 1),
        (httpx.Response(200, text="<html>Sorry</html>"), 1),
        (httpx.Response(200, text=FEED.replace(CONTROL, "2401.00001")), 1),
        (httpx.Response(503, headers={"Retry-After": "0"}), 1),
        (httpx.Response(200, text=FEED[:-20]), 0),
        (httpx.Response(504), 0),
        (httpx.ConnectError("refused"), 0),
        (httpx.ReadTimeout("slow"), 0),
        (httpx.RemoteProtocolError("reset"), 0),
        (httpx.Response(200, content=b"\0", headers={"Content-Encoding": "gzip"}), 0),
        (httpx.Response(200, content=b"", headers={"Content-Encoding": "br"}), 0),
        (httpx.Response(200, content=PACKED[:-4], headers={"Content-Encoding": "gzip"}), 0),
    ],
)
def test_what_may_pass_is_asked_again_and_counted(bad, refusals):
    route = respx.get(url__startswith=ARXIV).mock(side_effect=[bad, httpx.Response(200, text=FEED)])
    answer, use = ask("arxiv")
    assert answer.body.decode() == FEED
    assert route.call_count == 2
    assert (use.requests, use.retries, use.refusals) == (2, 1, refusals)
    assert use.bytes >= len(FEED)


@respx.mock
def test_the_time_spent_waiting_is_counted():
    respx.get(url__startswith=ARXIV).mock(
        side_effect=[httpx.Response(429), httpx.Response(200, text=FEED)]
    )
    _, use = ask("arxiv", known=sources(arxiv_interval=0.2))
    assert 0.2 <= use.waited < 1


@respx.mock
@pytest.mark.parametrize(
    ("status", "error", "tries"),
    # A redirect passes now and then; where it stays, it is meant.
    [
        (401, Refused, 1),
        (403, Refused, 1),
        (404, Refused, 1),
        (301, Refused, 6),
        (400, TooHeavy, 1),
    ],
)
@pytest.mark.parametrize("name", ["arxiv", "s2"])
def test_final_answers_are_not_tried_again(name, status, error, tries):
    elsewhere = respx.route(host="elsewhere.example").respond(200, text=FEED)
    route = respx.route(host="localhost").respond(
        status, text="no", headers={"Location": "https://elsewhere.example/?q=secret"}
    )
    with pytest.raises(error) as raised:
        ask(name)
    assert (route.call_count, elsewhere.call_count) == (tries, 0)
    assert ("elsewhere.example" in str(raised.value)) == (status == 301)
    # What is stored with a paper is the cause alone.
    assert "doctor" not in raised.value.reason
    assert "key" not in raised.value.reason
    assert str(status) in raised.value.reason


@respx.mock
@pytest.mark.parametrize(
    ("status", "error", "refusals"), [(401, Refused, 1), (403, Refused, 1), (400, TooHeavy, 0)]
)
def test_a_refusal_is_counted_and_a_bad_question_is_none(status, error, refusals):
    respx.post(url__startswith=S2).respond(status)
    s2 = sources()["s2"]

    async def send() -> list[ServiceUse]:
        async with Client({"s2": s2}) as client:
            with pytest.raises(error):
                await client.send(s2.probes()[0])
            return client.uses()

    (use,) = asyncio.run(send())
    assert (use.requests, use.refusals) == (1, refusals)


@respx.mock
def test_patience_ends_with_the_last_cause():
    respx.post(url__startswith=S2).respond(429, json={"message": "Too Many Requests"})
    with pytest.raises(GaveUp, match=r"Too Many Requests.*run the same command again") as error:
        ask("s2")
    assert error.value.reason == "HTTP 429: Too Many Requests"


@respx.mock
@pytest.mark.parametrize("bad", [httpx.Response(504), httpx.Response(200, text=RECORD[:-3])])
@pytest.mark.parametrize(
    ("papers", "suspected", "tries"), [(2, False, 1), (2, True, 1), (1, False, 6), (1, True, 1)]
)
def test_what_may_be_the_questions_fault_is_halved_soon(bad, papers, suspected, tries):
    route = respx.post(url__startswith=S2).mock(side_effect=itertools.repeat(bad))
    with pytest.raises(TooHeavy):
        ask("s2", papers=papers, suspected=suspected)
    assert route.call_count == tries


@respx.mock
def test_a_service_that_fails_at_everything_is_down():
    respx.post(url__startswith=S2).respond(500)
    with pytest.raises(GaveUp, match="HTTP 500"):
        ask("s2", papers=2, times=12)


@respx.mock
def test_other_reasons_to_wait_are_not_counted_against_a_paper():
    busy, odd, there = httpx.Response(429), httpx.Response(504), httpx.Response(200, text=RECORD)
    respx.post(url__startswith=S2).mock(side_effect=[busy] * 6 + [odd] * 5 + [there])
    _, use = ask("s2")
    assert use.requests == 12


@respx.mock
def test_everybody_waits_longer_the_more_failed_in_a_row():
    waits: list[float] = []
    bad, good = httpx.Response(504), httpx.Response(200, text=f"[{RECORD[1:-1]}, null]")
    respx.post(url__startswith=S2).mock(side_effect=[bad, bad, bad, good])
    ask("s2", papers=2, times=4, waits=waits)
    assert all(2**n <= 1000 * wait <= 2 ** (n + 1) for n, wait in enumerate(waits))
    assert len(waits) == 3


@respx.mock
def test_an_answer_that_nobody_thought_of_does_not_end_the_run():
    class Broken:
        def __init__(self, source: Source) -> None:
            self.info, self.service = source.info, source.service
            self.parts, self.request = source.parts, source.request

        def read(self, answer: Answer) -> list[object]:
            raise ZeroDivisionError

    respx.post(url__startswith=S2).respond(text=RECORD)
    with pytest.raises(TooHeavy, match="ZeroDivisionError"):
        ask("s2", known={"s2": Broken(sources()["s2"])})


@respx.mock
@pytest.mark.parametrize("body", [FEED[:-20], "<html>Sorry</html>", "{}"])
def test_a_bad_answer_is_let_go_at_once(body):
    respx.get(url__startswith=ARXIV).mock(
        side_effect=[*[httpx.Response(200, text=body)] * 7, httpx.Response(200, text=FEED)]
    )
    gc.collect()
    gc.disable()
    try:
        with suppress(GaveUp, TooHeavy):
            ask("arxiv")
        kept = [each for each in gc.get_objects() if isinstance(each, Answer)]
    finally:
        gc.enable()
    assert [each for each in kept if each.body == body.encode()] == []


@respx.mock
def test_a_visit_of_few_tries():
    route = respx.post(url__startswith=S2).respond(429)
    with pytest.raises(GaveUp):
        ask("s2", most_tries=2)
    assert route.call_count == 2


def test_waits_grow_and_differ():
    runs = []
    for _ in range(2):
        waits: list[float] = []
        with respx.mock:
            answers = [httpx.Response(429)] * 5 + [httpx.Response(200, text=RECORD)]
            respx.post(url__startswith=S2).mock(side_effect=answers)
            ask("s2", waits=waits)
        assert waits == sorted(waits)
        assert all(2**n <= 1000 * wait <= 2 ** (n + 1) for n, wait in enumerate(waits))
        runs.append(waits)
    assert len(set(runs[0] + runs[1])) == 10


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


def no_such_host(*_: object, **__: object) -> None:
    raise socket.gaierror(-2, "Name or service not known")


def bad_certificate(*_: object, **__: object) -> None:
    error = ssl.SSLCertVerificationError(1, "CERTIFICATE_VERIFY_FAILED")
    error.verify_message = "self-signed certificate"
    raise httpx.ConnectError("it failed") from error


@pytest.mark.parametrize(
    ("target", "failure", "reason", "advice"),
    [
        ("socket.getaddrinfo", no_such_host, "no such host", "Are you online?"),
        (
            "httpx.AsyncHTTPTransport.handle_async_request",
            bad_certificate,
            "its certificate is not accepted (self-signed certificate)",
            "SSL_CERT_FILE",
        ),
        # Nothing listens at the address.
        (None, None, "All connection attempts failed", ""),
    ],
)
def test_a_host_that_is_not_reached_is_given_up_soon(monkeypatch, target, failure, reason, advice):
    if target:
        monkeypatch.setattr(target, failure)
    waits: list[float] = []
    with pytest.raises(GaveUp) as raised:
        ask("s2", waits=waits)
    assert raised.value.reason == f"not reachable: {reason}"
    assert advice in str(raised.value)
    # Two minutes of waits that double from a second on, not twenty.
    assert 0.03 < sum(waits) < 0.3


@respx.mock
def test_every_failure_to_reach_a_host_has_its_own_two_minutes():
    gone, there = httpx.ConnectError("gone"), httpx.Response(200, text=RECORD)
    respx.post(url__startswith=S2).mock(side_effect=[gone, there, gone, there])
    s2 = sources()["s2"]

    async def send_twice() -> None:
        async with Client({"s2": s2}, retry_scale=0.001) as client:
            await client.send(s2.probes()[0])
            await asyncio.sleep(0.15)
            await client.send(s2.probes()[0])

    asyncio.run(send_twice())


@respx.mock
@pytest.mark.parametrize("error", [httpx.LocalProtocolError, httpx.UnsupportedProtocol])
def test_what_cannot_be_sent_is_told_once_and_not_quoted(error):
    route = respx.post(url__startswith=S2).mock(side_effect=error(f"Illegal {SENTINEL}"))
    with pytest.raises(Refused) as raised:
        ask("s2")
    assert route.call_count == 1
    assert SENTINEL not in str(raised.value) + raised.value.reason


@respx.mock
@pytest.mark.parametrize("packed", [False, True])
def test_no_body_is_taken_in_beyond_the_bound(monkeypatch, packed):
    monkeypatch.setattr(client, "_LARGEST_BODY", 2**20)
    for size, fits in ((2**20, True), (2**20 + 1, False)):
        text = RECORD.encode().ljust(size)
        body = gzip.compress(text[: size // 2]) + gzip.compress(text[size // 2 :])
        content, headers = (body, {"Content-Encoding": "gzip"}) if packed else (text, {})
        respx.post(url__startswith=S2).respond(content=content, headers=headers)
        if fits:
            answer, _ = ask("s2")
            assert answer.body == text
        else:
            with pytest.raises(TooHeavy, match="larger than 1 MB"):
                ask("s2")


def test_a_bomb_is_never_unpacked_whole():
    import tracemalloc

    from enrich.decompression import Body, BodyTooLarge

    bomb = gzip.compress(bytes(2**28))
    tracemalloc.start()
    with pytest.raises(BodyTooLarge):
        Body("gzip", 2**20).add(bomb)
    assert tracemalloc.get_traced_memory()[1] < 2**23
    tracemalloc.stop()


@respx.mock
def test_what_a_request_says_of_us():
    route = respx.get(url__startswith=ARXIV).respond(text=FEED)
    ask("arxiv", contact="you@example.org")
    headers = route.calls[0].request.headers
    assert "mailto:you@example.org" in headers["User-Agent"]
    assert headers["User-Agent"].startswith("citeweave/")
    assert (headers["Accept"], headers["Accept-Encoding"]) == ("application/atom+xml", "gzip")


@asynccontextmanager
async def recording_server(asked: list[str]):
    """A server that answers everything with a feed and notes the request lines."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        asked.append(head.split(b"\r\n")[0].decode())
        writer.write(
            b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
            % (len(FEED), FEED.encode())
        )
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield server.sockets[0].getsockname()[1]


def test_the_proxy_is_for_other_machines_only(monkeypatch):
    proxied, direct = [], []

    async def send() -> None:
        async with recording_server(proxied) as proxy, recording_server(direct) as here:
            for variable in ("http_proxy", "HTTP_PROXY", "all_proxy"):
                monkeypatch.setenv(variable, f"http://127.0.0.1:{proxy}")
            monkeypatch.delenv("no_proxy", raising=False)
            monkeypatch.delenv("NO_PROXY", raising=False)
            for url in (f"http://127.0.0.1:{here}/q", "http://elsewhere.invalid/q"):
                arxiv = sources(arxiv_url=url)["arxiv"]
                request = arxiv.probes()[0]
                async with Client({"arxiv": arxiv}, retry_scale=0.001) as client:
                    _, (outcome,) = await client.send(request)
                    assert isinstance(outcome, Found)

    asyncio.run(send())
    assert [line.split("?")[0] for line in direct] == ["GET /q"]
    assert [line.split("?")[0] for line in proxied] == ["GET http://elsewhere.invalid/q"]


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("HTTPS_PROXY", "nonsense://user:hidden-word@example.org"),
        ("ALL_PROXY", "http://hidden-word.example:port"),
        ("SSL_CERT_FILE", "/no/such/file/hidden-word"),
    ],
)
def test_network_settings_that_cannot_be_used_are_named_and_not_quoted(
    monkeypatch, variable, value
):
    monkeypatch.setenv(variable, value)
    with pytest.raises(BadInput, match=variable) as error:
        Client(sources())
    assert "hidden-word" not in str(error.value)


@respx.mock
def test_the_key_goes_to_s2_alone_and_is_never_shown(capsys):
    s2 = respx.post(url__startswith=S2).respond(403, json={"message": "Forbidden"})
    arxiv = respx.get(url__startswith=ARXIV).respond(200, text=FEED)
    known = sources(f" {SENTINEL}\n")
    with pytest.raises(ServiceError) as error:
        ask("s2", known=known)
    ask("arxiv", known=known)
    assert s2.calls[0].request.headers["x-api-key"] == SENTINEL
    assert SENTINEL not in str(arxiv.calls[0].request.headers)
    assert SENTINEL not in repr(known["s2"].service) + repr(error.value)
    assert SENTINEL not in str(error.value) + "".join(capsys.readouterr())


def test_no_key_in_clear_text_to_another_machine():
    s2 = sources(SENTINEL, s2_url="http://example.org/v1")["s2"]
    assert s2.service.headers == {}
    s2 = sources(SENTINEL, s2_url="https://example.org/v1")["s2"]
    assert s2.service.headers == {"x-api-key": SENTINEL}


@respx.mock
def test_the_doctor_asks_for_a_record_for_links_and_for_a_title(capsys):
    flags = {"arxiv_url": ARXIV, "s2_url": S2, "retry_scale": 0.001}
    settings = load_settings(flags | {"arxiv_interval": 0, "s2_interval": 0}, {}, [])
    paper = {"paperId": "a", "title": "T", "year": 2017, "authors": [{"name": "A"}]}
    known = paper | {"externalIds": {"ArXiv": CONTROL}}
    link = {"paperId": "b", "title": "Cited"}
    respx.get(url__startswith=ARXIV).respond(429)
    respx.post(url__startswith=S2).respond(json=[paper | {"references": [link]}])
    match = respx.get(url__startswith=f"{S2}/paper/search/match")
    search = respx.get(url__startswith=f"{S2}/paper/search")
    page = respx.get(url__startswith=f"{S2}/paper/")
    for rows, hits, problem in (
        ([{"citingPaper": link}], [known], None),
        ([{"citingPaper": {"paperId": "b"}}], [known], "without titles"),
        ([], [known], None),
        (None, [known], None),
        (7, [known], "no page of links"),
        ([], [paper], "does not find 'Attention Is All You Need'"),
    ):
        page.respond(json={"data": rows})
        match.respond(json={"data": hits})
        search.respond(json={"total": 1, "offset": 0, "data": hits})
        found = asyncio.run(_check(settings, make_sources(settings)))
        assert "in 2 tries: HTTP 429" in (found["arxiv"] or "")
        assert "stored" not in (found["arxiv"] or "")
        assert (problem or "") in (found["s2"] or "")
        assert (found["s2"] is None) == (problem is None)
    told = capsys.readouterr().err
    assert "Asking Semantic Scholar: citations of arxiv:1706.03762" in told
    assert "Asking Semantic Scholar: title match of Attention Is All You Need" in told
