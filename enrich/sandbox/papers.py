"""The papers of a made world: their dates and identifiers, as arrays by paper number."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from db.identifiers import ARCHIVES
from db.identity import number_of

from .fates import draw
from .links import Census, Ints, Pairs
from .listing import LANDMARK, ListedPaper
from .options import WorldOptions

Mask = NDArray[np.bool_]
LAST_DAY = int(np.datetime64("2026-04-12", "D").astype(np.int64))
# The three forms of arXiv ids, by months since 1970: until 2007-03, until 2014-12, since.
_ERAS = np.array([447, 540])
# Where made numbers start, beyond those arXiv ever gave in a month, and how many there are.
_FIRST, _ROOM = np.array([900, 9_800, 60_001]), np.array([99, 199, 39_999])
_FIRST_TRAP = 90_001
"""Where the arXiv ids of papers that are there for a trap start in each month."""
_CS = 10**10 + ARCHIVES.index("cs") * 10**7


class Presence(NamedTuple):
    """Which listed papers which service knows, and under which arXiv id."""

    in_s2: Mask
    in_arxiv: Mask
    needs_id: Mask
    """Papers that get a made id of their month, though their list has none."""


def place_listed(
    options: WorldOptions,
    source: tuple[ListedPaper, ...],
    sought: Mask,
    rng: np.random.Generator,
) -> Presence:
    """Decide where each listed paper is found. `sought` are those that the list gives no id.

    Of those without an arXiv id in `source`, four in ten are in S2 alone, a third in both, the
    rest nowhere, unless the options say how many are not on arXiv.
    """
    has_id = np.array([paper.arxiv_id is not None for paper in source], bool)
    fate = rng.random(len(source))
    needs_id = ~has_id & (fate >= 0.4) & (fate < 0.75)
    absent = rng.random(len(source)) < options.absent_from_s2
    missing = rng.random(len(source)) < options.absent_from_arxiv
    if options.never_posted is None:
        in_s2 = np.where(has_id, ~absent, fate < 0.75)
        return Presence(in_s2, (has_id & ~missing) | needs_id, needs_id)
    nowhere, never = _keep_off_arxiv(options, sought, fate)
    in_arxiv = ~never & ~(has_id & missing)
    return Presence(~nowhere & (never | ~(has_id & absent)), in_arxiv, needs_id)


def _keep_off_arxiv(
    options: WorldOptions, sought: Mask, fate: NDArray[np.float64]
) -> tuple[Mask, Mask]:
    """Return which papers are in neither service, and which are not on arXiv, these included.

    Up to half of the latter are of the former, so far as there are such by `fate`.
    """
    count = round((options.never_posted or 0) * int(sought.sum()))
    lost = np.where(sought & (fate >= 0.75), fate, 0.0)
    nowhere = np.zeros(len(sought), bool)
    nowhere[np.argsort(-lost, kind="stable")[: min(count // 2, np.count_nonzero(lost))]] = True
    return nowhere, draw(options, "never_posted", sought, first=nowhere)


def date_papers(listed: tuple[ListedPaper, ...], census: Census, rng: np.random.Generator) -> Ints:
    """Return the day each paper was posted, in days since 1970."""
    months = [_month_of(paper.arxiv_id) for paper in listed]
    starts = np.array(months, "datetime64[M]").astype("datetime64[D]").astype(np.int64)
    own = starts + rng.integers(0, 28, census.listed)
    before = _day("2022-12-31") - rng.exponential(5 * 365, census.earlier).astype(np.int64)
    after = rng.integers(_day("2023-07-01"), LAST_DAY + 1, census.later)
    before[:1] = _day("2017-06-12")
    return np.concatenate([own, np.maximum(before, _day("1998-01-01")), after])


def postpone_citing(census: Census, pairs: Pairs, posted: Ints) -> Ints:
    """Return the days with every later paper moved behind the papers that it cites."""
    days = posted.copy()
    late = pairs.citing >= census.listed + census.earlier
    np.maximum.at(days, pairs.citing[late], posted[pairs.cited[late]] + 14)
    return np.minimum(days, LAST_DAY)


def number_arxiv(
    listed: tuple[ListedPaper, ...], presence: Presence, posted: Ints, rng: np.random.Generator
) -> Ints:
    """Return each paper's arXiv id as db.identity.number_of has it, 0 where there is none."""
    numbers = np.zeros(len(posted), np.int64)
    wants = rng.random(len(posted)) < np.where(posted < _day("2012-01-01"), 0.15, 0.65)
    wants[: len(listed)] = presence.needs_id
    made = np.flatnonzero(wants)
    numbers[made] = _number_in_month(posted[made])
    for place, paper in enumerate([*listed, LANDMARK]):
        if paper.arxiv_id:
            numbers[place] = number_of("arxiv", paper.arxiv_id)
    return numbers


def number_traps(days: Ints) -> Ints:
    """Return an arXiv id, as db.identity.number_of has it, for each day; none was given before."""
    months = days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64)
    stamp = (months // 12 + 70) % 100 * 100 + months % 12 + 1
    return stamp * 10**5 + _FIRST_TRAP + _turns(months)


def arxiv_base(number: int) -> str:
    """Return the arXiv id behind its number; the inverse of db.identity.number_of."""
    if number >= 10**10:
        archive, rest = divmod(number - 10**10, 10**7)
        return f"{ARCHIVES[archive]}/{rest:07d}"
    month, rest = divmod(number, 10**5)
    return f"{month:04d}.{rest:05d}" if month >= 1501 else f"{month:04d}.{rest:04d}"


def _number_in_month(days: Ints) -> Ints:
    months = days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64)
    turn = _turns(months)
    era = np.searchsorted(_ERAS, months, "right")
    stamp = (months // 12 + 70) % 100 * 100 + months % 12 + 1
    numbers = np.where(era == 0, _CS + stamp * 1000, stamp * 10**5) + _FIRST[era] + turn
    return np.where(turn < _ROOM[era], numbers, 0)


def _turns(months: Ints) -> Ints:
    """Return how many papers before each are of the same month."""
    order = np.argsort(months, kind="stable")
    turn = np.empty_like(months)
    turn[order] = np.arange(len(months)) - np.searchsorted(months[order], months[order])
    return turn


def _month_of(arxiv_id: str | None) -> str:
    if arxiv_id is None:
        return "2023-10"
    stamp = arxiv_id.partition("/")[2] or arxiv_id
    century = "20" if int(stamp[:2]) < 91 else "19"
    return f"{century}{stamp[:2]}-{stamp[2:4]}"


def _day(text: str) -> int:
    return int(np.datetime64(text, "D").astype(np.int64))
