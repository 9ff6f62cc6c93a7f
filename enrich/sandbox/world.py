"""A made world: the listed papers, the papers around them, and what is said of each.

Everything follows from the options alone, seed included. Papers are known by their number
here; `World` turns numbers into identifiers and texts, and identifiers into numbers.
"""

import datetime
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from db.identifiers import IdentifierError, parse_arxiv
from db.identity import number_of

from . import words
from .links import Census, Ints, draw_wanted, link_papers, take_census
from .listing import LANDMARK, ListedPaper, list_papers
from .mixing import mix_arrays
from .options import WorldOptions
from .papers import (
    Presence,
    arxiv_base,
    date_papers,
    number_arxiv,
    place_listed,
    postpone_citing,
)
from .rows import LinkTables, tabulate

FIRST_CORPUS_ID = 900_000_000
FIRST_AUTHOR_ID = 2_400_000_000
MADE_DOI = "10.5555/made."
_EPOCH = datetime.date(1970, 1, 1)


@dataclass(frozen=True, eq=False, repr=False)
class World:
    """Everything that the two services know. Made by `make_world`."""

    options: WorldOptions
    listed: tuple[ListedPaper, ...]
    census: Census
    presence: Presence
    links: LinkTables
    elided: frozenset[int]
    """Listed papers whose references the publisher withholds."""
    posted: list[int]
    """Days since 1970, by paper."""
    topics: list[int]
    arxiv_numbers: Ints
    first_authors: Ints
    author_counts: Ints
    shas: bytes
    """Paper ids, 20 bytes each."""
    merged: dict[str, int]
    """Older paper ids that lead to a paper."""

    def bits(self, paper: int) -> int:
        """Return 64 bits that decide the small things about a paper."""
        return self._bits[paper]

    def in_s2(self, paper: int) -> bool:
        """Return whether Semantic Scholar has the paper."""
        return paper >= self.census.listed or bool(self.presence.in_s2[paper])

    def in_arxiv(self, paper: int) -> bool:
        """Return whether arXiv has the paper."""
        if paper < self.census.listed:
            return bool(self.presence.in_arxiv[paper])
        return self._arxiv_numbers[paper] > 0

    def paper_id(self, paper: int) -> str:
        """Return the paper's 40 hex digits."""
        return self.shas[20 * paper : 20 * paper + 20].hex()

    def corpus_id(self, paper: int) -> int:
        """Return the paper's corpus id, higher than any given so far."""
        return FIRST_CORPUS_ID + paper

    def arxiv_id(self, paper: int) -> str | None:
        """Return the paper's arXiv id without version."""
        number = self._arxiv_numbers[paper]
        return arxiv_base(number) if number else None

    def versions(self, paper: int) -> int:
        """Return how many versions arXiv has of the paper."""
        return 1 + (self.bits(paper) >> 50) % 5 * ((self.bits(paper) >> 48) % 2)

    def doi(self, paper: int) -> str | None:
        """Return the publisher's made DOI, if there is one."""
        likely = 20 if self._arxiv_numbers[paper] else 2
        return f"{MADE_DOI}{paper}" if self.bits(paper) % likely == 0 else None

    def date(self, paper: int) -> datetime.date:
        """Return the day the paper was posted."""
        return _EPOCH + datetime.timedelta(days=self.posted[paper])

    def title(self, paper: int) -> str:
        """Return the paper's title; of the bundled papers the real one."""
        if paper < self.census.listed:
            return self.listed[paper].title
        if paper == self.census.listed:
            return LANDMARK.title
        return words.title(paper, self.topics[paper], self.bits(paper))

    def abstract(self, paper: int) -> str:
        """Return the paper's made abstract."""
        return words.abstract(paper, self.topics[paper], self.bits(paper))

    def authors(self, paper: int) -> range:
        """Return the paper's authors by number, in order."""
        first = int(self.first_authors[paper])
        return range(first, first + int(self.author_counts[paper]))

    @lru_cache(maxsize=20_000)  # noqa: B019 - a world lives as long as the process
    def papers_of(self, author: int) -> tuple[int, ...]:
        """Return the papers that an author has a part in and S2 knows, by number."""
        mine = (self.first_authors <= author) & (author < self.first_authors + self.author_counts)
        mine[: self.census.listed] &= self.presence.in_s2
        return tuple(np.flatnonzero(mine).tolist())

    def by_arxiv(self, text: str) -> int | None:
        """Return the paper behind an arXiv id in exactly its canonical form, without version."""
        try:
            base = parse_arxiv(text).base
        except IdentifierError:
            return None
        if base != text:
            return None
        sought = number_of("arxiv", base)
        place = int(np.searchsorted(self._sorted_arxiv, sought))
        if place == len(self._sorted_arxiv) or self._sorted_arxiv[place] != sought:
            return None
        return int(self._arxiv_order[place])

    def by_paper_id(self, sha: str) -> int | None:
        """Return the paper behind 40 hex digits, also through an older id."""
        if sha in self.merged:
            return self.merged[sha]
        sought = np.uint64(int(sha[:16], 16))
        place = int(np.searchsorted(self._sorted_shas, sought))
        if place == len(self._sorted_shas) or self._sorted_shas[place] != sought:
            return None
        paper = int(self._sha_order[place])
        return paper if self.paper_id(paper) == sha else None

    def by_corpus_id(self, corpus_id: int) -> int | None:
        """Return the paper with a corpus id."""
        paper = corpus_id - FIRST_CORPUS_ID
        return paper if 0 <= paper < self.census.size else None

    def by_doi(self, doi: str) -> int | None:
        """Return the paper with a DOI, the publisher's or arXiv's, in any case."""
        folded = doi.lower()
        if folded.startswith("10.48550/arxiv."):
            return self.by_arxiv(folded.removeprefix("10.48550/arxiv."))
        number = folded.removeprefix(MADE_DOI)
        if number == folded or not number.isdecimal() or int(number) >= self.census.size:
            return None
        return int(number) if self.doi(int(number)) else None

    @cached_property
    def _bits(self) -> list[int]:
        bits: list[int] = mix_arrays(self.options.seed, np.arange(self.census.size)).tolist()
        return bits

    @cached_property
    def _arxiv_numbers(self) -> list[int]:
        numbers: list[int] = self.arxiv_numbers.tolist()
        return numbers

    @cached_property
    def _arxiv_order(self) -> Ints:
        order = np.argsort(self.arxiv_numbers, kind="stable")
        return order[np.count_nonzero(self.arxiv_numbers == 0) :]

    @cached_property
    def _sorted_arxiv(self) -> Ints:
        return self.arxiv_numbers[self._arxiv_order]

    @cached_property
    def _sha_heads(self) -> NDArray[np.uint64]:
        raw = np.frombuffer(self.shas, np.uint8).reshape(-1, 20)
        return np.ascontiguousarray(raw[:, :8]).view(">u8").ravel().astype(np.uint64)

    @cached_property
    def _sha_order(self) -> Ints:
        return np.argsort(self._sha_heads)

    @cached_property
    def _sorted_shas(self) -> NDArray[np.uint64]:
        return self._sha_heads[self._sha_order]


def make_world(options: WorldOptions | None = None) -> World:
    """Make the world that the options describe; the same options give the same world."""
    options = options or WorldOptions()
    rng = np.random.default_rng(options.seed)
    listed = list_papers(options.papers, options.seed)
    presence = place_listed(options, listed, rng)
    wanted = draw_wanted(options, presence.in_s2, rng)
    census = take_census(wanted)
    topics = (mix_arrays(options.seed, np.arange(census.size), 3) % words.TOPICS).astype(np.int64)
    posted = date_papers(listed, census, rng)
    pairs = link_papers(options, census, wanted, topics, posted, rng)
    posted = postpone_citing(census, pairs, posted)
    counts = np.minimum(1 + rng.poisson(3.2, census.size), 14)
    return World(
        options=options,
        listed=listed,
        census=census,
        presence=presence,
        links=tabulate(options, census, wanted, pairs, posted, rng),
        elided=_choose(presence, options.elided_share, rng),
        posted=posted.tolist(),
        topics=topics.tolist(),
        arxiv_numbers=number_arxiv(listed, presence, posted, rng),
        # Papers share first authors by a power law, and so whole groups of authors.
        first_authors=(census.size * 1.5 * rng.random(census.size) ** 2).astype(np.int64),
        author_counts=counts,
        shas=rng.bytes(20 * census.size),
        merged={
            rng.bytes(20).hex(): paper
            for paper in sorted(_choose(presence, options.merged_share, rng))
        },
    )


def _choose(presence: Presence, share: float, rng: np.random.Generator) -> frozenset[int]:
    chosen = presence.in_s2 & (rng.random(len(presence.in_s2)) < share)
    return frozenset(np.flatnonzero(chosen).tolist())
