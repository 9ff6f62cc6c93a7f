"""What passes between lists, services and the database. Frozen; no behaviour."""

from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec


class Key(NamedTuple):
    """A canonical identifier: scheme is arxiv, corpus, s2, doi, openreview or text."""

    scheme: str
    value: str

    def __str__(self) -> str:
        return f"{self.scheme}:{self.value}"


@dataclass(frozen=True)
class Listing:
    """One paper as a list gives it. `line` counts from 1; identifiers are canonical."""

    line: int
    title: str | None = None
    abstract: str | None = None
    decision: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    arxiv_id: str | None = None
    arxiv_version: int | None = None
    openreview_id: str | None = None
    doi: str | None = None
    corpus_id: int | None = None
    s2_paper_id: str | None = None
    given: str | None = None
    """The identifier exactly as the list has it, with its version or as a link."""


@dataclass(frozen=True)
class Unusable:
    """A line of a list that names no paper, and why."""

    line: int
    reason: str
    text: str = ""


class Author(NamedTuple):
    name: str
    s2_author_id: str | None = None
    affiliation: str | None = None


@dataclass(frozen=True)
class Record:
    """What one source says of one paper. Field names are those of the papers table."""

    title: str | None = None
    abstract: str | None = None
    year: int | None = None
    published: str | None = None
    updated: str | None = None
    venue: str | None = None
    arxiv_id: str | None = None
    arxiv_version: int | None = None
    s2_paper_id: str | None = None
    corpus_id: int | None = None
    doi: str | None = None
    openreview_id: str | None = None
    citation_count: int | None = None
    influential_citation_count: int | None = None
    reference_count: int | None = None
    primary_category: str | None = None
    comment: str | None = None
    journal_ref: str | None = None
    tldr: str | None = None
    fields_of_study: tuple[str, ...] = ()
    publication_types: tuple[str, ...] = ()
    open_access_pdf: str | None = None
    identifiers: tuple[Key, ...] = ()
    authors: tuple[Author, ...] = ()
    categories: tuple[str, ...] = ()


@dataclass(frozen=True)
class Embedding:
    """A vector of a paper, as little-endian float32."""

    model: str
    vector: bytes


class Neighbour(msgspec.Struct, frozen=True, gc=False):
    """A paper on the other end of a link, as the links answer describes it.

    At least one identifier is given; `further` holds those of other schemes. An answer has
    ten thousand of them, so they are structs, which cost a fraction of named tuples.
    """

    s2_paper_id: str | None
    corpus_id: int | None
    arxiv_id: str | None
    doi: str | None
    title: str | None
    year: int | None
    published: str | None
    is_influential: bool | None = None
    contexts: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Sentences around the citation, each with its intents."""
    further: tuple[Key, ...] = ()


class Unlinked(NamedTuple):
    """A reference or citation that the service could not tie to a paper.

    `position` is its place in the whole list, from 1.
    """

    position: int
    title: str | None
    year: int | None


@dataclass(frozen=True)
class Found:
    """The source knows the paper behind `key`."""

    key: Key
    record: Record


@dataclass(frozen=True)
class Absent:
    """The source's own word that it does not have what was asked."""

    key: Key
    reason: str


@dataclass(frozen=True)
class Missing:
    """The answer lacks the paper, which may be the answer's fault: another has to tell."""

    key: Key


@dataclass(frozen=True)
class Failed:
    """The service answered, but what it says of this paper cannot be used."""

    key: Key
    reason: str


@dataclass(frozen=True)
class Vector:
    """The embedding of the paper behind `key`."""

    key: Key
    embedding: Embedding


@dataclass(frozen=True)
class Links:
    """References of, or citations to, the paper behind `key`, or one page of them."""

    key: Key
    direction: str
    """references or citations."""
    neighbours: tuple[Neighbour, ...] = ()
    unlinked: tuple[Unlinked, ...] = ()
    offset: int = 0
    resume_at: int | None = None
    """Where the next page starts; None at the end."""
    suspect: bool = False
    """The list may be cut short: ask again, page by page."""


@dataclass(frozen=True)
class Candidates:
    """What a search brought, best first as the service ranks them; for all of its wants."""

    keys: tuple[Key, ...]
    records: tuple[Record, ...]


Outcome = Candidates | Found | Absent | Missing | Failed | Links | Vector


@dataclass(frozen=True)
class Sought:
    """A listed paper that no source can be asked about by an identifier, as the lists give it."""

    key: Key
    """The strongest of its own keys: openreview, doi or text."""
    title: str | None = None
    abstract: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    venue: str | None = None
    """As the list names it, 'ICLR 2024' say, else what the collection's name tells of it."""


@dataclass(frozen=True)
class Candidate:
    """A paper that a source's search brought, which may be one that is sought."""

    source: str
    record: Record
    answer: int
    """The number of the stored answer that shows it."""


class Evidence(NamedTuple):
    """What one part of two descriptions says of their being the same paper.

    `weight` is the part's share of the log-odds, base 2; 0 where it says nothing.
    """

    part: str
    """title, abstract, authors, year or venue."""
    level: str
    weight: float


@dataclass(frozen=True)
class Resolution:
    """How much speaks for a candidate's being the paper sought.

    `keys` are the candidate's identifiers, the strongest first. `score` is the log-odds,
    base 2. `runner_up` is the next best candidate of another paper.
    """

    paper: Key
    keys: tuple[Key, ...]
    band: str
    """accepted, review or rejected."""
    score: float
    evidence: tuple[Evidence, ...]
    answers: tuple[int, ...]
    runner_up: Key | None = None
    runner_up_score: float | None = None
    reason: str | None = None
    """Why it is not accepted, for a person to read."""
    decided: bool = False
    """By a person, not by its score."""


@dataclass(frozen=True)
class Want:
    """One paper that a part of a source still has to be asked about."""

    key: Key
    expected: int | None = None
    """Links that the source's own count promises; None where it is not known."""
    offset: int = 0
    known: tuple[Key, ...] = ()
    """All identifiers known of the paper, to recognise it in the answer."""
    sought: Sought | None = None
    """For a search: the paper as its lists describe it. Not kept with the answer."""
    missed: bool = False
    """An answer lacked it, so it is asked again among others that were missing."""


@dataclass(frozen=True)
class Request:
    """One question to a service, complete enough to be sent, stored and read again."""

    source: str
    part: str
    method: str
    path: str
    params: tuple[tuple[str, str], ...] = ()
    body: str | None = None
    wants: tuple[Want, ...] = ()


@dataclass(frozen=True)
class Answer:
    """A service's answer, whole. Times are UTC, ISO 8601 with milliseconds."""

    request: Request
    status: int
    body: bytes = field(repr=False)
    asked_at: str
    answered_at: str
    content_type: str = ""
    packed: bytes | None = field(default=None, repr=False)
    """The body as received, where that was one gzip stream; so it need not be packed again."""
