"""Semantic Scholar: records, references and citations, through the Graph API.

Interface: https://api.semanticscholar.org/api-docs/graph. A batch holds 500 papers, 9,999
links and 10 MB; beyond that links are cut off without a word. So the first call brings the
counts, and the links of many papers are then packed into as few calls as stay below.
"""

import struct
from collections.abc import Sequence

import msgspec

from db.fetches import Part
from db.rows import (
    Absent,
    Answer,
    Author,
    Embedding,
    Found,
    Key,
    Outcome,
    Record,
    Request,
    Want,
)
from db.runs import SourceInfo

from ..packing import cut, pack
from ..settings import Settings, is_private
from . import s2_answers as answers
from .base import BELIEVED, Judgement, Options, Service, Verdict, judge_status

_BATCH = 500
_LINKS = 9999
_PAGE = 1000
# Counts are a little behind the rows that come, so batches stay 1 % below the limit.
_PACKED = 9900
_GUESS = {"references": 55, "citations": 130}
# S2's counts and lists differ by a few rows, which asking again does not mend; a list
# shorter than this share of its count is taken for cut off.
_WHOLE = 0.9

_ASKABLE = ("arxiv", "corpus", "s2", "doi")
_KNOWN = ("corpus", "s2")
_RECORD = Part("record", schemes=_ASKABLE)
_PREFIX = {"arxiv": "ARXIV:", "corpus": "CorpusId:", "s2": "", "doi": "DOI:"}
_RECORD_FIELDS = (
    "corpusId,externalIds,title,abstract,venue,year,publicationDate,referenceCount,"
    "citationCount,influentialCitationCount,fieldsOfStudy,publicationTypes,openAccessPdf,"
    "tldr,authors"
)
_LINK_FIELDS = ("externalIds", "title", "year", "publicationDate")
_COUNTS = {"references": "reference_count", "citations": "citation_count"}
_ENDS = {"references": "citedPaper", "citations": "citingPaper"}


def make_source(settings: Settings) -> "SemanticScholar":
    key = settings.s2_key if is_private(settings.s2_url) else ""
    return SemanticScholar(
        Service(
            source="s2",
            url=settings.s2_url,
            interval=settings.s2_interval,
            concurrency=3,
            accept="application/json",
            headers={"x-api-key": key} if key else {},
        )
    )


def _link_parts(direction: str, options: Options) -> list[Part]:
    packed = Part(direction, _KNOWN, needs="record", count=_COUNTS[direction])
    paged = Part(direction, _KNOWN, needs="record", count=_COUNTS[direction], paged=True)
    contexts = f"{direction[:-1]}_contexts"
    if not options.contexts:
        return [packed, paged]
    first = Part(contexts, _KNOWN, needs="record", count=_COUNTS[direction])
    later = Part(contexts, _KNOWN, needs="record", count=_COUNTS[direction], paged=True)
    return [packed, paged, first, later]


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
        return [_RECORD, *(part for d in directions for part in _link_parts(d, options))]

    def plan(self, part: Part, wants: Sequence[Want]) -> list[tuple[Want, ...]]:
        if part.name == "record":
            return cut(wants, _BATCH)
        if part.paged or part.name.endswith("_contexts"):
            return cut(wants, 1)
        return pack(wants, size=_BATCH, links=_PACKED, guess=_GUESS[part.name])

    def estimate(self, part: Part, papers: int) -> int:
        if part.paged:
            return 0
        if part.name in _GUESS:
            return max(-(-papers * _GUESS[part.name] // _PACKED), -(-papers // _BATCH))
        return papers if part.name.endswith("_contexts") else -(-papers // _BATCH)

    def request(self, part: Part, wants: Sequence[Want], options: Options) -> Request:
        if part.paged or part.name.endswith("_contexts"):
            return _page_request(part, wants[0])
        fields = _RECORD_FIELDS + (",embedding.specter_v2" if options.embeddings else "")
        if part.name != "record":
            fields = ",".join(f"{part.name}.{field}" for field in _LINK_FIELDS)
        return Request(
            source="s2",
            part=part.name,
            method="POST",
            path="/paper/batch",
            params=(("fields", fields),),
            body=msgspec.json.encode({"ids": [_id(want.key) for want in wants]}).decode(),
            wants=tuple(wants),
        )

    def probe(self) -> Request:
        return self.request(_RECORD, [Want(Key("arxiv", "1706.03762"))], Options())

    def judge(self, request: Request, status: int, content_type: str, body: bytes) -> Judgement:
        said = answers.explanation(body)
        if status in {401, 403}:
            return Judgement(
                Verdict.STOP, f"HTTP {status}: {said or 'Forbidden'}. {self._advice()}"
            )
        if _says_absent(request, status, said):
            return BELIEVED
        if status != 200:
            return judge_status(status, said)
        try:
            count = answers.count_rows(request, body)
        except msgspec.DecodeError as error:
            kind = content_type or "no type"
            return Judgement(Verdict.RETRY, f"the answer is not what was asked ({kind}): {error}")
        if request.path == "/paper/batch" and count != len(request.wants):
            return Judgement(Verdict.RETRY, f"{count} answers to {len(request.wants)} questions")
        return BELIEVED

    def _advice(self) -> str:
        if not self.service.headers:
            return "Your address may be blocked; wait, or get a key."
        return (
            "The key in S2_API_KEY is wrong or was retired (keys unused for 60 days are); "
            "ask for a new one or unset it."
        )

    def read(self, answer: Answer) -> list[Outcome]:
        request = answer.request
        if request.path != "/paper/batch":
            return [_read_page(answer)]
        if answer.status != 200:
            papers: list[answers.Paper | None] = [None] * len(request.wants)
        else:
            papers = answers.decode_batch(answer.body)
        pairs = list(zip(request.wants, papers, strict=True))
        if request.part == "record":
            return [_read_record(want.key, paper) for want, paper in pairs]
        rows = sum(len(getattr(paper, request.part) or ()) for paper in papers if paper)
        return [_read_links(want, paper, request.part, rows) for want, paper in pairs]


def _says_absent(request: Request, status: int, said: str) -> bool:
    """Return whether an error status is the service's way of saying "not found"."""
    if request.path == "/paper/batch":
        return status == 400 and said == answers.NONE_KNOWN
    return status == 404


def _id(key: Key) -> str:
    return _PREFIX[key.scheme] + key.value


def _page_request(part: Part, want: Want) -> Request:
    direction = f"{part.name.removesuffix('_contexts').removesuffix('s')}s"
    fields = ",".join(_LINK_FIELDS)
    if part.name.endswith("_contexts"):
        fields += ",contexts,intents,contextsWithIntent,isInfluential"
    return Request(
        source="s2",
        part=part.name,
        method="GET",
        path=f"/paper/{_id(want.key)}/{direction}",
        params=(
            ("fields", fields),
            ("offset", str(want.offset)),
            ("limit", str(min(_PAGE, _LINKS - want.offset))),
        ),
        wants=(want,),
    )


def _read_record(key: Key, paper: "answers.Paper | None") -> Outcome:
    if paper is None or not paper.paper_id:
        return Absent(key, "Semantic Scholar does not know this id")
    external = paper.external_ids or answers.ExternalIds()
    identifiers = answers.identifiers(paper)
    return Found(
        key,
        Record(
            title=answers.collapse(paper.title),
            abstract=answers.collapse(paper.abstract),
            year=paper.year,
            published=paper.publication_date,
            venue=answers.collapse(paper.venue),
            arxiv_id=next((k.value for k in identifiers if k.scheme == "arxiv"), None),
            s2_paper_id=paper.paper_id,
            corpus_id=answers.corpus_id(paper),
            doi=external.doi.lower() if external.doi else None,
            citation_count=paper.citation_count,
            influential_citation_count=paper.influential_citation_count,
            reference_count=paper.reference_count,
            tldr=answers.collapse(paper.tldr.text) if paper.tldr else None,
            fields_of_study=tuple(paper.fields_of_study or ()),
            publication_types=tuple(paper.publication_types or ()),
            open_access_pdf=(paper.open_access_pdf.url if paper.open_access_pdf else None) or None,
            identifiers=identifiers,
            authors=tuple(
                Author(name, author.author_id)
                for author in paper.authors or ()
                if (name := answers.collapse(author.name))
            ),
            embedding=_embedding(paper),
        ),
    )


def _embedding(paper: "answers.Paper") -> Embedding | None:
    if not paper.embedding or not paper.embedding.vector:
        return None
    vector = paper.embedding.vector
    return Embedding(
        paper.embedding.model or "specter_v2", struct.pack(f"<{len(vector)}f", *vector)
    )


def _read_links(want: Want, paper: "answers.Paper | None", direction: str, total: int) -> Outcome:
    """Return a paper's links from a batch that holds `total` links in all."""
    if paper is None:
        return Absent(want.key, "Semantic Scholar no longer knows this paper")
    rows: list[answers.Paper] | None = getattr(paper, direction)
    if rows is None:
        return Absent(want.key, f"the publisher does not give the {direction}")
    return answers.links(
        want.key, [(row, None) for row in rows], suspect=_is_short(len(rows), want.expected, total)
    )


def _is_short(rows: int, expected: int | None, total: int) -> bool:
    """Return whether a list may have been cut off, rather than counted differently."""
    if rows >= (expected or 0) or rows >= _LINKS - 1:
        return False
    return total >= _LINKS or rows < _WHOLE * (expected or 0)


def _read_page(answer: Answer) -> Outcome:
    (want,) = answer.request.wants
    if answer.status != 200:
        return Absent(want.key, "Semantic Scholar no longer knows this paper")
    page = answers.decode_page(answer.body)
    if page.data is None:
        direction = answer.request.part.partition("_")[0]
        return Absent(want.key, f"the publisher does not give the {direction.removesuffix('s')}s")
    rows = [(row.cited_paper or row.citing_paper, row) for row in page.data]
    following = page.next if page.next and want.offset < page.next < _LINKS else None
    return answers.links(
        want.key,
        [(paper, row) for paper, row in rows if paper],
        offset=want.offset,
        resume_at=following,
    )
