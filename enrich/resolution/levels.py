"""How alike a sought paper and a candidate are, part by part."""

from typing import NamedTuple

from . import abstracts, people, titles, venues
from .abstracts import Rarity
from .descriptions import Description
from .groups import Group

MISSING = ""
"""One of the two does not tell: this part says nothing."""
YEARS = ("in time", "near", "late", "outside")
"""First appeared up to a year before the sought year, or in it; two years before or one after;
two or three after; at another time."""

_ALIKE = "0.30"
"""The share of rare words from which on two abstracts have to do with one another."""


class Levels(NamedTuple):
    """The level of each part; empty where one side does not tell."""

    title: str = MISSING
    abstract: str = MISSING
    authors: str = MISSING
    year: str = MISSING
    venue: str = MISSING


ORDERS = {
    "title": titles.LEVELS,
    "abstract": abstracts.LEVELS,
    "authors": people.LEVELS,
    "year": YEARS,
    "venue": venues.LEVELS,
}
"""The levels of each part, from what speaks most for one paper to what speaks most against."""


def compare(sought: Description, group: Group, rarity: Rarity) -> Levels:
    """Return the levels of a sought paper and a candidate: of each part the best record's."""
    members = group.members
    return Levels(
        _best("title", [_title(sought, member) for member in members]),
        _abstract(sought, members, rarity),
        _best("authors", [_authors(sought, member) for member in members]),
        _year(sought, members),
        _venue(sought, members),
    )


def are_alike(levels: Levels) -> bool:
    """Return whether the texts are so alike that authors, year and venue can speak for a pair.

    The same people write several papers a year, and a conference has thousands: that these agree
    makes no two texts one. Without abstracts only the same title will do, so that nothing is
    guessed of a paper that was renamed.
    """
    return levels.title in ("same", "spelling") or levels.abstract >= _ALIKE


def _best(part: str, levels: list[str]) -> str:
    order = ORDERS[part]
    return min((level for level in levels if level), key=order.index, default=MISSING)


def _title(sought: Description, member: Description) -> str:
    if sought.title is None or member.title is None:
        return MISSING
    return titles.compare_titles(sought.title, member.title)


def _abstract(sought: Description, members: tuple[Description, ...], rarity: Rarity) -> str:
    given = {member.abstract for member in members if member.abstract}
    if not sought.abstract or not given:
        return MISSING
    shared = max(abstracts.share(sought.abstract, abstract, rarity) for abstract in given)
    return abstracts.level_of(shared)


def _authors(sought: Description, member: Description) -> str:
    if not sought.people or not member.people:
        return MISSING
    return people.compare_people(sought.people, member.people)


def _year(sought: Description, members: tuple[Description, ...]) -> str:
    years = [member.year for member in members if member.year is not None]
    if sought.year is None or not years:
        return MISSING
    after = min(years) - sought.year
    if after in (-1, 0):
        return "in time"
    if after in (-2, 1):
        return "near"
    return "late" if after in (2, 3) else "outside"


def _venue(sought: Description, members: tuple[Description, ...]) -> str:
    if sought.venue is None:
        return MISSING
    levels = [
        venues.compare_venue(sought.venue, sought.year, said, dated)
        for member in members
        for said, dated in member.said
    ]
    # A record that says no more hides nothing: what another says of a venue counts before it.
    telling = [level for level in levels if level != "silent"]
    return _best("venue", telling) or "silent"
