"""The traps of a world: renamed and rewritten papers, their look-alikes, twins, second records.

They are laid after everything else is made and leave the links as they are, but that a
second record takes a part of its paper's citations.
"""

from typing import NamedTuple

import numpy as np

from .accounts import Account, Extra, Text
from .fates import Fates
from .links import Ints
from .look_alikes import look_alike, near_abstract
from .options import WorldOptions
from .phrases import Rng, pick
from .renaming import rename, respell
from .rewriting import rewrite

CONFERENCE = "International Conference on Learning Representations"
_COMMENTS = (
    "Published as a conference paper at ICLR 2024",
    "ICLR 2024",
    "Accepted to ICLR 2024",
    "Accepted to ICLR'24",
    "ICLR 2024 (spotlight)",
    "ICLR 2024 camera ready. Code will be released",
    "International Conference on Learning Representations (ICLR), 2024",
    "Accepted at the Twelfth International Conference on Learning Representations (ICLR 2024)",
)
_OTHER_COMMENTS = (
    "Accepted to NeurIPS 2023",
    "ICML 2024",
    "Published as a conference paper at ICLR 2023",
    "Published at ICLR 2025",
    "ICLR 2024 Workshop on Reliable and Responsible Foundation Models",
    "AAAI 2024, oral",
    "Under review",
    "Preprint",
    "11 pages, 4 figures",
)
_OTHER_VENUES = (
    ("Neural Information Processing Systems", "2023-12-10"),
    ("International Conference on Machine Learning", "2024-07-21"),
    (CONFERENCE, "2023-05-01"),
    (CONFERENCE, "2025-04-24"),
    (CONFERENCE, "2022-04-25"),
)
# When papers of the conference were posted on arXiv: months with the shares that lists show.
_MONTHS = (
    "2023-02", "2023-05", "2023-06", "2023-07", "2023-08", "2023-09", "2023-10", "2023-11",
    "2023-12", "2024-01", "2024-02", "2024-03", "2024-04",
)  # fmt: skip
_MONTH_SHARES = (5, 11, 16, 16, 7, 27, 77, 6, 4, 5, 4, 5, 4)
_LATE_MONTHS = ("2025-05", "2025-06", "2025-08", "2025-09", "2025-11", "2025-12", "2026-01")
_LIGHTLY = 0.15
_WORDS_KEPT = 0.5
"""Of the renamed or respelled papers that are not rewritten: abstract to the letter the same."""
_AGREE = 0.85
"""How often the services agree on a title or an abstract that is not the listed one."""
_SEQUEL = 0.25
"""Of the look-alikes, those by some of the same authors."""
_LOOK_ALIKES_IN_S2 = 0.9
_MOST_AUTHORS = 8


class Original(NamedTuple):
    """What traps need to know of a listed paper."""

    paper: int
    text: Text
    authors: range


class Traps(NamedTuple):
    """All traps of a world: what is said of listed papers, further papers, other days."""

    accounts: dict[int, Account]
    extras: tuple[Extra, ...]
    days: dict[int, int]
    """When listed papers without a known arXiv id were posted, where that is drawn here."""


def lay_traps(
    options: WorldOptions,
    fates: Fates,
    originals: list[Original],
    posted: Ints,
    on_arxiv: frozenset[int],
    dateless: frozenset[int],
    first_author: int,
) -> Traps:
    """Make what the fates say. New authors are numbered from `first_author`.

    `dateless` are papers on arXiv whose day is not known from their id.
    """
    accounts: dict[int, Account] = {}
    extras: list[Extra] = []
    days: dict[int, int] = {}
    for original in originals:
        paper = original.paper
        # Each trap of a paper has a generator of its own, so that none depends on another.
        dating, telling, splitting, likening, pairing = (
            np.random.default_rng([options.seed, 99, paper, trap]) for trap in range(5)
        )
        if fates.late[paper] or paper in dateless:
            days[paper] = _draw_day(bool(fates.late[paper]), dating)
        day = days.get(paper, int(posted[paper]))
        account = _account(options, fates, original, paper in on_arxiv, telling)
        if account != Account():
            accounts[paper] = account
        newcomer = first_author + 2 * _MOST_AUTHORS * paper
        if fates.split[paper]:
            extras.append(_published(original, splitting))
        if fates.look_alike[paper]:
            extras.append(_look_alike(original, day, newcomer, likening))
        if fates.twin[paper]:
            extras.append(_twin(original, day, newcomer + _MOST_AUTHORS, pairing))
    return Traps(accounts, tuple(extras), days)


def _account(
    options: WorldOptions, fates: Fates, original: Original, posted: bool, rng: Rng
) -> Account:
    """Return what the services say of a listed paper; every paper draws in the same order."""
    text, paper = original.text, original.paper
    chance = rng.random(6)
    renamed, respelled = bool(fates.renamed[paper]), bool(fates.respelled[paper])
    title = rename(*text, rng) if renamed else respell(text.title, rng) if respelled else text.title
    abstract = text.abstract
    if fates.rewritten[paper]:
        abstract = rewrite(abstract, rng)
    elif (renamed or respelled) and chance[0] >= _WORDS_KEPT:
        abstract = rewrite(abstract, rng, _LIGHTLY)
    in_s2 = Text(
        title if chance[1] < _AGREE else text.title,
        abstract if chance[2] < _AGREE else text.abstract,
    )
    arxiv = Text(title, abstract)
    comment = venue = s2_day = None
    if options.venue_named is not None and posted and chance[3] < options.venue_named:
        comment = pick(_COMMENTS, rng)
    if fates.split[paper]:
        venue = "arXiv.org"
    elif options.venue_recorded is not None:
        other = pick(("arXiv.org", "arXiv.org", ""), rng) if posted else ""
        venue = CONFERENCE if chance[4] < options.venue_recorded else other
    if fates.late[paper] and chance[5] < 0.5:
        s2_day = to_day("2024-05-07")
    return Account(
        arxiv if arxiv != text else None, in_s2 if in_s2 != text else None, comment, venue, s2_day
    )


def _published(original: Original, rng: Rng) -> Extra:
    """Return the record of the published paper: its title as listed, no arXiv id, a DOI."""
    day = to_day("2024-01-16") + int(rng.integers(0, 117))
    return Extra(
        "published",
        original.paper,
        original.text,
        day,
        original.authors.start,
        len(original.authors),
        on_arxiv=False,
        in_s2=True,
        account=Account(venue=CONFERENCE),
    )


def _look_alike(original: Original, day: int, first_author: int, rng: Rng) -> Extra:
    found = look_alike(*original.text, rng)
    authors = range(first_author, first_author + int(rng.integers(1, _MOST_AUTHORS)))
    if rng.random() < _SEQUEL:
        authors = original.authors[len(original.authors) // 2 :]
    return _other_paper(
        "look-alike", original, Text(found.title, found.abstract), day, authors, rng
    )


def _twin(original: Original, day: int, first_author: int, rng: Rng) -> Extra:
    title = original.text.title
    text = Text(title, near_abstract(title, original.text.abstract, 0.0, rng))
    authors = range(first_author, first_author + int(rng.integers(1, _MOST_AUTHORS)))
    return _other_paper("twin", original, text, day, authors, rng)


def _other_paper(
    kind: str, original: Original, text: Text, day: int, authors: range, rng: Rng
) -> Extra:
    """Return a paper of its own: posted within two years, three in ten say where it appeared."""
    comment, venue, s2_day = "", pick(("arXiv.org", "arXiv.org", ""), rng), None
    if rng.random() < 0.3:
        comment = pick(_OTHER_COMMENTS, rng)
    if rng.random() < 0.2:
        venue, published = _OTHER_VENUES[int(rng.integers(len(_OTHER_VENUES)))]
        s2_day = to_day(published)
    same_year = rng.random() < 0.5
    shift = int(rng.integers(-60, 60)) if same_year else int(rng.integers(-700, 700))
    return Extra(
        kind,
        original.paper,
        text,
        min(day + shift, to_day("2026-04-01")),
        authors.start,
        len(authors),
        on_arxiv=True,
        in_s2=bool(rng.random() < _LOOK_ALIKES_IN_S2),
        account=Account(comment=comment, venue=venue, s2_day=s2_day),
    )


def _draw_day(late: bool, rng: Rng) -> int:
    shares = np.array(_MONTH_SHARES) / sum(_MONTH_SHARES)
    month = pick(_LATE_MONTHS, rng) if late else str(rng.choice(_MONTHS, p=shares))
    return to_day(f"{month}-01") + int(rng.integers(0, 28))


def to_day(text: str) -> int:
    """Return an ISO date in days since 1970."""
    return int(np.datetime64(text, "D").astype(np.int64))
