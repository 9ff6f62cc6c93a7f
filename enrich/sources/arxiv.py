"""arXiv: metadata of papers by id, through the query API.

Manual: https://info.arxiv.org/help/api/user-manual.html. The order and the totals of a
page mean nothing, and an id that arXiv does not know just is not there. So every request
also asks for one paper that is known to exist: a page without it is a stumble of the
service and says nothing about the others.
"""

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import ParseError

from lxml import etree

from db.fetches import Part
from db.identifiers import IdentifierError, parse_arxiv
from db.rows import Absent, Answer, Author, Found, Key, Outcome, Record, Request, Want
from db.runs import SourceInfo

from ..packing import cut
from ..settings import Settings
from .base import BELIEVED, Judgement, Options, Service, Verdict, judge_status

# 500 ids make a URL of 6.5 kB; above 8 kB the service answers 414.
_BATCH = 500
CONTROL = "1706.03762"
_RECORD = Part("record", schemes=("arxiv",))

_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"


def make_source(settings: Settings) -> "Arxiv":
    return Arxiv(
        Service(
            source="arxiv",
            url=settings.arxiv_url,
            interval=settings.arxiv_interval,
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

    def plan(self, part: Part, wants: Sequence[Want]) -> list[tuple[Want, ...]]:
        del part
        return cut(wants, _BATCH)

    def estimate(self, part: Part, papers: int) -> int:
        del part
        return -(-papers // _BATCH)

    def request(self, part: Part, wants: Sequence[Want], options: Options) -> Request:
        del options
        ids = list(dict.fromkeys([*(want.key.value for want in wants), CONTROL]))
        return Request(
            source="arxiv",
            part=part.name,
            method="GET",
            path="",
            params=(("id_list", ",".join(ids)), ("max_results", str(len(ids)))),
            wants=tuple(wants),
        )

    def probe(self) -> Request:
        return self.request(_RECORD, [Want(Key("arxiv", CONTROL))], Options())

    def judge(self, request: Request, status: int, content_type: str, body: bytes) -> Judgement:
        del request
        if body[:40].strip().lower().startswith(b"rate exceeded"):
            return Judgement(Verdict.RETRY, f"HTTP {status}: Rate exceeded")
        if status == 406:
            return Judgement(Verdict.RETRY, "HTTP 406: Not Acceptable")
        if status in {401, 403}:
            return Judgement(
                Verdict.STOP,
                f"HTTP {status}: your address may be blocked. Wait a day, do not try again "
                "before, and set CITEWEAVE_CONTACT so that arXiv can reach you.",
            )
        try:
            entries = list(_entries(body))
        except ParseError:
            if status == 200:
                return Judgement(
                    Verdict.RETRY, f"the answer is not an Atom feed ({content_type or 'no type'})"
                )
            return judge_status(status, "")
        if errors := [_text(e, "summary") for e in entries if _is_error(e)]:
            return Judgement(Verdict.SPLIT, errors[0] or "the service reports an error")
        if status != 200:
            return judge_status(status, "")
        if CONTROL not in {key for key, _ in map(_identify, entries)}:
            return Judgement(Verdict.RETRY, "the page lacks papers that arXiv has")
        return BELIEVED

    def read(self, answer: Answer) -> list[Outcome]:
        found: dict[str, Record] = {}
        for entry in _entries(answer.body):
            base, version = _identify(entry)
            if base:
                found[base] = _record(entry, base, version)
        return [
            Found(want.key, found[want.key.value])
            if want.key.value in found
            else Absent(want.key, "arXiv has no paper with this id")
            for want in answer.request.wants
        ]


def _entries(body: bytes) -> Iterator[etree._Element]:
    """Yield the entries of a feed. Raises ParseError where the body is not one."""
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        feed = etree.fromstring(body, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise ParseError(str(error)) from error
    if feed.tag != f"{_ATOM}feed":
        raise ParseError(f"a {feed.tag} is not a feed")
    return feed.iterchildren(f"{_ATOM}entry")


def _is_error(entry: etree._Element) -> bool:
    return "/api/errors" in (entry.findtext(f"{_ATOM}id") or "")


def _identify(entry: etree._Element) -> tuple[str, int | None]:
    """Return an entry's id without and its version; ("", None) where it has none."""
    try:
        found = parse_arxiv(entry.findtext(f"{_ATOM}id") or "")
    except IdentifierError:
        return "", None
    return found.base, found.version


def _record(entry: etree._Element, base: str, version: int | None) -> Record:
    published = _text(entry, "published")
    primary = entry.find(f"{_ARXIV}primary_category")
    doi = _text(entry, "doi", _ARXIV)
    return Record(
        title=_text(entry, "title"),
        abstract=_text(entry, "summary"),
        year=int(published[:4]) if published and published[:4].isdecimal() else None,
        published=published and published[:10],
        updated=(_text(entry, "updated") or "")[:10] or None,
        arxiv_id=base,
        arxiv_version=version,
        doi=doi.lower() if doi else None,
        primary_category=None if primary is None else primary.get("term"),
        comment=_text(entry, "comment", _ARXIV),
        journal_ref=_text(entry, "journal_ref", _ARXIV),
        identifiers=(Key("arxiv", base),),
        authors=tuple(_authors(entry)),
        categories=tuple(
            dict.fromkeys(
                term
                for category in entry.iterchildren(f"{_ATOM}category")
                if (term := category.get("term"))
            )
        ),
    )


def _authors(entry: etree._Element) -> Iterator[Author]:
    for author in entry.iterchildren(f"{_ATOM}author"):
        if name := _text(author, "name"):
            places = [_collapse(p.text) for p in author.iterchildren(f"{_ARXIV}affiliation")]
            yield Author(name, affiliation="; ".join(filter(None, places)) or None)


def _text(parent: etree._Element, name: str, namespace: str = _ATOM) -> str | None:
    return _collapse(parent.findtext(f"{namespace}{name}")) or None


def _collapse(text: str | None) -> str:
    """Return text without the line breaks and indents that the feed puts into it."""
    return " ".join((text or "").split())
