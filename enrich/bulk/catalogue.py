"""What the Datasets API has: releases, the datasets of one, and where the files of these lie.

Interface: https://api.semanticscholar.org/api-docs/datasets.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Annotated, TypeVar

import msgspec

from db.bulk.release import is_release

from ..addresses import is_at
from ..client import Client, Waiting
from ..errors import BadInput, GaveUp, Refused
from ..settings import Settings
from ..shared_pace import SharedPace
from ..sources import s2_datasets as datasets

_MOST_SHOWN = 5
_Url = Annotated[str, msgspec.Meta(max_length=10_000)]
_Kind = TypeVar("_Kind")


class Dataset(msgspec.Struct, frozen=True):
    """One dataset of a release, as the service describes it."""

    name: str
    description: str = ""


class Offered(msgspec.Struct, frozen=True):
    """A release, called by its day, and its datasets."""

    release_id: str
    datasets: tuple[Dataset, ...] = ()


class NextDiff(msgspec.Struct, frozen=True):
    """What leads from one release to the one after it: addresses of files."""

    from_release: str
    to_release: str
    update_files: list[_Url]
    delete_files: list[_Url]


class _Files(msgspec.Struct):
    files: list[_Url]


class _Diffs(msgspec.Struct):
    diffs: list[NextDiff]


@asynccontextmanager
async def open_catalogue(settings: Settings, waiting: Waiting) -> AsyncIterator["Catalogue"]:
    """Yield the catalogue, asked in the pace that all of Semantic Scholar allows together."""
    service = settings.services[datasets.NAME]
    # One key opens both; whoever keeps it in a file has written it down once.
    service = replace(service, key=service.key or settings.services["s2"].key)
    is_real = is_at(service.url, datasets.DEFAULTS.real_hosts)
    retry_scale = max(1.0, settings.retry_scale) if is_real else settings.retry_scale
    client = Client(
        {datasets.NAME: datasets.make_archive(service)},
        contact=settings.contact,
        retry_scale=retry_scale,
        ledgers={datasets.NAME: SharedPace("s2", service.url)},
        waiting=waiting,
    )
    async with client:
        yield Catalogue(client, service.url, retry_scale)


class Catalogue:
    """Questions to the service. Each raises Refused, or GaveUp where no usable answer came."""

    def __init__(self, client: Client, url: str, retry_scale: float) -> None:
        self.url, self.retry_scale = url, retry_scale
        self._client = client

    async def releases(self) -> list[str]:
        """Return the days of all releases that can be had, the latest first."""
        told = await self._ask("/release/", list[str])
        return sorted(filter(is_release, told), reverse=True)

    async def release(self, name: str) -> Offered:
        """Return a release, named by its day or as `latest`.

        Raises BadInput where there is none of that name.
        """
        if name != "latest" and not is_release(name):
            raise BadInput(f"--release is latest or a day such as 2026-11-24, not '{name}'.")
        try:
            told = await self._ask(f"/release/{name}", Offered)
        except Refused as error:
            if not error.reason.startswith("HTTP 404"):
                raise
            last = ", ".join((await self.releases())[:_MOST_SHOWN])
            raise BadInput(f"There is no release {name}; the last ones are {last}.") from None
        if not is_release(told.release_id):
            raise unfit("a release that is called by no day")
        return told

    async def files(self, release: str, dataset: str) -> list[str]:
        """Return the addresses of a dataset's files, which hold for some hours."""
        return (await self._ask(f"/release/{release}/dataset/{dataset}", _Files)).files

    async def next_diff(self, known: str, release: str, dataset: str) -> NextDiff:
        """Return the first of the diffs that lead from a known release to a later one."""
        told = (await self._ask(f"/diffs/{known}/to/{release}/{dataset}", _Diffs)).diffs
        if not told or told[0].from_release != known:
            raise unfit(f"no diff that starts from release {known}")
        to = told[0].to_release
        if not is_release(to) or not known < to <= release:
            raise unfit(f"a diff that does not lead from {known} to {release}")
        return told[0]

    async def _ask(self, path: str, kind: type[_Kind]) -> _Kind:
        answer, _ = await self._client.send(datasets.service_request(path))
        try:
            return msgspec.json.decode(answer.body, type=kind)
        except msgspec.DecodeError as error:
            raise unfit(f"an answer of another form ({error})") from error


async def list_offers(
    settings: Settings, release: str, waiting: Waiting
) -> tuple[list[str], Offered]:
    """Return the days of all releases, the latest first, and what one of them has."""
    async with open_catalogue(settings, waiting) as catalogue:
        offered = await catalogue.release(release)
        return await catalogue.releases(), offered


def unfit(what: str) -> GaveUp:
    """Return the error of a service that gives something that cannot be used."""
    title = datasets.Datasets.info.title
    return GaveUp(datasets.NAME, f"The service of {title} gives {what}; try again later.")
