"""The bodies of Semantic Scholar's answers, as typed structs, and reading them.

Nearly every field can be null or missing; none is trusted to be there, or to be of its
type: one that is not counts as missing.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, structs

from db.identifiers import canonical_arxiv
from db.keys import arxiv_key
from db.rows import Key, Links, Neighbour, Unlinked

from . import salvage
from .base import AskAgain
from .values import collapse, day, name

# A paper's number is made of its corpus id (see db.identity), which has to fit.
_LARGEST_CORPUS_ID = 9 * 10**14
CorpusId = Annotated[int, Meta(ge=0, lt=_LARGEST_CORPUS_ID)] | str | None
Count = Annotated[int, Meta(ge=0, lt=2**31)] | None
Year = Annotated[int, Meta(ge=1000, le=3000)] | None


class ExternalIds(Struct, rename={"arxiv": "ArXiv", "doi": "DOI", "corpus": "CorpusId"}, gc=False):
    arxiv: str | None = None
    doi: str | None = None
    corpus: CorpusId = None


class AuthorName(Struct, rename="camel", gc=False):
    author_id: str | None = None
    name: str | None = None


class Tldr(Struct, rename="camel", gc=False):
    text: str | None = None


class OpenAccessPdf(Struct, rename="camel", gc=False):
    url: str | None = None


class Embedding(Struct, rename="camel", gc=False):
    model: str | None = None
    vector: list[float | None] | None = None


class Paper(Struct, rename="camel", gc=False):
    """A paper; a list of links that is UNSET was not given at all, one that is null withheld."""

    paper_id: str | None = None
    corpus_id: CorpusId = None
    external_ids: ExternalIds | None = None
    title: str | None = None
    abstract: str | None = None
    venue: str | None = None
    year: Year = None
    publication_date: str | None = None
    reference_count: Count = None
    citation_count: Count = None
    influential_citation_count: Count = None
    fields_of_study: list[str | None] | None = None
    publication_types: list[str | None] | None = None
    open_access_pdf: OpenAccessPdf | None = None
    tldr: Tldr | None = None
    authors: list[AuthorName | None] | None = None
    embedding: Embedding | UnsetType | None = None
    references: "list[Paper | None] | UnsetType | None" = UNSET
    citations: "list[Paper | None] | UnsetType | None" = UNSET


class ContextWithIntent(Struct, rename="camel", gc=False):
    context: str | None = None
    intents: list[str | None] | None = None


class Row(Struct, rename="camel", gc=False):
    """One row of /references or /citations."""

    cited_paper: Paper | None = None
    citing_paper: Paper | None = None
    is_influential: bool | None = None
    contexts: list[str | None] | None = None
    intents: list[str | None] | None = None
    contexts_with_intent: list[ContextWithIntent | None] | None = None

    @property
    def paper(self) -> Paper | None:
        """The paper on the other end."""
        return self.cited_paper or self.citing_paper


class Said(Struct, rename="camel", gc=False):
    """An error body: the service's own says `error`, its gateway's says `message`."""

    error: str | None = None
    message: str | None = None

    def __str__(self) -> str:
        return collapse(self.error or self.message) or ""


class Page(Said, rename="camel", gc=False):
    data: list[Row | None] | UnsetType | None = UNSET
    next: int | None = None


class Hits(Said, rename="camel", gc=False):
    """What a search found. Without hits, the service may leave `data` out."""

    data: list[Paper | None] | None = None
    total: int | None = None


_NO_IDS = ExternalIds()
_batch = msgspec.json.Decoder(list[Paper | None])
_page = msgspec.json.Decoder(Page)
_hits = msgspec.json.Decoder(Hits)


def decode_batch(body: bytes) -> Sequence[Paper | UnsetType | None]:
    """Return the papers of a batch: None for an id not known, UNSET for what is no paper."""
    try:
        return _batch.decode(body)
    except (msgspec.DecodeError, RecursionError):
        rows = _load(body)
    if not isinstance(rows, list):
        raise _other("the answer is no list of papers", salvage.fit(rows, Said))
    kind = Paper | UnsetType | None
    return [salvage.fit(row, kind) for row in rows]


def decode_page(body: bytes) -> Page:
    """Return a page of links."""
    try:
        page = _page.decode(body)
    except (msgspec.DecodeError, RecursionError):
        page = salvage.fit(_load(body), Page)
    if not page or page.data is UNSET:
        raise _other("the answer is no page of links", page)
    return page


def decode_hits(body: bytes) -> Sequence[Paper]:
    """Return the papers that a search found, the best first."""
    try:
        hits = _hits.decode(body)
    except (msgspec.DecodeError, RecursionError):
        hits = salvage.fit(_load(body), Hits)
    if not hits or (hits.data is None and hits.total != 0):
        raise _other("the answer is no list of papers found", hits)
    return [paper for paper in hits.data or () if paper]


def explain(body: bytes) -> Said:
    """Return what an error body says, nothing where it is none."""
    try:
        return salvage.fit(salvage.load(body), Said) or Said()
    except ValueError:
        return Said()


def _load(body: bytes) -> object:
    try:
        return salvage.load(body)
    except ValueError as error:
        raise AskAgain(f"the answer is no whole JSON: {error}", content=True) from error


def _other(reason: str, said: Said | None) -> AskAgain:
    """Return what to do about an answer that is something else, maybe a refusal."""
    text = str(said or "")
    return AskAgain(
        f"{reason}: {text}" if text else reason, content="too many requests" not in text.lower()
    )


def corpus_id(paper: Paper) -> int | None:
    """Return a paper's corpus id, wherever the answer has it."""
    if paper.corpus_id is not None or not paper.external_ids:
        return _corpus_number(paper.corpus_id)
    return _corpus_number(paper.external_ids.corpus)


def _corpus_number(given: int | str | None) -> int | None:
    if given is None or isinstance(given, int):
        return given
    # Some answers have it as text.
    number = int(given) if given.isascii() and given.isdecimal() and len(given) < 16 else None
    return number if number is not None and number < _LARGEST_CORPUS_ID else None


def doi(paper: Paper) -> str | None:
    """Return a paper's DOI in lower case; DOIs ignore case."""
    return _lower(paper.external_ids.doi) if paper.external_ids else None


def _lower(doi: str | None) -> str | None:
    given = name(doi)
    return given.lower() if given else None


def identifiers(paper: Paper) -> tuple[Key, ...]:
    """Return the keys that S2 gives for a paper, the strongest first."""
    corpus = corpus_id(paper)
    named = (
        ("corpus", None if corpus is None else str(corpus)),
        ("s2", name(paper.paper_id)),
        ("doi", doi(paper)),
    )
    arxiv = arxiv_key(paper.external_ids.arxiv) if paper.external_ids else None
    keys = tuple(Key(scheme, value) for scheme, value in named if value)
    return (arxiv, *keys) if arxiv else keys


def texts(given: Iterable[str | None] | None) -> tuple[str, ...]:
    """Return the texts of a list, without those that are missing or empty."""
    return tuple(text for each in given or () if (text := collapse(each)))


def links(
    key: Key,
    direction: str,
    rows: Sequence[tuple[Paper | None, Row | None]],
    *,
    offset: int = 0,
    resume_at: int | None = None,
    suspect: bool = False,
) -> Links:
    """Return a list of linked papers, the rows that name no paper apart."""
    neighbours, unlinked = [], []
    for position, (paper, row) in enumerate(rows, offset + 1):
        external = (paper and paper.external_ids) or _NO_IDS
        neighbour = paper and _neighbour(
            paper.paper_id,
            external.corpus if paper.corpus_id is None else paper.corpus_id,
            external.arxiv,
            external.doi,
            paper.title,
            paper.year,
            paper.publication_date,
        )
        if neighbour:
            neighbours.append(_described(neighbour, row) if row else neighbour)
        else:
            title, year = (collapse(paper.title), paper.year) if paper else (None, None)
            unlinked.append(Unlinked(position, title, year))
    return Links(key, direction, tuple(neighbours), tuple(unlinked), offset, resume_at, suspect)


# Lists of links name the same papers again and again.
@lru_cache(maxsize=2**15)
def _neighbour(
    paper_id: str | None,
    corpus: int | str | None,
    arxiv: str | None,
    doi: str | None,
    title: str | None,
    year: int | None,
    published: str | None,
) -> Neighbour | None:
    """Return a linked paper; None where it has no paper id."""
    if not (named := name(paper_id)):
        return None
    return Neighbour(
        named,
        _corpus_number(corpus),
        canonical_arxiv(arxiv),
        _lower(doi),
        collapse(title),
        year,
        day(published),
    )


def _described(neighbour: Neighbour, row: Row) -> Neighbour:
    return structs.replace(neighbour, is_influential=row.is_influential, contexts=_contexts(row))


def _contexts(row: Row) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the sentences around a citation with their intents.

    Older answers give one list of intents for the whole link.
    """
    if row.contexts_with_intent:
        return tuple(
            (text, texts(each.intents))
            for each in row.contexts_with_intent
            if each and (text := collapse(each.context))
        )
    return tuple((text, texts(row.intents)) for text in texts(row.contexts))
