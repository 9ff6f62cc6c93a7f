"""Asking over the network, and the ways in which no answer comes. The only import of httpx."""

import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import httpx

from . import __version__
from .addresses import is_loopback
from .errors import BadInput
from .reachability import explain

_TIMEOUT = httpx.Timeout(connect=15, read=90, write=60, pool=None)
# What httpx takes from the environment, in either case.
_NETWORK_VARIABLES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR")


class NoAnswer(Exception):
    """No answer came, or not all of one; `kind` names what went wrong where no words do."""

    def __init__(self, reason: str, kind: str) -> None:
        super().__init__(reason)
        self.kind = kind


class Unsendable(NoAnswer):
    """The request has a form that cannot be sent. Why is not said: it may hold a key."""


class Unreached(NoAnswer):
    """No host was met; `advice` is what may be done about it."""

    def __init__(self, reason: str, kind: str, advice: str) -> None:
        super().__init__(reason, kind)
        self.advice = advice


class TimedOut(NoAnswer):
    """A host was met, but said nothing for too long."""


class BrokenOff(NoAnswer):
    """The answer began, and ended too early."""


@dataclass(frozen=True)
class Arriving:
    """An answer that begins to come; `headers` are found in any case of letters."""

    status: int
    headers: Mapping[str, str]
    chunks: AsyncIterator[bytes]
    """The body as it was sent, not unpacked."""


class Connections:
    """Open connections to some services; what is on this machine is asked without a proxy.

    Raises BadInput where the machine's proxy or certificate settings cannot be used.
    """

    def __init__(self, urls: Sequence[str], contact: str) -> None:
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
    async def ask(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str],
        params: Sequence[tuple[str, str]] = (),
        content: str | None = None,
        sent: Callable[[], None] = lambda: None,
    ) -> AsyncIterator[Arriving]:
        """Send a request; `sent` is called when all of it is on its way. Raises NoAnswer."""

        async def trace(event: str, _: object) -> None:
            if event == "http11.send_request_body.complete":
                sent()

        try:
            async with self._http.stream(
                method,
                url,
                params=tuple(params) or None,
                content=content,
                headers=dict(headers),
                extensions={"trace": trace},
            ) as response:
                yield Arriving(response.status_code, response.headers, _receive(response))
        except (httpx.RequestError, httpx.InvalidURL) as error:
            raise _meaning(error) from error


async def _receive(response: httpx.Response) -> AsyncIterator[bytes]:
    try:
        async for chunk in response.aiter_raw():
            yield chunk
    except (httpx.ReadError, httpx.RemoteProtocolError) as error:
        raise BrokenOff(str(error), type(error).__name__) from error


def _meaning(error: Exception) -> NoAnswer:
    kind = type(error).__name__
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.ProxyError):
        reason, advice = explain(error)
        return Unreached(reason, kind, advice)
    if isinstance(error, httpx.TimeoutException):
        return TimedOut(str(error), kind)
    if isinstance(error, httpx.InvalidURL | httpx.UnsupportedProtocol | httpx.LocalProtocolError):
        return Unsendable("", kind)
    return NoAnswer(str(error), kind)


def _open(urls: Sequence[str], contact: str) -> httpx.AsyncClient:
    """Return httpx's own client for these addresses."""
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


def _user_agent(contact: str) -> str:
    return f"citeweave/{__version__}" + (f" (mailto:{contact})" if contact else "")
