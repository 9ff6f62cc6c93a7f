"""Sending requests and getting answers worth believing. The only import of httpx.

Every try of every request takes its turn at the host's pace; what passes is tried again
with growing, jittered waits; what does not is told at once.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

import httpx
from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception_type,
    stop_after_attempt,
    stop_after_delay,
    wait_random_exponential,
)

from db.rows import Answer, Request
from db.runs import ServiceUse

from . import __version__
from .errors import GaveUp, Refused, TooHeavy
from .pace import Ledger, Pace
from .sources.base import Judgement, Service, Source, Verdict, retry_after

_LONGEST_WAIT = 60.0
_LONGEST_RETRY_AFTER = 600.0
_PATIENCE = 1200.0
# One whole try, whatever trickles in meanwhile.
_LONGEST_TRY = 300.0
# Statuses that may mean a request that is too heavy, rather than a service that is down.
_HEAVY = {500, 502, 504}
# How often such a thing is tried before the request is taken for too heavy.
_TRIES_OF_MANY, _TRIES_OF_ONE = 2, 4
# More such requests in a row than halving any batch down to its one bad id takes.
_DOWN = 12
# Semantic Scholar answers at most 10 MB; nothing that we ask for is four times that.
_LARGEST_BODY = 40 * 1024 * 1024
_TIMEOUT = httpx.Timeout(connect=15, read=90, write=60, pool=None)
_PROJECT = "https://pypi.org/project/citeweave"

Waiting = Callable[[str, str, float], None]
"""Told (source, reason, seconds) when a service makes us wait."""


@dataclass
class _Use:
    """What was asked of one service so far."""

    requests: int = 0
    retries: int = 0
    refusals: int = 0
    bytes: int = 0
    waited: float = 0.0


class _Stumble(Exception):
    """One try went wrong in a way that may pass."""

    def __init__(self, reason: str, wait: float = 0.0, *, heavy: bool = False) -> None:
        super().__init__(reason)
        self.wait = wait
        self.heavy = heavy


@dataclass
class _Host:
    service: Service
    pace: Pace
    use: _Use = field(default_factory=_Use)
    heavy_in_a_row: int = 0


class Client:
    """Sends requests to the services of the given sources."""

    def __init__(
        self,
        sources: Mapping[str, Source],
        *,
        contact: str = "",
        retry_scale: float = 1.0,
        ledgers: Mapping[str, Ledger] | None = None,
        patience: float = _PATIENCE,
        waiting: Waiting = lambda source, reason, seconds: None,
    ) -> None:
        self._sources = sources
        self._scale = retry_scale
        self._patience = patience
        self._waiting = waiting
        self._hosts = {
            name: _Host(source.service, _pace(source.service, (ledgers or {}).get(name)))
            for name, source in sources.items()
        }
        self._http = httpx.AsyncClient(
            headers={"User-Agent": _user_agent(contact)}, timeout=_TIMEOUT, follow_redirects=False
        )

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
        return [
            ServiceUse(
                name,
                host.service.url,
                u.requests,
                u.retries,
                u.refusals,
                u.bytes,
                round(u.waited, 3),
            )
            for name, host in self._hosts.items()
            for u in [host.use]
        ]

    def stop(self) -> None:
        """Send nothing more; requests that are open still get their answers."""
        for host in self._hosts.values():
            host.pace.stop()

    async def send(self, request: Request, *, suspected: bool = False) -> Answer:
        """Return a believed answer. Raises Refused, GaveUp, TooHeavy, or pace.Stopped.

        `suspected` says that the request is part of one that was too heavy, so that it is
        not tried twice before it is found too heavy itself.
        """
        host = self._hosts[request.source]
        many = len(request.wants) > 1
        tries = _TRIES_OF_ONE if not many else 1 if suspected else _TRIES_OF_MANY
        retrying = AsyncRetrying(
            retry=retry_if_exception_type(_Stumble),
            wait=self._wait,
            stop=lambda state: self._ends(state, tries),
            sleep=lambda seconds: self._pause(host, request.source, seconds),
            before_sleep=lambda state: self._tell(request.source, state),
            reraise=True,
        )
        try:
            answer: Answer = await retrying(self._try, host, request)
        except _Stumble as stumble:
            title = self._sources[request.source].info.title
            host.heavy_in_a_row += stumble.heavy
            if stumble.heavy and host.heavy_in_a_row < _DOWN:
                raise TooHeavy(request.source, f"{title}: {stumble}") from stumble
            raise GaveUp(
                request.source,
                f"{title} gave no usable answer ({stumble}). What was received is stored; "
                "run the same command again later to go on.",
            ) from stumble
        host.heavy_in_a_row = 0
        return answer

    async def _try(self, host: _Host, request: Request) -> Answer:
        started = time.monotonic()
        async with host.pace.turn() as sent:
            host.use.waited += time.monotonic() - started
            host.use.requests += 1
            asked_at = now()
            try:
                async with asyncio.timeout(_LONGEST_TRY):
                    response, body = await self._exchange(host, request, sent)
            except (httpx.ReadTimeout, TimeoutError) as error:
                raise _Stumble("it did not answer in time", heavy=True) from error
            except httpx.TransportError as error:
                raise _Stumble(f"the connection failed: {_explain(error)}") from error
            except httpx.DecodingError as error:
                raise _Stumble(f"the answer's compression is broken: {error}") from error
        content_type = response.headers.get("Content-Type", "")
        judgement = self._sources[request.source].judge(
            request, response.status_code, content_type, body
        )
        self._act_on(judgement, response, host, request)
        return Answer(request, response.status_code, body, asked_at, now(), content_type)

    async def _exchange(
        self, host: _Host, request: Request, sent: Callable[[], None]
    ) -> tuple[httpx.Response, bytes]:
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
            body = bytearray()
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > _LARGEST_BODY:
                    raise TooHeavy(
                        request.source,
                        f"the answer is larger than {_LARGEST_BODY // 2**20} MB",
                    )
            host.use.bytes += response.num_bytes_downloaded
        return response, bytes(body)

    def _act_on(
        self, judgement: Judgement, response: httpx.Response, host: _Host, request: Request
    ) -> None:
        if judgement.verdict is Verdict.BELIEVE:
            return
        title = self._sources[request.source].info.title
        if response.is_redirect:
            raise Refused(
                request.source,
                f"{title} sends us on to {response.headers.get('Location', 'nowhere')}, which "
                "is not followed. If that is its new address, set it: see citeweave doctor.",
            )
        if judgement.verdict is Verdict.STOP:
            raise Refused(request.source, f"{title} refuses to answer. {judgement.reason}")
        if judgement.verdict is Verdict.SPLIT:
            raise TooHeavy(request.source, f"{title}: {judgement.reason}")
        host.use.refusals += 1
        raise _Stumble(
            judgement.reason,
            min(_LONGEST_RETRY_AFTER, retry_after(response.headers.get("Retry-After"))),
            heavy=response.status_code in _HEAVY,
        )

    def _wait(self, state: RetryCallState) -> float:
        """Never shorter than Retry-After, jittered and growing otherwise; in seconds."""
        asked = getattr(_error(state), "wait", 0.0)
        grown = wait_random_exponential(multiplier=2, max=_LONGEST_WAIT)(state)
        return max(asked, grown) * self._scale

    def _ends(self, state: RetryCallState, tries: int) -> bool:
        if getattr(_error(state), "heavy", False) and stop_after_attempt(tries)(state):
            return True
        return stop_after_delay(self._patience * self._scale)(state)

    async def _pause(self, host: _Host, source: str, seconds: float) -> None:
        """Make everybody wait for this host; the next try waits for its turn by itself."""
        del source
        host.use.retries += 1
        host.pace.pause(seconds)

    def _tell(self, source: str, state: RetryCallState) -> None:
        seconds = state.next_action.sleep if state.next_action else 0.0
        self._waiting(source, str(_error(state)), seconds)


def _pace(service: Service, ledger: Ledger | None) -> Pace:
    return Pace(service.interval, service.concurrency, ledger=ledger)


def now() -> str:
    """Return the time as it is stored: UTC, ISO 8601, milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _error(state: RetryCallState) -> BaseException | None:
    return state.outcome.exception() if state.outcome else None


def _explain(error: httpx.TransportError) -> str:
    return str(error) or type(error).__name__


def _user_agent(contact: str) -> str:
    about = f"+{_PROJECT}" + (f"; mailto:{contact}" if contact else "")
    return f"citeweave/{__version__} ({about})"
