"""Sending requests and getting answers worth believing.

Every try of every request takes its turn at the host's pace; what passes is tried again
with growing, jittered waits; what does not is told at once.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception_type

from db.rows import Answer, Outcome, Request
from db.runs import ServiceUse

from .clock import now
from .decompression import Body, BodyBroken, BodyTooLarge
from .errors import GaveUp, Refused, ServiceError, TooHeavy
from .hosts import Host
from .http import Arriving, BrokenOff, Connections, NoAnswer, TimedOut, Unreached, Unsendable
from .judgement import judge
from .pace import Ledger, Pace
from .retries import Limit, Patience, Stumble, stumble_of
from .sources.base import Service, Source

# One whole try, whatever trickles in meanwhile.
_LONGEST_TRY = 300.0
# More requests in a row found too heavy than halving any batch down to its one bad id takes;
# then a question that was always answered tells whether it is the service.
_DOWN = 12
# Semantic Scholar answers at most 10 MB; nothing that we ask for is four times that.
_LARGEST_BODY = 40 * 1024 * 1024

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
        urls = [source.service.url for source in sources.values()]
        self._connections = Connections(urls, contact)

    async def __aenter__(self) -> Self:
        await self._connections.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._connections.__aexit__(kind, error, trace)

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
            except NoAnswer as error:
                raise self._failure(host, error) from error
        host.unreachable_since = None
        content_type = host.struck(response.headers.get("Content-Type", ""))
        answer = Answer(request, response.status, body, asked_at, now(), content_type, packed)
        return answer, judge(host, self._sources[request.source], answer, response.headers)

    async def _exchange(
        self, host: Host, request: Request, sent: Callable[[], None]
    ) -> tuple[Arriving, bytes, bytes | None]:
        service = host.service
        kind = {"Content-Type": "application/json"} if request.body else {}
        async with self._connections.ask(
            request.method,
            service.url + request.path,
            headers={"Accept": service.accept, **kind, **service.headers},
            params=request.params,
            content=request.body,
            sent=sent,
        ) as response:
            return response, *await self._receive(host, response)

    async def _receive(self, host: Host, response: Arriving) -> tuple[bytes, bytes | None]:
        """Return a body, and the gzip stream that it came as, if it did."""
        try:
            body = Body(response.headers.get("Content-Encoding", ""), _LARGEST_BODY)
            async for chunk in response.chunks:
                host.use.bytes += len(chunk)
                body.add(chunk)
            return host.struck_body(body.close(), body.packed)
        except BodyTooLarge as error:
            reason = f"the answer is larger than {_LARGEST_BODY // 2**20} MB"
            raise Stumble(reason, heavy=True) from error
        except BodyBroken as error:
            raise Stumble(f"the answer cannot be unpacked: {error}", heavy=True) from error

    def _failure(self, host: Host, error: NoAnswer) -> Exception:
        """Return what a request that got no answer means."""
        if isinstance(error, Unreached):
            host.unreachable_since = host.unreachable_since or time.monotonic()
            lasting = time.monotonic() - host.unreachable_since
            reason = f"not reachable: {host.struck(str(error))}"
            return Stumble(reason, advice=error.advice, unreachable_for=lasting)
        if isinstance(error, TimedOut):
            return Stumble("it did not answer in time", heavy=True)
        if isinstance(error, BrokenOff):
            return Stumble("the answer broke off", heavy=True)
        if isinstance(error, Unsendable):
            return Refused(
                host.service.source,
                f"{host.title} cannot be asked: its address, the contact or the key has a form "
                "that cannot be sent. See citeweave doctor.",
                "the request cannot be sent",
            )
        return Stumble(f"the connection failed: {host.struck(str(error)) or error.kind}")

    async def _pause(self, host: Host, seconds: float) -> None:
        """Make everybody wait for this host; the next try waits for its turn by itself."""
        host.use.retries += 1
        host.pace.pause(seconds)

    def _tell(self, source: str, state: RetryCallState) -> None:
        seconds = state.next_action.sleep if state.next_action else 0.0
        self._waiting(source, str(stumble_of(state)), seconds)


def _pace(service: Service, ledger: Ledger | None) -> Pace:
    return Pace(service.interval, service.concurrency, ledger=ledger)
