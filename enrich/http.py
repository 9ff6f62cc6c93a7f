"""Sending requests and getting answers worth believing. The only import of httpx.

Every try of every request takes its turn at the host's pace; what passes is tried again
with growing, jittered waits; what does not is told at once.
"""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

import httpx
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type

from db.rows import Answer, Outcome, Request
from db.runs import ServiceUse

from . import __version__
from .addresses import is_loopback
from .decompression import Body, BodyBroken, BodyTooLarge
from .errors import BadInput, GaveUp, Refused, ServiceError, TooHeavy
from .hosts import Host
from .judgement import judge
from .pace import Ledger, Pace
from .reachability import explain
from .retries import Limit, Patience, Stumble, stumble_of
from .sources.base import Service, Source, retry_after

# One whole try, whatever trickles in meanwhile.
_LONGEST_TRY = 300.0
# More requests in a row found too heavy than halving any batch down to its one bad id takes;
# then a question that was always answered tells whether it is the service.
_DOWN = 12
# Semantic Scholar answers at most 10 MB; nothing that we ask for is four times that.
_LARGEST_BODY = 40 * 1024 * 1024
_TIMEOUT = httpx.Timeout(connect=15, read=90, write=60, pool=None)
# What httpx takes from the environment, in either case.
_NETWORK_VARIABLES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR")

Waiting = Callable[[str, str, float], None]
"""Told (source, reason, seconds) when a service makes us wait."""


class Client:
    """Sends requests to the services of the given sources.

    Raises BadInput where the machine's proxy or certificate settings cannot be used.
    """

    def __init__(
        self,
        sources: Mapping[str, Source],
        *,
        contact: str = "",
        retry_scale: float = 1.0,
        ledgers: Mapping[str, Ledger] | None = None,
        most_tries: int | None = None,
        waiting: Waiting = lambda source, reason, seconds: None,
    ) -> None:
        self._sources = sources
        self._patience = Patience(retry_scale, most_tries)
        self._waiting = waiting
        self._hosts = {
            name: Host(
                source.service, source.info.title, _pace(source.service, (ledgers or {}).get(name))
            )
            for name, source in sources.items()
        }
        self._http = _open([source.service.url for source in sources.values()], contact)

    async def __aenter__(self) -> Self:
        await self._http.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._http.__aexit__(kind, error, trace)

    def uses(self) -> list[ServiceUse]:
        """Return what was asked of each service so far."""
        return [host.told() for host in self._hosts.values()]

    def stop(self, source: str | None = None) -> None:
        """Send nothing more, to one service or to any; open requests still get their answers."""
        for name, host in self._hosts.items():
            if source in {None, name}:
                host.pace.stop()

    async def send(
        self, request: Request, *, suspected: bool = False
    ) -> tuple[Answer, list[Outcome]]:
        """Return a believed answer and what it says.

        Raises Refused, GaveUp, TooHeavy, or pace.Stopped. `suspected` says that the request
        is half of one that was too heavy, so that it is asked once and no more.
        """
        host = self._hosts[request.source]
        patience = self._patience
        retrying = AsyncRetrying(
            retry=retry_if_exception_type(Stumble),
            wait=lambda state: patience.wait(stumble_of(state), state.attempt_number),
            stop=Limit(patience, is_whole=len(request.wants) <= 1 and not suspected),
            sleep=lambda seconds: self._pause(host, seconds),
            before_sleep=lambda state: self._tell(request.source, state),
            reraise=True,
        )
        try:
            answered: tuple[Answer, list[Outcome]] = await retrying(self._try, host, request)
        except Stumble as stumble:
            raise await self._last(host, stumble) from stumble
        host.heavy_in_a_row = 0
        return answered

    async def _last(self, host: Host, stumble: Stumble) -> ServiceError:
        """Return what the last of several stumbles means."""
        name, title, reason = host.service.source, host.title, str(stumble)
        if isinstance(stumble.meant, ServiceError):
            return stumble.meant
        if stumble.unreachable_for is not None:
            return GaveUp(name, f"{title} is {reason}. {stumble.advice}".rstrip(), reason)
        host.heavy_in_a_row += stumble.heavy
        if stumble.heavy and (host.heavy_in_a_row < _DOWN or await self._is_up(host)):
            self._slow_down(host, stumble)
            return TooHeavy(name, f"{title}: {reason}", reason, may_pass=True)
        return GaveUp(
            name,
            f"{title} gave no usable answer ({reason}). What was received is stored; "
            "run the same command again later to go on.",
            reason,
        )

    async def _is_up(self, host: Host) -> bool:
        """Return whether a service that failed at all it was asked answers a question of ours."""
        known, *_ = self._sources[host.service.source].probes()
        try:
            await self._try(host, known)
        except (Stumble, ServiceError):
            return False
        host.heavy_in_a_row = 0
        return True

    def _slow_down(self, host: Host, stumble: Stumble) -> None:
        """Let everybody wait before the halves are asked, the longer the more failed in a row."""
        seconds = self._patience.wait(stumble, max(1, host.heavy_in_a_row))
        self._waiting(host.service.source, str(stumble), seconds)
        host.pace.pause(seconds)

    async def _try(self, host: Host, request: Request) -> tuple[Answer, list[Outcome]]:
        """Send a request once; return a believed answer and what it says."""
        try:
            return await self._send_once(host, request)
        except (Stumble, ServiceError) as error:
            # What retries keeps the error, the error its traceback, and that the whole answer:
            # a circle of megabytes, which would stay until it is looked for.
            error.__context__ = None
            raise error.with_traceback(None) from None

    async def _send_once(self, host: Host, request: Request) -> tuple[Answer, list[Outcome]]:
        started = time.monotonic()
        async with host.pace.turn() as sent:
            host.use.waited += time.monotonic() - started
            host.use.requests += 1
            asked_at = now()
            try:
                async with asyncio.timeout(_LONGEST_TRY):
                    response, body, packed = await self._exchange(host, request, sent)
            except TimeoutError as error:
                raise Stumble("it did not answer in time", heavy=True) from error
            except (httpx.RequestError, httpx.InvalidURL) as error:
                raise self._failure(host, error) from error
        host.unreachable_since = None
        content_type = host.struck(response.headers.get("Content-Type", ""))
        answer = Answer(request, response.status_code, body, asked_at, now(), content_type, packed)
        return answer, judge(host, self._sources[request.source], answer, response.headers)

    async def _exchange(
        self, host: Host, request: Request, sent: Callable[[], None]
    ) -> tuple[httpx.Response, bytes, bytes | None]:
        service = host.service

        async def trace(event: str, _: object) -> None:
            if event == "http11.send_request_body.complete":
                sent()

        async with self._http.stream(
            request.method,
            service.url + request.path,
            params=request.params or None,
            content=request.body,
            headers={
                "Accept": service.accept,
                **({"Content-Type": "application/json"} if request.body else {}),
                **service.headers,
            },
            extensions={"trace": trace},
        ) as response:
            return response, *await self._receive(host, response)

    async def _receive(self, host: Host, response: httpx.Response) -> tuple[bytes, bytes | None]:
        """Return a body, and the gzip stream that it came as, if it did."""
        try:
            body = Body(response.headers.get("Content-Encoding", ""), _LARGEST_BODY)
            async for chunk in response.aiter_raw():
                host.use.bytes += len(chunk)
                body.add(chunk)
            return host.struck_body(body.close(), body.packed)
        except BodyTooLarge as error:
            reason = f"the answer is larger than {_LARGEST_BODY // 2**20} MB"
            raise Stumble(reason, heavy=True) from error
        except BodyBroken as error:
            raise Stumble(f"the answer cannot be unpacked: {error}", heavy=True) from error
        except (httpx.ReadError, httpx.RemoteProtocolError) as error:
            raise Stumble("the answer broke off", heavy=True) from error

    def _failure(self, host: Host, error: Exception) -> Exception:
        """Return what a request that got no answer means."""
        if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.ProxyError):
            host.unreachable_since = host.unreachable_since or time.monotonic()
            reason, advice = explain(error)
            reason = host.struck(reason)
            lasting = time.monotonic() - host.unreachable_since
            return Stumble(f"not reachable: {reason}", advice=advice, unreachable_for=lasting)
        if isinstance(error, httpx.TimeoutException):
            return Stumble("it did not answer in time", heavy=True)
        if isinstance(
            error, httpx.InvalidURL | httpx.UnsupportedProtocol | httpx.LocalProtocolError
        ):
            # The text of these may hold what was to be sent, the key too.
            return Refused(
                host.service.source,
                f"{host.title} cannot be asked: its address, the contact or the key has a form "
                "that cannot be sent. See citeweave doctor.",
                "the request cannot be sent",
            )
        return Stumble(f"the connection failed: {host.struck(str(error)) or type(error).__name__}")

    async def _pause(self, host: Host, seconds: float) -> None:
        """Make everybody wait for this host; the next try waits for its turn by itself."""
        host.use.retries += 1
        host.pace.pause(seconds)

    def _tell(self, source: str, state: RetryCallState) -> None:
        seconds = state.next_action.sleep if state.next_action else 0.0
        self._waiting(source, str(stumble_of(state)), seconds)


@dataclass(frozen=True)
class Sending:
    """A file that is being sent, from byte `start` on."""

    start: int
    size: int
    """Of the whole file, in bytes."""
    tag: str
    """Differs where the file is another one."""
    chunks: AsyncIterator[bytes]


class Expired(Exception):
    """The address of a file holds no longer; a new one has to be asked for."""


class Files:
    """Fetches files from addresses that a service hands out, which are secrets for some hours.

    The service's key is not sent there, and no address is shown.
    """

    def __init__(self, contact: str, urls: list[str]) -> None:
        """`urls` are on the hosts that will be asked; those on this machine need no proxy."""
        self._http = _open(urls, contact)

    async def __aenter__(self) -> Self:
        await self._http.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._http.__aexit__(kind, error, trace)

    @asynccontextmanager
    async def open(self, url: str, start: int) -> AsyncIterator[Sending]:
        """Ask for a file from a byte on. Raises Expired, Stumble and errors.Refused."""
        headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={start}-"} if start else {})
        try:
            async with self._http.stream("GET", url, headers=headers) as response:
                yield _sending(response)
        except (httpx.InvalidURL, httpx.UnsupportedProtocol, httpx.LocalProtocolError):
            raise Stumble("the address of the file is none") from None
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.ProxyError) as error:
            reason, advice = explain(error)
            raise Stumble(f"not reachable: {reason}", advice=advice) from None
        except httpx.HTTPError as error:
            raise Stumble(f"the file broke off ({type(error).__name__})") from None


def _sending(response: httpx.Response) -> Sending:
    """Return what is sent, by the head of an answer."""
    status, tag = response.status_code, response.headers.get("ETag", "")
    told = response.headers.get("Content-Range", "").removeprefix("bytes ")
    if status in {400, 401, 403, 410}:
        raise Expired
    if status not in {200, 206, 416}:
        raise Stumble(f"HTTP {status}", retry_after(response.headers.get("Retry-After")))
    span, _, whole = told.partition("/")
    size = response.headers.get("Content-Length", "") if status == 200 else whole
    first = span.partition("-")[0] if status == 206 else "0" if status == 200 else whole
    if not (size.isascii() and size.isdecimal() and first.isascii() and first.isdecimal()):
        raise Stumble("the answer does not say how long the file is")
    # A server that has nothing more from there on says only how much there is.
    chunks = response.aiter_raw() if status != 416 else _nothing()
    return Sending(int(first), int(size), tag, chunks)


async def _nothing() -> AsyncIterator[bytes]:
    for chunk in list[bytes]():
        yield chunk


def _open(urls: list[str], contact: str) -> httpx.AsyncClient:
    """Return the client for these addresses; what is on this machine is asked without a proxy."""
    try:
        hosts = [httpx.URL(url).host for url in urls if is_loopback(url)]
        direct = {f"all://[{host}]" if ":" in host else f"all://{host}": None for host in hosts}
        return httpx.AsyncClient(
            headers={"User-Agent": _user_agent(contact), "Accept-Encoding": "gzip"},
            timeout=_TIMEOUT,
            follow_redirects=False,
            mounts=direct,
        )
    except (ValueError, OSError, ImportError, httpx.InvalidURL) as error:
        # Not quoted: a proxy's address may hold a password.
        given = [v for v in _NETWORK_VARIABLES if os.environ.get(v) or os.environ.get(v.lower())]
        raise BadInput(
            "The network settings of this machine, or a service's address, cannot be used "
            f"({type(error).__name__}). Look at {', '.join(given) or 'citeweave doctor --offline'}."
        ) from error


def _pace(service: Service, ledger: Ledger | None) -> Pace:
    return Pace(service.interval, service.concurrency, ledger=ledger)


def now() -> str:
    """Return the time as it is stored: UTC, ISO 8601, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _user_agent(contact: str) -> str:
    return f"citeweave/{__version__}" + (f" (mailto:{contact})" if contact else "")
