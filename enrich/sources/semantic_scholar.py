"""Semantic Scholar: records, references and citations, through the Graph API.

Interface: https://api.semanticscholar.org/api-docs/graph. A batch holds 500 papers, 9,999
links and 10 MB; beyond that links are cut off without a word. So the first call brings the
counts, and the links of many papers are then packed into as few calls as stay below.
"""

from collections.abc import Sequence

import msgspec

from db.fetches import Part, Search
from db.rows import Answer, Key, Outcome, Request, Sought, Want
from db.runs import SourceInfo

from ..addresses import is_private
from ..packing import cut, pack
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
from .s2_outcomes import (
    BATCH_PATH,
    LINKS,
    PAGE,
    find_absent,
    has_no_match,
    read_batch,
    read_hits,
    read_page,
)
from .wording import telling_words

DEFAULTS = ServiceDefaults(
    name="s2",
    url="https://api.semanticscholar.org/graph/v1",
    interval=1,
    real_hosts=("semanticscholar.org",),
    key_variables=("S2_API_KEY", "SEMANTIC_SCHOLAR_API_KEY"),
)

_BATCH = 500
# Counts are a little behind the rows that come, so batches stay 1 % below the limit.
_PACKED = 9900
_GUESS = {"references": 55, "citations": 130}

_ASKABLE = ("arxiv", "corpus", "s2", "doi")
_KNOWN = ("corpus", "s2")
_RECORD = Part("record", schemes=_ASKABLE)
_EMBEDDING = Part("embedding", schemes=_KNOWN, needs="record")
_MATCH = Part("title_match", schemes=(), search=Search(lambda sought: bool(_title(sought)), 1))
_SEARCH = Part(
    "search",
    schemes=(),
    search=Search(lambda sought: bool(_words(sought)), 1, is_last_resort=True),
)
_SEARCH_PATHS = {_MATCH.name: "/paper/search/match", _SEARCH.name: "/paper/search"}
# The service wants every word, so few are asked; of what it finds the first are enough.
_WORDS, _HITS = 4, 20
# Of a longer title the beginning is enough, and all of it would be refused.
_LONGEST_TITLE = 500
_PREFIX = {"arxiv": "ARXIV:", "corpus": "CorpusId:", "s2": "", "doi": "DOI:"}
# Asked of every paper, to see that the answer is about it.
_WHO = "corpusId,externalIds"
_RECORD_FIELDS = (
    f"{_WHO},title,abstract,venue,year,publicationDate,referenceCount,"
    "citationCount,influentialCitationCount,fieldsOfStudy,publicationTypes,openAccessPdf,"
    "tldr,authors"
)
_FOUND_FIELDS = f"{_WHO},title,abstract,venue,year,publicationDate,authors"
_EMBEDDING_FIELDS = f"{_WHO},embedding.specter_v2"
_LINK_FIELDS = ("externalIds", "title", "year", "publicationDate")
_CONTEXT_FIELDS = ("contexts", "intents", "contextsWithIntent", "isInfluential")
# What a probe asks about, and how many links of it.
_WITNESS = Key("arxiv", "1706.03762")
_FEW = 20


def make_source(service: ServiceSettings) -> "SemanticScholar":
    key = service.key if is_private(service.url) else ""
    return SemanticScholar(
        Service(
            source="s2",
            url=service.url,
            interval=service.interval,
            concurrency=3,
            accept="application/json",
            headers={"x-api-key": key} if key else {},
        )
    )


def _link_parts(direction: str, options: Options) -> list[Part]:
    names = [direction] + ([f"{direction[:-1]}_contexts"] if options.contexts else [])
    return [
        Part(part, _KNOWN, needs="record", direction=direction, paged=paged)
        for part in names
        for paged in (False, True)
    ]


def _is_page(part: Part) -> bool:
    """Return whether a part is asked one paper and one page at a time."""
    return part.paged or part.name.endswith("_contexts")


class SemanticScholar:
    """The Semantic Scholar Graph API as a source."""

    info = SourceInfo(
        name="s2",
        rank=20,
        title="Semantic Scholar",
        url="https://www.semanticscholar.org/?utm_source=api",
        licence="https://www.semanticscholar.org/product/api/license",
        attribution="Data from Semantic Scholar; cite Kinney et al. 2023, arXiv:2301.10140.",
    )

    def __init__(self, service: Service) -> None:
        self.service = service

    def parts(self, options: Options) -> Sequence[Part]:
        directions = ["references"] + (["citations"] if options.citations else [])
        links = [part for d in directions for part in _link_parts(d, options)]
        return [_RECORD, *links, *([_EMBEDDING] if options.embeddings else [])]

    def searches(self) -> Sequence[Part]:
        return (_MATCH, _SEARCH)

    def plan(self, part: Part, wants: Sequence[Want]) -> list[tuple[Want, ...]]:
        if _is_page(part) or part.search:
            return cut(wants, 1)
        if part.direction:
            return pack(wants, size=_BATCH, links=_PACKED, guess=_GUESS[part.direction])
        return cut(wants, _BATCH)

    def estimate(self, part: Part, papers: int) -> int:
        if part.paged:
            return 0
        if _is_page(part):
            return papers
        batches = -(-papers // _BATCH)
        if part.direction:
            return max(-(-papers * _GUESS[part.direction] // _PACKED), batches)
        return batches

    def request(self, part: Part, wants: Sequence[Want], options: Options) -> Request:
        del options
        if part.search and wants[0].sought:
            return _search(part, wants[0], wants[0].sought)
        if _is_page(part):
            return _page_request(part, wants[0])
        fields = _EMBEDDING_FIELDS if part == _EMBEDDING else _RECORD_FIELDS
        if part.direction:
            fields = ",".join([_WHO, *(f"{part.direction}.{field}" for field in _LINK_FIELDS)])
        return Request(
            source="s2",
            part=part.name,
            method="POST",
            path=BATCH_PATH,
            params=(("fields", fields),),
            body=msgspec.json.encode({"ids": [_id(want.key) for want in wants]}).decode(),
            wants=tuple(wants),
        )

    def probes(self) -> Sequence[Request]:
        references, *_ = _link_parts("references", Options())
        *_, citations = _link_parts("citations", Options())
        wants = [Want(_WITNESS)]
        batches = [self.request(part, wants, Options()) for part in (_RECORD, references)]
        return [*batches, _page_request(citations, wants[0], most=_FEW)]

    def read(self, answer: Answer) -> list[Outcome]:
        said = answers.Said() if answer.status == 200 else answers.explain(answer.body)
        is_search = answer.request.path in _SEARCH_PATHS.values()
        if is_search and has_no_match(answer, said):
            return [read_hits(answer, said)]
        if is_search and answer.status == 404:
            raise AskAgain("HTTP 404, but not that it found nothing", content=True)
        if absent := find_absent(answer, said):
            return absent
        if "unsupported fields" in str(said).lower():
            raise AskNoMore(
                f"HTTP {answer.status}: {said}", "Its interface has changed: upgrade citeweave."
            )
        check_answer(answer, str(said), self._advice())
        if is_search:
            return [read_hits(answer, said)]
        return read_batch(answer) if answer.request.path == BATCH_PATH else [read_page(answer)]

    def _advice(self) -> str:
        if not self.service.headers:
            return "Your address may be blocked; wait, or get a key."
        return (
            f"The key in {DEFAULTS.key_variables[0]} is wrong or was retired (keys unused for "
            "60 days are); ask for a new one or unset it."
        )


def _id(key: Key) -> str:
    return _PREFIX[key.scheme] + key.value


def _title(sought: Sought) -> str:
    """Return the title to match, shortened where it has no end; empty where there is none."""
    return " ".join((sought.title or "")[:_LONGEST_TITLE].split())


def _words(sought: Sought) -> str:
    """Return the words to search by, hardly ever more than one paper's; empty if there are none."""
    return " ".join(telling_words(f"{sought.title or ''} {sought.abstract or ''}", _WORDS))


def _search(part: Part, want: Want, sought: Sought) -> Request:
    if part == _MATCH:
        asked = [("query", _title(sought))]
    else:
        asked = [("query", _words(sought)), ("limit", str(_HITS))]
    return Request(
        source="s2",
        part=part.name,
        method="GET",
        path=_SEARCH_PATHS[part.name],
        params=(*asked, ("fields", _FOUND_FIELDS)),
        wants=(want,),
    )


def _page_request(part: Part, want: Want, most: int = PAGE) -> Request:
    fields = _LINK_FIELDS + (_CONTEXT_FIELDS if part.name.endswith("_contexts") else ())
    return Request(
        source="s2",
        part=part.name,
        method="GET",
        path=f"/paper/{_id(want.key)}/{part.direction}",
        params=(
            ("fields", ",".join(fields)),
            ("offset", str(want.offset)),
            ("limit", str(min(most, LINKS - want.offset))),
        ),
        wants=(want,),
    )
