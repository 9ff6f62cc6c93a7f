"""arXiv's Atom, element by element in the order that the service writes."""

import base64
import datetime
import hashlib
from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from . import words
from .mixing import mix
from .world import World

# The service stamps answers with the time of the last change; a made world has one.
STAMP = "2026-04-12T00:00:00Z"
_HEAD = (
    "<?xml version='1.0' encoding='UTF-8'?>\n"
    '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" '
    'xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns="http://www.w3.org/2005/Atom">\n'
)
_SCHEME = "http://arxiv.org/schemas/atom"
_CATEGORIES = ("cs.LG", "cs.CL", "cs.CV", "cs.AI", "stat.ML", "cs.RO", "math.OC", "cs.CR")
_MORE_CATEGORIES = ("cs.AI", "cs.NE", "stat.ML", "I.2.6", "68T07")
_WRAP = 70


def write_feed(
    query: str, ids: str, start: int, size: int, total: int, entries: Iterable[str]
) -> bytes:
    """Return a page of results."""
    asked = f"search_query={query}&start={start}&max_results={size}&id_list={ids}"
    name = base64.b64encode(hashlib.sha1(asked.encode(), usedforsecurity=False).digest())
    title = f"search_query={query}&id_list={ids}&start={start}&max_results={size}"
    link = quoteattr(f"https://arxiv.org/api/query?{asked}")
    return (
        f"{_HEAD}  <id>https://arxiv.org/api/{name.decode().rstrip('=')}</id>\n"
        f"  <title>arXiv Query: {escape(title)}</title>\n"
        f"  <updated>{STAMP}</updated>\n"
        f'  <link href={link} type="application/atom+xml"/>\n'
        f"{_counts(size, total, start)}{''.join(entries)}</feed>\n"
    ).encode()


def write_error(message: str) -> bytes:
    """Return the feed that stands for an error: one entry with the message."""
    place = f"https://arxiv.org/api/errors#{message.replace(' ', '_')}"
    return (
        f"{_HEAD}  <id>https://arxiv.org/</id>\n  <title>arXiv Search Results</title>\n"
        f"  <updated>{STAMP}</updated>\n{_counts(1, 1, 0)}"
        f"  <entry>\n    <id>{escape(place)}</id>\n    <title>Error</title>\n"
        f"    <updated>{STAMP}</updated>\n"
        f'    <link href={quoteattr(place)} rel="alternate" type="text/html"/>\n'
        f"    <summary>{escape(message)}</summary>\n"
        "    <author>\n      <name>arXiv api core</name>\n    </author>\n"
        "  </entry>\n</feed>\n"
    ).encode()


def write_entry(world: World, paper: int, version: int) -> str:
    """Return one version of a paper."""
    name = f"{world.arxiv_id(paper)}v{version}"
    page, pdf = (f"https://arxiv.org/{kind}/{name}" for kind in ("abs", "pdf"))
    lines = [
        f"<id>http://arxiv.org/abs/{name}</id>",
        f"<title>{escape(_wrap(world.on_arxiv(paper).title, world.bits(paper)))}</title>",
        f"<updated>{moment(world, paper, version)}</updated>",
        f'<link href="{page}" rel="alternate" type="text/html"/>',
        f'<link href="{pdf}" rel="related" type="application/pdf" title="pdf"/>',
        f"<summary>{escape(abstract(world, paper))}</summary>",
        *(f'<category term="{term}" scheme="{_SCHEME}"/>' for term in categories(world, paper)),
        f"<published>{moment(world, paper, 1)}</published>",
        f"<arxiv:comment>{escape(comment(world, paper))}</arxiv:comment>"
        if comment(world, paper)
        else "",
        f'<arxiv:primary_category term="{categories(world, paper)[0]}"/>',
        f"<arxiv:journal_ref>{journal(world, paper)}</arxiv:journal_ref>"
        if world.doi(paper)
        else "",
        *_authors(world, paper),
        *_doi(world.doi(paper)),
    ]
    return "  <entry>\n" + "".join(f"    {line}\n" for line in lines if line) + "  </entry>\n"


def moment(world: World, paper: int, version: int) -> str:
    """Return when a version was submitted, GMT."""
    bits = world.bits(paper)
    seconds = bits % 86_400 + (version - 1) * (40 * 86_400 + (bits >> 20) % 10**6)
    start = datetime.datetime.combine(world.date(paper), datetime.time())
    return f"{(start + datetime.timedelta(seconds=seconds)).isoformat()}Z"


def categories(world: World, paper: int) -> list[str]:
    """Return a paper's categories, the primary one first; some are no archives of arXiv."""
    bits = world.bits(paper) >> 3
    more = [term for k, term in enumerate(_MORE_CATEGORIES) if bits >> (8 + 2 * k) & 3 == 0]
    first = _CATEGORIES[world.topics[paper] % 8 if bits & 3 else bits % 8]
    return [first, *(term for term in more if term != first)]


def comment(world: World, paper: int) -> str:
    """Return the authors' made comment, or nothing."""
    if (said := world.account(paper).comment) is not None:
        return said
    bits = world.bits(paper) >> 11
    return f"Made comment: {8 + bits % 30} pages, {bits % 9} figures" if bits & 3 else ""


def journal(world: World, paper: int) -> str:
    """Return a made journal reference."""
    return f"Made J. Mach. Learn. {world.bits(paper) % 40} ({world.date(paper).year}) 1-20"


def abstract(world: World, paper: int) -> str:
    """Return the abstract as arXiv keeps it: old ones start with two spaces."""
    return ("  " if world.date(paper).year < 2008 else "") + world.on_arxiv(paper).abstract


def author_names(world: World, paper: int) -> list[str]:
    """Return the authors' full names."""
    return [" ".join(world.person(author)).strip() for author in world.authors(paper)]


def _authors(world: World, paper: int) -> Iterable[str]:
    tells = world.bits(paper) >> 17 & 7 == 0
    for author, name in zip(world.authors(paper), author_names(world, paper), strict=True):
        place = escape(words.affiliation(author)) if tells or mix(author) % 30 == 0 else ""
        where = f"      <arxiv:affiliation>{place}</arxiv:affiliation>\n" if place else ""
        yield f"<author>\n      <name>{escape(name)}</name>\n{where}    </author>"


def _doi(doi: str | None) -> Iterable[str]:
    if doi:
        yield f"<arxiv:doi>{doi}</arxiv:doi>"
        yield f'<link rel="related" href="https://doi.org/{doi}" title="doi"/>'


def _wrap(title: str, bits: int) -> str:
    """Break some long titles as the service does, with two spaces on the next line."""
    place = title.rfind(" ", 0, _WRAP)
    if len(title) <= _WRAP or place < 0 or bits >> 13 & 1:
        return title
    return f"{title[:place]}\n  {title[place + 1 :]}"


def _counts(size: int, total: int, start: int) -> str:
    return "".join(
        f"  <opensearch:{name}>{number}</opensearch:{name}>\n"
        for name, number in (("itemsPerPage", size), ("totalResults", total), ("startIndex", start))
    )
