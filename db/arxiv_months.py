"""The month that an arXiv paper's number names (see identity.py), of many papers at once."""

import numpy as np
from numpy.typing import NDArray

from .identity import FIRST_CORPUS
from .integers import Integers

_FIRST_OLD = 10**10
_ARXIV_BEGAN = 91
Months = NDArray[np.datetime64]


def arxiv_months(papers: Integers) -> Months:
    """Return the month in which arXiv gave each paper its id; NaT where it has none."""
    is_old = papers >= _FIRST_OLD
    year_month = np.where(is_old, papers % 10**7 // 1000, papers // 10**5)
    year, month = year_month // 100, year_month % 100
    century = np.where(year >= _ARXIV_BEGAN, 1900, 2000)
    named = (papers > 0) & (papers < FIRST_CORPUS) & (month >= 1) & (month <= 12)
    months: Months = ((century + year - 1970) * 12 + month - 1).astype("datetime64[M]")
    months[~named] = np.datetime64("NaT")
    return months
