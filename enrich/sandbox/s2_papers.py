"""Papers of a made world as Semantic Scholar's JSON text, field by field.

Every field is one function from a paper's number to JSON text: a batch with 9,999 links is
tens of thousands of fields and must stay cheap.
"""

from collections.abc import Callable
from json import dumps
from json.encoder import encode_basestring_ascii as quote

import msgspec
import numpy as np

from . import words
from .mixing import mix
from .s2_authors import SITE, AuthorTexts
from .traps import CONFERENCE
from .world import World

Encode = Callable[[int], str]
_LICENCE = (
    "which is subject to the license by the author or copyright owner provided with this "
    "content. Please go to the source to verify the license and copyright information for "
    "your use."
)
_VENUES = (
    ("Neural Information Processing Systems", "conference"),
    ("International Conference on Machine Learning", "conference"),
    ("Made Journal of Machine Learning", "journal"),
    ("arXiv.org", None),
    ("", None),
)
_ICLR = (CONFERENCE, "conference")
_ARXIV = ("arXiv.org", None)
_NAMED = {venue[0]: venue for venue in (*_VENUES, _ICLR)}
_KINDS = ('["JournalArticle"]', '["JournalArticle", "Conference"]', '["Review"]', "null")
_DIMENSIONS = 768


class PaperTexts:
    """Encodes what a world knows of papers; `fields` has one function for each field."""

    def __init__(self, world: World, authors: AuthorTexts) -> None:
        self.world = world
        self.authors = authors
        self.fields: dict[str, Encode] = {
            "paperId": lambda paper: f'"{world.paper_id(paper)}"',
            "externalIds": self._external_ids,
            "corpusId": lambda paper: str(world.corpus_id(paper)),
            "publicationVenue": self._publication_venue,
            "url": lambda paper: f'"{SITE}/paper/{world.paper_id(paper)}"',
            "title": lambda paper: quote(world.in_scholar(paper).title),
            "abstract": self._abstract,
            "venue": lambda paper: quote(self._venue(paper)[0]),
            "year": lambda paper: str(self.years[paper]),
            "referenceCount": lambda paper: str(world.links.reference_counts[paper]),
            "citationCount": lambda paper: str(world.links.citation_counts[paper]),
            "influentialCitationCount": lambda paper: str(world.links.influential_counts[paper]),
            "isOpenAccess": lambda paper: "true" if self._is_open(paper) else "false",
            "openAccessPdf": self._open_access_pdf,
            "fieldsOfStudy": self._fields_of_study,
            "s2FieldsOfStudy": self._s2_fields_of_study,
            "publicationTypes": lambda paper: _KINDS[(world.bits(paper) >> 12) % 4],
            "publicationDate": self._publication_date,
            "journal": self._journal,
            "citationStyles": self._citation_styles,
            "tldr": self._tldr,
            "textAvailability": lambda paper: '"abstract"' if self._shows(paper) else '"none"',
        }
        days = np.array(world.scholar_days, "int64").astype("datetime64[D]")
        self.years: list[int] = (days.astype("datetime64[Y]").astype(int) + 1970).tolist()
        self._dates: list[str] = np.datetime_as_string(days).tolist()

    def _external_ids(self, paper: int) -> str:
        world, bits = self.world, self.world.bits(paper)
        arxiv_id, doi = world.arxiv_id(paper), world.doi(paper)
        ids = f'"ArXiv": "{arxiv_id}", ' if arxiv_id else ""
        if self._venue(paper) == _ICLR:
            year = 24 if paper < world.census.listed else self.years[paper] % 100
            ids += f'"DBLP": "conf/iclr/Made{paper}{year}", '
        elif arxiv_id and bits >> 5 & 1:
            ids += f'"DBLP": "journals/corr/abs-{arxiv_id.replace(".", "-")}", '
        if arxiv_id and not doi and bits >> 6 & 3:
            doi = f"10.48550/{'ARXIV' if bits >> 8 & 1 else 'arXiv'}.{arxiv_id}"
        if doi:
            ids += f'"DOI": "{doi.upper() if bits >> 9 & 7 == 0 else doi}", '
        return f'{{{ids}"CorpusId": {world.corpus_id(paper)}}}'

    def _venue(self, paper: int) -> tuple[str, str | None]:
        if (said := self.world.account(paper).venue) is not None:
            return _NAMED.get(said, (said, None))
        if paper >= self.world.census.listed:
            return _VENUES[(self.world.bits(paper) >> 14) % 5]
        return _ICLR if (self.world.bits(paper) >> 14) % 10 < 7 else _ARXIV

    def _publication_venue(self, paper: int) -> str:
        name, kind = self._venue(paper)
        if not name:
            return "null"
        uuid = f"{mix(len(name), ord(name[0])):016x}"
        known: dict[str, object] = {"id": f"{uuid[:8]}-{uuid[8:12]}-4ade-9999-{uuid:0>12.12}"}
        known |= {"name": name, "alternate_names": ["".join(w[0] for w in name.split())]}
        return dumps(known | ({"type": kind} if kind else {}) | {"url": "https://example.org/"})

    def _shows(self, paper: int) -> bool:
        """Whether the abstract is given: most are, one in ten is withheld or not known."""
        return (self.world.bits(paper) >> 18) % 10 > 0

    def _abstract(self, paper: int) -> str:
        return quote(self.world.in_scholar(paper).abstract) if self._shows(paper) else "null"

    def _is_open(self, paper: int) -> bool:
        return (self.world.bits(paper) >> 22) % 3 > 0

    def _open_access_pdf(self, paper: int) -> str:
        arxiv_id = self.world.arxiv_id(paper)
        source = f"https://arxiv.org/abs/{arxiv_id}" if arxiv_id else "https://example.org/made"
        elided = [
            name
            for name, hidden in (
                ("references", paper in self.world.elided),
                ("abstract", not self._shows(paper)),
            )
            if hidden
        ]
        if not arxiv_id and not elided and not self._is_open(paper):
            return "null"
        place = f"Paper or abstract available at {source}, {_LICENCE}"
        withheld = "The following paper fields have been elided by the publisher: "
        notice = (
            withheld + "{" + ", ".join(f"'{name}'" for name in elided) + "}. " if elided else ""
        )
        located = not arxiv_id and self._is_open(paper)
        return dumps(
            {
                "url": f"https://example.org/made/{paper}.pdf" if located else "",
                "status": "GREEN" if located else None,
                "license": "CCBY" if located else None,
                "disclaimer": f"Notice: {notice}{place}",
            }
        )

    def _fields_of_study(self, paper: int) -> str:
        choice = (self.world.bits(paper) >> 26) % 4
        return ("null", '["Computer Science"]', '["Computer Science", "Mathematics"]')[choice % 3]

    def _s2_fields_of_study(self, paper: int) -> str:
        known = [{"category": "Computer Science", "source": "s2-fos-model"}]
        if self._fields_of_study(paper) != "null":
            known.insert(0, {"category": "Computer Science", "source": "external"})
        return dumps(known)

    def _publication_date(self, paper: int) -> str:
        return "null" if (self.world.bits(paper) >> 30) % 20 == 0 else f'"{self._dates[paper]}"'

    def _journal(self, paper: int) -> str:
        arxiv_id, (venue, kind) = self.world.arxiv_id(paper), self._venue(paper)
        if kind == "journal":
            return dumps({"name": venue, "pages": "\n          1-20\n        ", "volume": "12"})
        if arxiv_id and (self.world.bits(paper) >> 34) % 3:
            return dumps({"name": "ArXiv", "volume": f"abs/{arxiv_id}"})
        return "null"

    def _citation_styles(self, paper: int) -> str:
        names = " and ".join(self.authors.name(author) for author in self.world.authors(paper))
        year, title = self.years[paper], self.world.in_scholar(paper).title
        entry = f"@Article{{Made{year}{paper},\n author = {{{names}}},\n title = {{{title}}},\n"
        return dumps({"bibtex": f"{entry} year = {{{year}}}\n}}\n"})

    def _tldr(self, paper: int) -> str:
        if (self.world.bits(paper) >> 38) % 4 == 0:
            return "null"
        text = words.summary(paper, self.world.topics[paper], self.world.bits(paper))
        return dumps({"model": "tldr@v2.0.0", "text": text})

    def embedding(self, paper: int, model: str) -> str:
        seed, topic = self.world.options.seed, self.world.topics[paper]
        centre = np.random.default_rng([seed, topic, 5]).standard_normal(_DIMENSIONS)
        own = np.random.default_rng([seed, paper, 6]).standard_normal(_DIMENSIONS)
        vector = msgspec.json.encode((centre + 0.7 * own).round(5).tolist()).decode()
        return f'{{"model": "{model}", "vector": {vector}}}'
