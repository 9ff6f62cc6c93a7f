"""The bodies of Semantic Scholar's answers, as typed structs, and reading them.

Nearly every field can be null or missing; none is trusted to be there.
"""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from db.identifiers import canonical_arxiv
from db.rows import Key, Links, Neighbour, Request, Unlinked

NONE_KNOWN = "No valid paper ids given"


class ExternalIds(Struct, rename={"arxiv": "ArXiv", "doi": "DOI", "corpus": "CorpusId"}, gc=False):
    arxiv: str | None = None
    doi: str | None = None
    corpus: int | str | None = None


class AuthorName(Struct, rename="camel", gc=False):
    author_id: str | None = None
    name: str | None = None


class Tldr(Struct, rename="camel", gc=False):
    text: str | None = None


class OpenAccessPdf(Struct, rename="camel", gc=False):
    url: str | None = None


class Vector(Struct, rename="camel", gc=False):
    model: str | None = None
    vector: list[float] | None = None


class Paper(Struct, rename="camel", gc=False):
    paper_id: str | None = None
    corpus_id: int | str | None = None
    external_ids: ExternalIds | None = None
    title: str | None = None
    abstract: str | None = None
    venue: str | None = None
    year: int | None = None
    publication_date: str | None = None
    reference_count: int | None = None
    citation_count: int | None = None
    influential_citation_count: int | None = None
    fields_of_study: list[str] | None = None
    publication_types: list[str] | None = None
    open_access_pdf: OpenAccessPdf | None = None
    tldr: Tldr | None = None
    authors: list[AuthorName] | None = None
    embedding: Vector | None = None
    references: "list[Paper] | None" = None
    citations: "list[Paper] | None" = None


class ContextWithIntent(Struct, rename="camel", gc=False):
    context: str | None = None
    intents: list[str] | None = None


class Row(Struct, rename="camel", gc=False):
    """One row of /references or /citations."""

    cited_paper: Paper | None = None
    citing_paper: Paper | None = None
    is_influential: bool | None = None
    contexts: list[str] | None = None
    intents: list[str] | None = None
    contexts_with_intent: list[ContextWithIntent] | None = None


class Page(Struct, rename="camel", gc=False):
    data: list[Row] | None = None
    next: int | None = None


class _Said(Struct, rename="camel", gc=False):
    """An error body: the service's own says `error`, its gateway's says `message`."""

    error: str | None = None
    message: str | None = None


_batch = msgspec.json.Decoder(list[Paper | None])
_page = msgspec.json.Decoder(Page)
_count = msgspec.json.Decoder(list[msgspec.Raw])
_said = msgspec.json.Decoder(_Said)


def decode_batch(body: bytes) -> list[Paper | None]:
    """Return the papers of a batch, None for an id that is not known."""
    return _batch.decode(body)


def decode_page(body: bytes) -> Page:
    """Return a page of links."""
    return _page.decode(body)


def count_rows(request: Request, body: bytes) -> int:
    """Return how many papers or links a body holds. Raises msgspec.DecodeError."""
    if request.path == "/paper/batch":
        return len(_count.decode(body))
    return len(decode_page(body).data or ())


def explanation(body: bytes) -> str:
    """Return what an error body says, or nothing."""
    try:
        said = _said.decode(body)
    except msgspec.DecodeError:
        return ""
    return said.error or said.message or ""


def corpus_id(paper: Paper) -> int | None:
    """Return a paper's corpus id, wherever the answer has it."""
    given = paper.corpus_id
    if given is None and paper.external_ids:
        given = paper.external_ids.corpus
    if isinstance(given, int):
        return given
    return int(given) if given is not None and str(given).isdecimal() else None


def identifiers(paper: Paper) -> tuple[Key, ...]:
    """Return the keys that S2 gives for a paper, the strongest first."""
    external = paper.external_ids or ExternalIds()
    named = (
        ("arxiv", canonical_arxiv(external.arxiv)),
        ("corpus", corpus_id(paper)),
        ("s2", paper.paper_id),
        ("doi", external.doi and external.doi.lower()),
    )
    return tuple(Key(scheme, str(value)) for scheme, value in named if value)


def links(
    key: Key,
    rows: Sequence[tuple[Paper, Row | None]],
    *,
    offset: int = 0,
    resume_at: int | None = None,
    suspect: bool = False,
) -> Links:
    """Return a list of linked papers, those without a paper id apart."""
    return Links(
        key,
        tuple(_neighbour(paper, row) for paper, row in rows if paper.paper_id),
        tuple(Unlinked(collapse(p.title), p.year) for p, _ in rows if not p.paper_id),
        offset,
        resume_at,
        suspect,
    )


def _neighbour(paper: Paper, row: Row | None) -> Neighbour:
    external = paper.external_ids
    return Neighbour(
        paper.paper_id or "",
        corpus_id(paper),
        canonical_arxiv(external.arxiv) if external and external.arxiv else None,
        external.doi.lower() if external and external.doi else None,
        collapse(paper.title),
        paper.year,
        paper.publication_date,
        row.is_influential if row else None,
        _contexts(row) if row else (),
    )


def _contexts(row: Row) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the sentences around a citation with their intents.

    Older answers give one list of intents for the whole link.
    """
    if row.contexts_with_intent:
        return tuple(
            (c.context, tuple(c.intents or ())) for c in row.contexts_with_intent if c.context
        )
    return tuple((context, tuple(row.intents or ())) for context in _filled(row.contexts))


def _filled(texts: Iterable[str | None] | None) -> list[str]:
    return [text for text in texts or () if text]


def collapse(text: str | None) -> str | None:
    """Return text with white space collapsed; None where nothing is left."""
    return " ".join(text.split()) or None if text else None
