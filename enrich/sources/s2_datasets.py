"""Semantic Scholar's dumps: what `citeweave bulk` read of a release, kept as answers.

Nobody is asked about a paper here, so there are no parts to ask; but what was read of a
release is stored as answers in the words of the Graph API, and read again like them. The
service itself hands out lists of files (see bulk/downloading.py). Interface:
https://api.semanticscholar.org/api-docs/datasets.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from db.fetches import Part
from db.identifiers import canonical_arxiv
from db.rows import (
    Absent,
    Answer,
    Found,
    Key,
    Links,
    Neighbour,
    Outcome,
    Request,
    Unlinked,
    Want,
)
from db.runs import SourceInfo

from ..addresses import is_private
from . import s2_answers as answers
from .base import (
    AskAgain,
    AskNoMore,
    Options,
    Service,
    ServiceDefaults,
    ServiceSettings,
    check_answer,
)
from .s2_outcomes import read_record
from .values import collapse, day, name

if TYPE_CHECKING:
    from db.bulk.tables import Link, Paper

NAME = "s2_datasets"
DEFAULTS = ServiceDefaults(
    name=NAME,
    url="https://api.semanticscholar.org/datasets/v1",
    interval=1,
    real_hosts=("semanticscholar.org",),
    key_variables=("S2_API_KEY", "SEMANTIC_SCHOLAR_API_KEY"),
    is_asked=False,
)
RELEASE, RECORD, LISTS = "release", "record", ("references", "citations")
_KEYLESS = (
    "The dumps are given only to those with a key, which is free: set S2_API_KEY. See "
    "https://www.semanticscholar.org/product/api#api-key-form"
)
_WRONG_KEY = "Is the key right, and still valid? See citeweave doctor."


def make_archive(service: ServiceSettings) -> "Datasets":
    key = service.key if is_private(service.url) else ""
    return Datasets(
        Service(
            source=NAME,
            url=service.url,
            interval=service.interval,
            concurrency=1,
            accept="application/json",
            headers={"x-api-key": key} if key else {},
        )
    )


class Linked(answers.Paper, rename="camel", gc=False):
    """The paper at the other end of a link."""

    is_influential: bool | None = None


class LinkedList(Struct, rename="camel", gc=False):
    """The links of one paper in one direction; `unlinked` entries lead to no paper."""

    links: list[Linked]
    unlinked: int = 0


_records = msgspec.json.Decoder(list[answers.Paper | None])
_lists = msgspec.json.Decoder(list[LinkedList])


class Datasets:
    """The dumps as a source whose answers are read from files."""

    # Where the API and a dump differ, the API is the later word.
    info = SourceInfo(
        name=NAME,
        rank=21,
        title="Semantic Scholar's dumps",
        url="https://www.semanticscholar.org/?utm_source=api",
        licence="https://www.semanticscholar.org/product/api/license",
        attribution="Data from Semantic Scholar; cite Kinney et al. 2023, arXiv:2301.10140.",
    )

    def __init__(self, service: Service) -> None:
        self.service = service

    def parts(self, options: Options) -> Sequence[Part]:
        return ()

    def searches(self) -> Sequence[Part]:
        return ()

    def plan(self, part: Part, wants: Sequence[Want]) -> list[tuple[Want, ...]]:
        return []

    def estimate(self, part: Part, papers: int) -> int:
        return 0

    def request(self, part: Part, wants: Sequence[Want], options: Options) -> Request:
        raise AssertionError(f"{NAME} has no part to ask: {part.name}")

    def probes(self) -> Sequence[Request]:
        return (service_request("/release/latest"),)

    def read(self, answer: Answer) -> list[Outcome]:
        """Return what an answer says of the papers it is about."""
        if answer.request.method != _READ:
            _check_listing(answer, self.service)
            return []
        wants, release = answer.request.wants, dict(answer.request.params)[RELEASE]
        if answer.request.part == RELEASE:
            return []
        if answer.request.part in LISTS:
            lists = zip(wants, _lists.decode(answer.body), strict=True)
            return [_read_list(want, each, answer.request.part) for want, each in lists]
        records = zip(wants, _records.decode(answer.body), strict=True)
        return [_read_record(want, paper, release) for want, paper in records]


_READ = "READ"
"""Stands for the method of a request that was no request, but the reading of a file."""
_MANIFEST = "manifest"


def service_request(path: str) -> Request:
    """Return the request for one of the service's lists."""
    return Request(source=NAME, part=RELEASE, method="GET", path=path)


def reading(release: str, part: str, wants: Sequence[Want], digest: str) -> Request:
    """Return what stands for the request, where files of a release were read.

    `digest` is the SHA-256 of the manifest that names these files.
    """
    params = ((RELEASE, release), (_MANIFEST, digest))
    path = f"/release/{release}/dataset/{'papers' if part == RECORD else 'citations'}"
    return Request(NAME, part, _READ, path, params, wants=tuple(wants))


def release_read(request: Request) -> str:
    """Return the release whose files were read, as `reading` wrote it down; else nothing."""
    return dict(request.params).get(RELEASE, "")


def manifest_of(request: Request) -> str | None:
    """Return the digest of the manifest that a reading went by."""
    return dict(request.params).get(_MANIFEST)


def write_records(papers: "Iterable[Paper | None]") -> bytes:
    """Return records in the words of the Graph API; None where the release has no such paper."""
    return msgspec.json.encode([paper and _record(paper) for paper in papers])


def write_lists(lists: "Iterable[tuple[Sequence[Link], int]]") -> bytes:
    """Return lists of links, each with the number of its entries that lead to no paper."""
    return msgspec.json.encode(
        [
            {"links": [_linked(link) for link in links], "unlinked": unlinked}
            for links, unlinked in lists
        ]
    )


def _record(paper: "Paper") -> dict[str, object]:
    return {
        **_known(paper),
        "venue": paper.venue,
        "referenceCount": paper.reference_count,
        "citationCount": paper.citation_count,
        "influentialCitationCount": paper.influential_citation_count,
        "publicationTypes": paper.publication_types,
        "authors": paper.authors,
    }


def _known(paper: "Paper") -> dict[str, object]:
    external = {"ArXiv": paper.arxiv_id, "DOI": paper.doi}
    return {
        "paperId": paper.paper_id,
        "corpusId": paper.corpus_id,
        "externalIds": {scheme: value for scheme, value in external.items() if value},
        "title": paper.title,
        "year": paper.year,
        "publicationDate": paper.published,
    }


def _linked(link: "Link") -> dict[str, object]:
    known = {name: value for name, value in _known(link.other).items() if value not in (None, {})}
    return known if link.is_influential is None else known | {"isInfluential": link.is_influential}


def _read_record(want: Want, paper: answers.Paper | None, release: str) -> Outcome:
    if paper is None:
        return Absent(want.key, f"not among the papers of release {release}")
    return Found(want.key, read_record(answers.identifiers(paper), paper))


def _read_list(want: Want, given: LinkedList, direction: str) -> Outcome:
    first = len(given.links) + 1
    return Links(
        want.key,
        direction,
        tuple(_neighbour(each) for each in given.links),
        tuple(Unlinked(place, None, None) for place in range(first, first + given.unlinked)),
    )


def _neighbour(paper: Linked) -> Neighbour:
    external = paper.external_ids
    return Neighbour(
        name(paper.paper_id),
        answers.corpus_id(paper),
        canonical_arxiv(external.arxiv) if external else None,
        answers.doi(paper),
        collapse(paper.title),
        paper.year,
        day(paper.publication_date),
        paper.is_influential,
    )


def _check_listing(answer: Answer, service: Service) -> None:
    """Raise AskAgain, AskLess or AskNoMore unless the service answered with a list of files."""
    said = answers.Said() if answer.status == 200 else answers.explain(answer.body)
    if answer.status == 404:
        raise AskNoMore(f"HTTP 404: {said}", "There is no such release or dataset.")
    check_answer(answer, str(said), _WRONG_KEY if service.headers else _KEYLESS)
    try:
        msgspec.json.decode(answer.body)
    except msgspec.DecodeError as error:
        raise AskAgain(f"the answer is no whole JSON: {error}", content=True) from error


def key_of(corpus_id: int) -> Key:
    """Return the key that a release names a paper by."""
    return Key("corpus", str(corpus_id))
