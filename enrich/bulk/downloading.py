"""Fetching datasets of a release, or the diffs that bring an earlier one up to date.

What is there is written down in `release.json` after every file, so a download that was
broken off goes on where it ended. The service's addresses of files hold for some hours only,
and are asked for again when they no longer do.
"""

import dataclasses
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated, Protocol, TypeVar
from urllib.parse import unquote, urlsplit

import msgspec
from msgspec.structs import replace

from db.bulk.release import Diff, File, Release, load_release, save_release

from ..addresses import is_at
from ..client import Client, Waiting
from ..errors import BadInput, GaveUp
from ..http import Connections
from ..retries import Patience
from ..settings import Settings
from ..shared_pace import SharedPace
from ..sources import s2_datasets as datasets
from .bad_input import as_bad_input
from .shard_file import fetch_shard

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,200}")
_RELEASE = re.compile(r"\d{4}-\d{2}-\d{2}")
_Url = Annotated[str, msgspec.Meta(max_length=10_000)]
_Kind = TypeVar("_Kind", bound=msgspec.Struct)
Tell = Callable[[str], None]


class _ReleaseTold(msgspec.Struct):
    release_id: str


class _DatasetTold(msgspec.Struct):
    files: list[_Url]


class _DiffTold(msgspec.Struct):
    from_release: str
    to_release: str
    update_files: list[_Url]
    delete_files: list[_Url]


class _DiffsTold(msgspec.Struct):
    diffs: list[_DiffTold]


class _Ask(Protocol):
    async def __call__(self, path: str, kind: type[_Kind]) -> _Kind: ...


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
    service = settings.services[datasets.NAME]
    # One key opens both; whoever keeps it in a file has written it down once.
    service = dataclasses.replace(service, key=service.key or settings.services["s2"].key)
    real = is_at(service.url, datasets.DEFAULTS.real_hosts)
    scale = max(1.0, settings.retry_scale) if real else settings.retry_scale
    client = Client(
        {datasets.NAME: datasets.make_archive(service)},
        contact=settings.contact,
        retry_scale=scale,
        # All of Semantic Scholar allows one pace together.
        ledgers={datasets.NAME: SharedPace("s2", service.url)},
        waiting=waiting,
    )

    async def ask(path: str, kind: type[_Kind]) -> _Kind:
        answer, _ = await client.send(datasets.service_request(path))
        try:
            return msgspec.json.decode(answer.body, type=kind)
        except msgspec.DecodeError as error:
            raise _unfit(f"an answer of another form ({error})") from error

    async with client, Connections([service.url], settings.contact) as store:
        asked = await ask(f"/release/{release}", _ReleaseTold)
        if not _RELEASE.fullmatch(asked.release_id):
            raise _unfit("a release that is called by no day")
        patience = Patience(scale)
        folders = [_Folder(name, out / name, store, ask, patience, tell) for name in names]
        return [await folder.bring_to(asked.release_id) for folder in folders]


class _Folder:
    """The folder of one dataset, on its way to a release."""

    def __init__(
        self,
        dataset: str,
        path: Path,
        store: Connections,
        ask: _Ask,
        patience: Patience,
        tell: Tell,
    ) -> None:
        self._dataset, self._path = dataset, path
        self._store, self._ask, self._patience, self._tell = store, ask, patience, tell
        self._fetched = 0

    async def bring_to(self, release: str) -> Downloaded:
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
        if not known.is_complete:
            known = await self._fetch_base(known)
        known = await self._fetch_diffs(known, release)
        size = sum(each.size for each in known.all_files)
        return Downloaded(self._dataset, known.release, len(known.all_files), self._fetched, size)

    async def _fetch_base(self, known: Release) -> Release:
        path = f"/release/{known.base}/dataset/{self._dataset}"

        async def list_files() -> list[str]:
            return (await self._ask(path, _DatasetTold)).files

        def keep(files: tuple[File, ...], *, is_complete: bool) -> None:
            nonlocal known
            known = replace(known, files=files, is_complete=is_complete)
            self._save(known)

        await self._fetch_all("", list_files, known.files, keep)
        return known

    async def _fetch_diffs(self, known: Release, release: str) -> Release:
        """Fetch the diffs that are missing; one that was begun goes on first."""
        whole = tuple(diff for diff in known.diffs if diff.is_complete)
        begun = {diff.to_release: diff for diff in known.diffs if not diff.is_complete}
        known = replace(known, diffs=whole)
        while known.release != release:
            path = f"/diffs/{known.release}/to/{release}/{self._dataset}"
            told = (await self._ask(path, _DiffsTold)).diffs
            if not told or told[0].from_release != known.release:
                raise _unfit(f"no diff that starts from release {known.release}")
            to = told[0].to_release
            if not _RELEASE.fullmatch(to) or not known.release < to <= release:
                raise _unfit(f"a diff that does not lead from {known.release} to {release}")
            diff = begun.get(to, Diff(from_release=known.release, to_release=to))
            known = await self._fetch_diff(known, diff, path)
        return known

    async def _fetch_diff(self, before: Release, diff: Diff, path: str) -> Release:
        known = before
        for part in ("update", "delete"):

            async def list_files(part: str = part) -> list[str]:
                told = (await self._ask(path, _DiffsTold)).diffs[0]
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
        (self._path / folder).mkdir(parents=True, exist_ok=True)
        for number, name in enumerate(addresses, 1):
            if name in done:
                continue

            async def address(renew: bool, name: str = name) -> str:
                nonlocal addresses
                if renew:
                    addresses = _by_name(await list_files())
                if name not in addresses:
                    raise _unfit(f"a list that lacks {name}, which it had before")
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
            raise _unfit("a file of a name that no file should have")
        named[name if name.endswith(".gz") else f"{name}.gz"] = url
    if len(named) != len(urls):
        raise _unfit("two files of one name")
    return dict(sorted(named.items()))


def _unfit(what: str) -> GaveUp:
    title = datasets.Datasets.info.title
    return GaveUp(datasets.NAME, f"The service of {title} gives {what}; try again later.")
