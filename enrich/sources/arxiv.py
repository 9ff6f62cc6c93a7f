"""arXiv: metadata of papers by id, through the query API.

Manual: https://info.arxiv.org/help/api/user-manual.html. The order and the totals of a
page mean nothing, and an id that arXiv does not know just is not there. So every request
also asks for one paper that is known to exist: a page without it is a stumble of the
service and says nothing about the others. A page with it may still be a part of a page, so
what is missing is asked again, all together. A page that has none of what was missing before
is the service's word that there are no such papers.
"""

from collections.abc import Iterator, Mapping, Sequence

from lxml import etree

from db.fetches import Part, Search
from db.identifiers import ArxivId, IdentifierError, parse_arxiv
from db.rows import (
    Absent,
    Answer,
    Author,
    Candidates,
    Found,
    Key,
    Missing,
    Outcome,
    Record,
    Request,
    Sought,
    Want,
)
from db.runs import SourceInfo

from ..packing import cut
from .base import (
    AskAgain,
    AskLess,
    Options,
    Service,
    ServiceDefaults,
    ServiceSettings,
    check_answer,
)
from .values import collapse, day, name
from .wording import telling_phrases, telling_words

DEFAULTS = ServiceDefaults(
    name="arxiv",
    url="https://export.arxiv.org/api/query",
    interval=3,
    real_hosts=("arxiv.org",),
)

# 500 ids make a URL of 6.5 kB; above 8 kB the service answers 414.
_BATCH = 500
CONTROL = "1706.03762"
_RECORD = Part("record", schemes=("arxiv",))
_TITLES, _ABSTRACTS = 25, 12
# A search finds the paper itself, some of like words, and rarely more.
_MOST_FOUND = 500
_CONTROL_QUERY = '(ti:"attention is all you need" AND submittedDate:[201706120000 TO 201706132359])'
_BLOCKED = (
    "Your address may be blocked. Wait a day, do not try again before, and set "
    "CITEWEAVE_CONTACT so that arXiv can reach you."
)

# More words would miss titles that were changed a little, fewer would find too many.
_TITLE_WORDS, _PHRASES = 6, 3

_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"


def make_source(service: ServiceSettings) -> "Arxiv":
    return Arxiv(
        Service(
            source="arxiv",
            url=service.url,
            interval=service.interval,
            concurrency=1,
            accept="application/atom+xml",
        )
    )


class Arxiv:
    """The arXiv query API as a source."""

    info = SourceInfo(
        name="arxiv",
        rank=10,
        title="arXiv",
        url="https://arxiv.org",
        licence="Metadata: CC0 1.0",
        attribution="Thank you to arXiv for use of its open access interoperability.",
    )

    def __init__(self, service: Service) -> None:
        self.service = service

    def parts(self, options: Options) -> Sequence[Part]:
        del options
        return (_RECORD,)

    def searches(self) -> Sequence[Part]:
        return (_BY_TITLE, _BY_ABSTRACT)

    def plan(self, part: Part, wants: Sequence[Want]) -> list[tuple[Want, ...]]:
        return cut(wants, {_BY_TITLE: _TITLES, _BY_ABSTRACT: _ABSTRACTS}.get(part, _BATCH))

    def estimate(self, part: Part, papers: int) -> int:
        del part
        return -(-papers // _BATCH)

    def request(self, part: Part, wants: Sequence[Want], options: Options) -> Request:
        del options
        if part.search:
            return _search(part, wants)
        ids = list(dict.fromkeys([*(want.key.value for want in wants), CONTROL]))
        return Request(
            source="arxiv",
            part=part.name,
            method="GET",
            path="",
            params=(("id_list", ",".join(ids)), ("max_results", str(len(ids)))),
            wants=tuple(wants),
        )

    def probes(self) -> Sequence[Request]:
        return [self.request(_RECORD, [Want(Key("arxiv", CONTROL))], Options())]

    def read(self, answer: Answer) -> list[Outcome]:
        if answer.status == 400:
            raise AskLess(_error(answer.body) or "HTTP 400")
        if answer.status == 406:
            raise AskAgain("HTTP 406: Not Acceptable", content=False)
        check_answer(answer, advice=_BLOCKED)
        entries = _latest(_entries(answer.body))
        if answer.request.part != _RECORD.name:
            return [_candidates(answer.request, entries)]
        wants = answer.request.wants
        there = [want.key.value in entries for want in wants]
        if not all(there) and CONTROL not in entries:
            raise AskAgain("the page lacks papers that arXiv has", content=False)
        is_word = not any(there) and all(want.missed for want in wants)
        return [
            Found(want.key, _record(*entries[want.key.value]))
            if is_there
            else Absent(want.key, "arXiv has no paper with this id")
            if is_word
            else Missing(want.key)
            for want, is_there in zip(wants, there, strict=True)
        ]


def _by_title(sought: Sought) -> str:
    """Return the query for papers that have the telling words of a title, all of them."""
    words = telling_words(sought.title or "", _TITLE_WORDS)
    return f"({' AND '.join(f'ti:{word}' for word in words)})" if words else ""


def _by_abstract(sought: Sought) -> str:
    """Return the query for papers that have one of the telling phrases of an abstract."""
    phrases = telling_phrases(sought.abstract or "", _PHRASES)
    return " OR ".join(f'abs:"{phrase}"' for phrase in phrases)


_BY_TITLE = Part(
    "title_search", schemes=(), search=Search(lambda sought: bool(_by_title(sought)), 1 / _TITLES)
)
_BY_ABSTRACT = Part(
    "abstract_search",
    schemes=(),
    search=Search(lambda sought: bool(_by_abstract(sought)), 1 / _ABSTRACTS),
)


def _search(part: Part, wants: Sequence[Want]) -> Request:
    """Return the question for all papers that fit any of those sought."""
    query = _by_title if part == _BY_TITLE else _by_abstract
    asked = [query(want.sought) for want in wants if want.sought]
    return Request(
        source="arxiv",
        part=part.name,
        method="GET",
        path="",
        params=(
            ("search_query", " OR ".join([*asked, _CONTROL_QUERY])),
            ("max_results", str(_MOST_FOUND)),
        ),
        wants=tuple(wants),
    )


def _candidates(
    request: Request, entries: Mapping[str, tuple[etree._Element, ArxivId]]
) -> Candidates:
    """Return the papers of a page that a search brought. Raises AskAgain and AskLess."""
    if CONTROL not in entries:
        raise AskAgain("the page lacks papers that arXiv has", content=False)
    if len(entries) >= _MOST_FOUND and len(request.wants) > 1:
        raise AskLess(f"the search found more than {_MOST_FOUND} papers")
    found = [_record(*entry) for entry in entries.values()]
    return Candidates(tuple(want.key for want in request.wants), tuple(found))


def _entries(body: bytes) -> list[etree._Element]:
    """Return the entries of a feed. Raises AskAgain, or AskLess for a feed that is an error."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        feed = etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise AskAgain(f"the answer is no whole Atom feed: {error}", content=True) from error
    if feed.tag != f"{_ATOM}feed" or next(feed.iter(etree.Entity), None) is not None:
        raise AskAgain("the answer is XML, but not an Atom feed as arXiv writes them", content=True)
    entries = list(feed.iterchildren(f"{_ATOM}entry"))
    for entry in entries:
        if "/api/errors" in (entry.findtext(f"{_ATOM}id") or ""):
            said = _text(entry.find(f"{_ATOM}summary"))
            raise AskLess(said or "the service reports an error")
    return entries


def _error(body: bytes) -> str:
    """Return what an error feed says, or nothing."""
    try:
        _entries(body)
    except AskLess as error:
        return error.reason
    except AskAgain:
        pass
    return ""


def _latest(entries: list[etree._Element]) -> dict[str, tuple[etree._Element, ArxivId]]:
    """Return the entries by id; of several for one id the highest version."""
    latest: dict[str, tuple[etree._Element, ArxivId]] = {}
    for entry in entries:
        try:
            found = parse_arxiv(entry.findtext(f"{_ATOM}id") or "")
        except IdentifierError:
            continue
        _, before = latest.get(found.base, (None, None))
        if before is None or (found.version or 0) > (before.version or 0):
            latest[found.base] = entry, found
    return latest


def _record(entry: etree._Element, paper: ArxivId) -> Record:
    # One walk over the children, the first of a kind last, so that it is the one kept.
    said = {child.tag: child for child in entry.iterchildren(reversed=True)}
    published = day(_text(said.get(f"{_ATOM}published")))
    primary = said.get(f"{_ARXIV}primary_category")
    doi = name(_text(said.get(f"{_ARXIV}doi")))
    return Record(
        title=_text(said.get(f"{_ATOM}title")),
        abstract=_text(said.get(f"{_ATOM}summary")),
        year=int(published[:4]) if published else None,
        published=published,
        updated=day(_text(said.get(f"{_ATOM}updated"))),
        arxiv_id=paper.base,
        arxiv_version=paper.version,
        doi=doi.lower() if doi else None,
        primary_category=None if primary is None else name(primary.get("term")),
        comment=_text(said.get(f"{_ARXIV}comment")),
        journal_ref=_text(said.get(f"{_ARXIV}journal_ref")),
        identifiers=(Key("arxiv", paper.base),),
        authors=tuple(_authors(entry)),
        categories=tuple(
            dict.fromkeys(
                term
                for category in entry.iterchildren(f"{_ATOM}category")
                if (term := name(category.get("term")))
            )
        ),
    )


def _authors(entry: etree._Element) -> Iterator[Author]:
    for author in entry.iterchildren(f"{_ATOM}author"):
        said = [(child.tag, _text(child)) for child in author]
        places = [text for tag, text in said if text and tag == f"{_ARXIV}affiliation"]
        if called := next((text for tag, text in said if tag == f"{_ATOM}name"), None):
            yield Author(called, affiliation="; ".join(places) or None)


def _text(element: etree._Element | None) -> str | None:
    """Return an element's text without the line breaks and indents that the feed puts into it."""
    return None if element is None else collapse(element.text)
