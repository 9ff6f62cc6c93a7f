"""When papers first appeared: between which two days, as far as it is known.

A day of publication is exact. An arXiv id names a month, which also corrects a later day
that a source gives for the version of a journal or conference. Of others only the year is
known, and of some not even that.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from db.arxiv_months import arxiv_months
from db.network_rows import DateColumns, PaperColumns

from .network import Booleans, Column, Integers

Days = NDArray[np.datetime64]
_UNKNOWN = np.datetime64("NaT")
_LAST_YEAR = 9999
"""Beyond it no ISO date is four digits long."""


class Appearance(NamedTuple):
    """The first and the last day on which each paper can have appeared; NaT if unknown."""

    earliest: Days
    latest: Days

    def existed(self, day: np.datetime64) -> Booleans:
        """Return which papers had appeared by the end of a day for certain."""
        return np.asarray(self.latest <= day)

    def texts(self) -> tuple[NDArray[Any], Booleans]:
        """Return the latest days as ISO dates, and where there is one."""
        return self.latest.astype("U10").astype(object), ~np.isnat(self.latest)

    def later(self, first: Integers, second: Integers) -> Integers:
        """Return of each two papers the later one; one of unknown date if there is one."""
        one, other = self.latest[first], self.latest[second]
        return np.where(np.isnat(other) | (other > one), second, first)


def appearance(papers: PaperColumns | DateColumns) -> Appearance:
    """Return when the papers appeared."""
    month = arxiv_months(papers.id)
    month_end = (month + 1).astype("datetime64[D]") - 1
    day = _days(papers.published)
    year = _years(papers.year)
    year_end = (year + 1).astype("datetime64[D]") - 1
    latest = np.fmin(np.where(np.isnat(day), year_end, day), month_end)
    # What is announced in the first days of a month was sent in the month before.
    month_start = np.where(np.isnat(month), year.astype("datetime64[D]"), _day_of(month - 1))
    exact = ~np.isnat(day) & (day == latest)
    earliest = np.where(exact, day, np.fmin(month_start, latest))
    return Appearance(np.where(np.isnat(earliest), _UNKNOWN, earliest), latest)


def date_column(appeared: Appearance, papers: Integers, description: str) -> Column:
    """Return the edge column `date`: the latest day of one paper an edge."""
    texts, present = appeared.texts()
    return Column("date", "string", texts[papers], present[papers], description)


def impossible(appeared: Appearance, citing: Integers, cited: Integers) -> Column:
    """Return the edge column `is_impossible`, missing where a paper's date is unknown."""
    before, after = appeared.latest[citing], appeared.earliest[cited]
    return Column(
        "is_impossible",
        "boolean",
        np.asarray(before < after),
        ~np.isnat(before) & ~np.isnat(after),
        "Whether the citing paper first appeared before the cited one; a later version of it "
        "may have added the reference, or a date is wrong",
    )


def _day_of(month: Days) -> Days:
    return month.astype("datetime64[D]")


def _days(texts: Sequence[str | None]) -> Days:
    """Return ISO dates as days; NaT where there is none or it is no whole date."""
    # Without its hyphens "today" would be the present day, whenever that is.
    whole = [
        text if text and len(text) == 10 and text[4] == "-" == text[7] else "NaT" for text in texts
    ]
    try:
        return np.array(whole, dtype="datetime64[D]")
    except ValueError:
        return np.array([_day(text) for text in whole], dtype="datetime64[D]")


def _day(text: str) -> np.datetime64:
    try:
        return np.datetime64(text, "D")
    except ValueError:
        return np.datetime64("NaT", "D")


def _years(years: Sequence[int | None]) -> Days:
    """Return years as such; NaT where there is none or the calendar has no such."""
    known = np.array([0 if year is None else year for year in years], dtype=np.int64)
    as_years = (known - 1970).astype("datetime64[Y]")
    as_years[(known < 1) | (known > _LAST_YEAR)] = _UNKNOWN
    return as_years
