"""Fetching one shard: whole, or the rest of what is there already; and looking at its size.

Until it is whole it is called NAME.TAG.part, where TAG tells one version of the file on the
server from another, so that no two are ever put together.
"""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import BinaryIO

from db.bulk.release import File
from db.bulk.shards import GZIP
from db.wording import sized

from ..errors import GaveUp
from ..http import Connections
from ..retries import Patience, Stumble
from .file_store import Expired, Sending, open_file

_TRIES = 8
"""Tries in a row that bring not one byte, before it is given up."""


class SizeDiffers(Exception):
    """What came is not as long as was told."""


class NotPacked(Exception):
    """What came is no shard."""


async def fetch_shard(
    store: Connections,
    dataset: str,
    path: Path,
    address: Callable[[bool], Awaitable[str]],
    patience: Patience,
    tell: Callable[[str], None],
) -> File:
    """Fetch a file to a path and return what it is, with its bare name.

    `address(True)` asks for a new address. Raises errors.GaveUp; what came stays for the next
    time.
    """
    fruitless, renew = 0, False
    while True:
        before = _size(_part(path))
        try:
            await _fetch_rest(store, dataset, await address(renew), path, tell)
            return await asyncio.to_thread(_finish, path)
        except Expired:
            renew, stumble = True, Stumble("the address that was given for it does not hold")
        except Stumble as error:
            renew, stumble = False, error
        except (SizeDiffers, NotPacked) as error:
            raise _gave_up(path, str(error)) from None
        fruitless = 0 if _size(_part(path)) > before else fruitless + 1
        if fruitless >= _TRIES:
            raise _gave_up(path, str(stumble), stumble.advice)
        if fruitless or not renew:
            tell(f"{stumble}; going on: {path.name}")
            await asyncio.sleep(patience.wait(stumble, max(1, fruitless)))


async def _fetch_rest(
    store: Connections, dataset: str, url: str, path: Path, tell: Callable[[str], None]
) -> None:
    part = _part(path)
    start = _size(part)
    async with open_file(store, url, start) as sending:
        if sending.start > start:
            # What lies between would be a hole in a file of the right size.
            raise Stumble("the answer begins at another byte than was asked for")
        if part is not None and start > sending.size:
            _check_size(part, start, sending.size)
        kept = path.with_name(f"{path.name}.{_digest(sending.tag)}.part")
        if part is not None and kept != part:
            # Another version of the file: what is here is of no use.
            part.unlink()
            if sending.start:
                raise Stumble("the file on the server is another one now")
        await _write(sending, kept, lambda told: tell(f"Fetching {dataset}: {path.name}, {told}"))


async def _write(sending: Sending, part: Path, tell: Callable[[str], None]) -> None:
    with _opened(part, sending.start) as file:
        done = sending.start
        async for chunk in sending.chunks:
            await asyncio.to_thread(file.write, chunk)
            done += len(chunk)
            tell(f"{sized(done)} of {sized(sending.size)}")
    _check_size(part, done, sending.size)


def _opened(part: Path, start: int) -> BinaryIO:
    """Open what is there of a file for writing from a byte on."""
    file = part.open("r+b" if part.exists() else "wb")
    file.truncate(start)
    file.seek(start)
    return file


def _check_size(part: Path, came: int, size: int) -> None:
    if came > size:
        part.unlink()
    if came != size:
        raise SizeDiffers(f"{came:,} bytes came of a file of {size:,}")


def _finish(path: Path) -> File:
    part = _part(path)
    assert part is not None
    with part.open("rb") as file:
        if file.read(2) != GZIP:
            part.unlink()
            raise NotPacked("what came is not gzipped, as all shards of a release are")
        file.seek(0)
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    part.replace(path)
    return File(name=path.name, size=path.stat().st_size, sha256=digest)


def _part(path: Path) -> Path | None:
    """Return what is there of a file that is not whole."""
    return next(iter(sorted(path.parent.glob(f"{path.name}.*.part"))), None)


def _size(path: Path | None) -> int:
    return path.stat().st_size if path else 0


def _digest(tag: str) -> str:
    return hashlib.sha256(tag.encode()).hexdigest()[:12]


def _gave_up(path: Path, reason: str, advice: str = "") -> GaveUp:
    return GaveUp(
        "s2_datasets",
        f"The shard {path.name} could not be fetched: {reason}. {advice}".rstrip()
        + " What came is kept; run the same command again to go on.",
        reason,
    )
