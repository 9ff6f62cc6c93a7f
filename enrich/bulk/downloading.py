"""Fetching datasets of a release, or the diffs that bring an earlier one up to date.

What is there is written down in `release.json` after every file, so a download that was
broken off goes on where it ended. The service's addresses of files hold for some hours only,
and are asked for again when they no longer do.
"""

import itertools
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Protocol
from urllib.parse import unquote, urlsplit

from msgspec.structs import replace

from db.bulk.release import Diff, File, Release, load_release, save_release
from db.errors import DatabaseBusy
from db.occupancy import occupied

from ..client import Waiting
from ..errors import BadInput
from ..http import Connections
from ..retries import Patience
from ..settings import Settings
from .bad_input import as_bad_input
from .catalogue import Catalogue, open_catalogue, unfit
from .shard_file import fetch_shard

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,200}")
Tell = Callable[[str], None]


@dataclass(frozen=True)
class Downloaded:
    """What became of one dataset: its files, those of diffs too, how many came now, their bytes."""

    dataset: str
    release: str
    files: int
    fetched: int
    bytes: int


async def download(
    settings: Settings,
    out: Path,
    release: str,
    names: Sequence[str],
    tell: Tell,
    waiting: Waiting = lambda source, reason, seconds: None,
) -> list[Downloaded]:
    """Fetch datasets of a release, or of the latest, each to a folder of its name.

    Raises BadInput, Refused and GaveUp; what came until then is kept.
    """
    async with (
        open_catalogue(settings, waiting) as catalogue,
        Connections([catalogue.url], settings.contact) as store,
    ):
        to = (await catalogue.release(release)).release_id
        patience = Patience(catalogue.retry_scale)
        folders = [_Folder(name, out / name, store, catalogue, patience, tell) for name in names]
        return [await folder.bring_to(to) for folder in folders]


class _Folder:
    """The folder of one dataset, on its way to a release."""

    def __init__(
        self,
        dataset: str,
        path: Path,
        store: Connections,
        catalogue: Catalogue,
        patience: Patience,
        tell: Tell,
    ) -> None:
        self._dataset, self._path = dataset, path
        self._store, self._catalogue = store, catalogue
        self._patience, self._tell = patience, tell
        self._fetched = 0

    async def bring_to(self, release: str) -> Downloaded:
        try:
            with occupied(self._path):
                return await self._bring_to(release)
        except DatabaseBusy as error:
            # Two that write the same files leave holes in them.
            raise BadInput(str(error)) from None

    async def _bring_to(self, release: str) -> Downloaded:
        with as_bad_input():
            known = load_release(self._path)
        if known is not None and known.dataset != self._dataset:
            raise BadInput(f"{self._path} holds the dataset {known.dataset}.")
        known = known or Release(dataset=self._dataset, base=release)
        if known.release > release:
            raise BadInput(
                f"{self._path} holds release {known.release}, which is later than {release}; "
                "name another folder."
            )
        if not (known.is_complete and all(map(self._is_there, known.files))):
            known = await self._fetch_base(known)
        known = await self._fetch_diffs(known, release)
        size = sum(each.size for each in known.all_files)
        return Downloaded(self._dataset, known.release, len(known.all_files), self._fetched, size)

    async def _fetch_base(self, known: Release) -> Release:

        async def list_files() -> list[str]:
            return await self._catalogue.files(known.base, self._dataset)

        def keep(files: tuple[File, ...], *, is_complete: bool) -> None:
            nonlocal known
            known = replace(known, files=files, is_complete=is_complete)
            self._save(known)

        await self._fetch_all("", list_files, known.files, keep)
        return known

    async def _fetch_diffs(self, known: Release, release: str) -> Release:
        """Fetch the diffs that are missing; one that was begun goes on first."""
        whole = tuple(itertools.takewhile(self._is_whole, known.diffs))
        begun = {diff.to_release: diff for diff in known.diffs[len(whole) :]}
        known = replace(known, diffs=whole)
        while known.release != release:
            told = await self._catalogue.next_diff(known.release, release, self._dataset)
            fresh = Diff(from_release=known.release, to_release=told.to_release)
            known = await self._fetch_diff(known, begun.get(told.to_release, fresh), release)
        return known

    def _is_whole(self, diff: Diff) -> bool:
        return diff.is_complete and all(map(self._is_there, diff.files))

    async def _fetch_diff(self, before: Release, diff: Diff, release: str) -> Release:
        known = before
        for part in ("update", "delete"):

            async def list_files(part: str = part) -> list[str]:
                told = await self._catalogue.next_diff(before.release, release, self._dataset)
                if told.to_release != diff.to_release:
                    raise unfit(f"no diff to release {diff.to_release}, which it had before")
                return told.update_files if part == "update" else told.delete_files

            def keep(files: tuple[File, ...], *, is_complete: bool, part: str = part) -> None:
                nonlocal known, diff
                is_last = is_complete and part == "delete"
                diff = replace(diff, **{part: files}, is_complete=is_last)
                known = replace(before, diffs=(*before.diffs, diff))
                self._save(known)

            folder = f"diffs/{diff.to_release}/{part}"
            there = diff.update if part == "update" else diff.delete
            await self._fetch_all(folder, list_files, there, keep)
        return known

    async def _fetch_all(
        self,
        folder: str,
        list_files: Callable[[], Awaitable[list[str]]],
        there: tuple[File, ...],
        keep: "_Keep",
    ) -> None:
        """Fetch all files of a list that are not there yet, writing down each."""
        addresses = _by_name(await list_files())
        done = {Path(each.name).name: each for each in there if self._is_there(each)}
        if gone := done.keys() - addresses.keys():
            # Together with those that took their place, records would count twice.
            raise BadInput(
                f"{self._path / folder} holds {', '.join(sorted(gone)[:3])}, which the release no "
                "longer lists: its files are other ones now. Fetch it anew into another folder.",
            )
        (self._path / folder).mkdir(parents=True, exist_ok=True)
        for number, name in enumerate(addresses, 1):
            if name in done:
                continue

            async def address(renew: bool, name: str = name) -> str:
                nonlocal addresses
                if renew:
                    addresses = _by_name(await list_files())
                if name not in addresses:
                    raise unfit(f"a list that lacks {name}, which it had before")
                return addresses[name]

            self._tell(f"Fetching {self._dataset}: file {number} of {len(addresses)}, {name}")
            path = self._path / folder / name
            file = await fetch_shard(
                self._store, self._dataset, path, address, self._patience, self._tell
            )
            done[name] = replace(file, name=f"{folder}/{name}" if folder else name)
            self._fetched += 1
            keep(_ordered(done), is_complete=False)
        keep(_ordered(done), is_complete=True)

    def _is_there(self, file: File) -> bool:
        path = self._path / file.name
        return path.is_file() and path.stat().st_size == file.size

    def _save(self, release: Release) -> None:
        self._path.mkdir(parents=True, exist_ok=True)
        save_release(self._path, release)


class _Keep(Protocol):
    def __call__(self, files: tuple[File, ...], *, is_complete: bool) -> None: ...


def _ordered(files: dict[str, File]) -> tuple[File, ...]:
    return tuple(files[name] for name in sorted(files))


def _by_name(urls: Sequence[str]) -> dict[str, str]:
    """Return addresses by the names of their files, which end with .gz."""
    named: dict[str, str] = {}
    for url in urls:
        name = PurePosixPath(unquote(urlsplit(url).path)).name
        if not _NAME.fullmatch(name):
            raise unfit("a file of a name that no file should have")
        named[name if name.endswith(".gz") else f"{name}.gz"] = url
    if len(named) != len(urls):
        raise unfit("two files of one name")
    return dict(sorted(named.items()))
