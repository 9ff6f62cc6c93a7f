"""Files at addresses that a service hands out, which are secrets for some hours.

The service's key is not sent there, and no address is shown.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from ..http import Arriving, Connections, NoAnswer, Unreached, Unsendable
from ..retries import Stumble
from ..sources.base import retry_after


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


@asynccontextmanager
async def open_file(connections: Connections, url: str, start: int) -> AsyncIterator[Sending]:
    """Ask for a file from a byte on. Raises Expired and retries.Stumble."""
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={start}-"} if start else {})
    try:
        async with connections.ask("GET", url, headers=headers) as response:
            yield _sending(response)
    except Unsendable:
        raise Stumble("the address of the file is none") from None
    except Unreached as error:
        raise Stumble(f"not reachable: {error}", advice=error.advice) from None
    except NoAnswer as error:
        raise Stumble(f"the file broke off ({error.kind})") from None


def _sending(response: Arriving) -> Sending:
    """Return what is sent, by the head of an answer."""
    status, tag = response.status, response.headers.get("ETag", "")
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
    chunks = response.chunks if status != 416 else _nothing()
    return Sending(int(first), int(size), tag, chunks)


async def _nothing() -> AsyncIterator[bytes]:
    for chunk in list[bytes]():
        yield chunk
