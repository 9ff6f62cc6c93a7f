"""A made world: the listed papers, the papers around them, and what is said of each.

Everything follows from the options alone, seed included. Papers are known by their number
here: first the listed ones, then those around the list, last those that are there for a trap.
`World` turns numbers into identifiers and texts, and identifiers into numbers.
"""

import datetime
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from db.identifiers import IdentifierError, parse_arxiv
from db.identity import number_of

from . import words
from .accounts import Account, Extra, Text
from .fates import Fates
from .links import Census, Ints
from .listing import LANDMARK, ListedPaper
from .mixing import mix_arrays
from .options import WorldOptions
from .papers import Presence, arxiv_base
from .rows import LinkTables

FIRST_CORPUS_ID = 900_000_000
FIRST_AUTHOR_ID = 2_400_000_000
MADE_DOI = "10.5555/made."
NAMED_AUTHOR = 50_000_000
"""Number of the first author who is named by the list."""
_NO_ACCOUNT = Account()
_EPOCH = datetime.date(1970, 1, 1)


@dataclass(frozen=True, eq=False, repr=False)
class World:
    """Everything that the two services know. Made by `make_world`."""

    options: WorldOptions
    listed: tuple[ListedPaper, ...]
    """The list as it is handed out: without the ids that are hidden."""
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
    names: tuple[str, ...]
    """Authors that the list names, by number from NAMED_AUTHOR on."""
    fates: Fates
    accounts: dict[int, Account]
    extras: tuple[Extra, ...]
    """The papers from number `census.size` on."""

    @property
    def size(self) -> int:
        """All papers."""
        return self.census.size + len(self.extras)

    def bits(self, paper: int) -> int:
        """Return 64 bits that decide the small things about a paper."""
        return self._bits[paper]

    def in_s2(self, paper: int) -> bool:
        """Return whether Semantic Scholar has the paper."""
        if paper >= self.census.size:
            return self.extras[paper - self.census.size].in_s2
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
        """Return the publisher's made DOI, if there is one; second records have one."""
        if paper >= self.census.size:
            return None if self._arxiv_numbers[paper] else f"{MADE_DOI}{paper}"
        likely = 20 if self._arxiv_numbers[paper] else 2
        return f"{MADE_DOI}{paper}" if self.bits(paper) % likely == 0 else None

    def date(self, paper: int) -> datetime.date:
        """Return the day the paper was posted."""
        return _EPOCH + datetime.timedelta(days=self.posted[paper])

    def title(self, paper: int) -> str:
        """Return the paper's title; of the bundled papers the real one."""
        if paper < self.census.listed:
            return self.listed[paper].title
        if paper >= self.census.size:
            return self.extras[paper - self.census.size].text.title
        if paper == self.census.listed:
            return LANDMARK.title
        return words.title(paper, self.topics[paper], self.bits(paper))

    def abstract(self, paper: int) -> str:
        """Return the paper's abstract, a made one where the list gives none."""
        if paper >= self.census.size:
            return self.extras[paper - self.census.size].text.abstract
        given = self.listed[paper].abstract if paper < self.census.listed else None
        return given or words.abstract(paper, self.topics[paper], self.bits(paper))

    def account(self, paper: int) -> Account:
        """Return what the services say of the paper beside what every paper has."""
        return self.accounts.get(paper, _NO_ACCOUNT)

    def on_arxiv(self, paper: int) -> Text:
        """Return the title and the abstract that arXiv has."""
        return self.account(paper).arxiv or Text(self.title(paper), self.abstract(paper))

    def in_scholar(self, paper: int) -> Text:
        """Return the title and the abstract that Semantic Scholar has."""
        return self.account(paper).s2 or Text(self.title(paper), self.abstract(paper))

    def authors(self, paper: int) -> range:
        """Return the paper's authors by number, in order."""
        first = int(self.first_authors[paper])
        return range(first, first + int(self.author_counts[paper]))

    def person(self, author: int) -> tuple[str, str]:
        """Return an author's given and family name."""
        if author < NAMED_AUTHOR:
            return words.person(author)
        given, _, family = self.names[author - NAMED_AUTHOR].rpartition(" ")
        return given, family

    @lru_cache(maxsize=20_000)  # noqa: B019 - a world lives as long as the process
    def papers_of(self, author: int) -> tuple[int, ...]:
        """Return the papers that an author has a part in and S2 knows, by number."""
        mine = (self.first_authors <= author) & (author < self.first_authors + self.author_counts)
        mine[: self.census.listed] &= self.presence.in_s2
        mine[self.census.size :] &= np.array([extra.in_s2 for extra in self.extras], bool)
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
        return paper if 0 <= paper < self.size else None

    def by_doi(self, doi: str) -> int | None:
        """Return the paper with a DOI, the publisher's or arXiv's, in any case."""
        folded = doi.lower()
        if folded.startswith("10.48550/arxiv."):
            return self.by_arxiv(folded.removeprefix("10.48550/arxiv."))
        number = folded.removeprefix(MADE_DOI)
        if number == folded or not number.isdecimal() or int(number) >= self.size:
            return None
        return int(number) if self.doi(int(number)) else None

    @cached_property
    def scholar_days(self) -> list[int]:
        """Return the day of publication in Semantic Scholar by paper, in days since 1970."""
        days = list(self.posted)
        for paper, account in self.accounts.items():
            days[paper] = account.s2_day if account.s2_day is not None else days[paper]
        return days

    def scholar_date(self, paper: int) -> datetime.date:
        """Return the day of publication in Semantic Scholar."""
        return _EPOCH + datetime.timedelta(days=self.scholar_days[paper])

    @cached_property
    def searched(self) -> tuple[int, ...]:
        """Return the papers that searches look through: listed, traps, some around the list.

        The landmark is always there.
        """
        landmark = self.census.listed
        outside = np.arange(landmark + 1, self.census.size)
        rng = np.random.default_rng([self.options.seed, 97])
        around = rng.choice(outside, min(self.options.surrounding, len(outside)), replace=False)
        extras = range(self.census.size, self.size)
        return (*range(landmark + 1), *sorted(around.tolist()), *extras)

    def described(self, *, with_ids: bool = False) -> tuple[ListedPaper, ...]:
        """Return the list with abstracts and authors, made where it has none.

        `with_ids` tells every arXiv id, of the hidden and the unlisted too.
        """
        return tuple(
            paper._replace(
                abstract=self.abstract(number),
                authors=tuple(" ".join(self.person(a)).strip() for a in self.authors(number)),
                arxiv_id=self.arxiv_id(number) if with_ids else paper.arxiv_id,
            )
            for number, paper in enumerate(self.listed)
        )

    @cached_property
    def _bits(self) -> list[int]:
        bits: list[int] = mix_arrays(self.options.seed, np.arange(self.size)).tolist()
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
