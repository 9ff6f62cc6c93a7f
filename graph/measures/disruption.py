"""Disruption: whether those who cite a paper leave aside what it builds on.

The CD index after five years: Funk and Owen-Smith 2017, A dynamic network measure of
technological change.
"""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from ..network import Booleans, Floats, Integers

NAME = "disruption"
DESCRIPTION = "CD5: whether those who cite a paper leave aside what it builds on."

WINDOW = 5
"""Years."""
_AT_ONCE = 500

REASONS = (
    "the year of the paper is not known",
    "its five years are not over",
    "its references are not known, or there are none",
    "not all papers that cite it in these years are known",
    "not all papers that cite its references in these years are known",
    "neither it nor any of its references is cited in these years",
)


@dataclass(frozen=True)
class Disruption:
    """Of each paper the index, from -1 (consolidates) to 1 (disrupts), or why there is none."""

    index: Floats
    """Not a number where it is missing."""
    why_missing: Integers
    """Place of the reason in REASONS, -1 where there is an index."""


@dataclass(frozen=True)
class Known:
    """Of every paper what is known, one value each; years are not a number where unknown."""

    year: Floats
    references: Booleans
    cited_until: Integers
    """The last year of which all papers that cite it are among the links; 0 where some are not."""


def disruption(
    citing: Integers, cited: Integers, known: Known, papers: Integers, last_year: int
) -> Disruption:
    """Return CD5 of the papers, counting those who cite in its year and the five after it.

    Of these, papers that cite it alone count 1, those that cite its references too count -1,
    those that cite only its references 0. `last_year` is the last one that is over. Citing
    papers without a year are left out.
    """
    count = len(known.year)
    links = csr_array((np.ones(len(citing), np.int32), (citing, cited)), shape=(count, count))
    back = links.T.tocsr()
    blocks = [
        _cd5(links, back, known.year, papers[start : start + _AT_ONCE])
        for start in range(0, len(papers), _AT_ONCE)
    ]
    index = np.concatenate(blocks) if blocks else np.empty(0)
    year = known.year[papers]
    end = year + WINDOW
    uncovered = _uncovered(links[papers], known.cited_until, end)
    why = np.select(
        [
            np.isnan(year),
            end > last_year,
            ~known.references[papers] | (np.diff(links.indptr)[papers] == 0),
            known.cited_until[papers] < end,
            uncovered > 0,
            np.isnan(index),
        ],
        range(len(REASONS)),
        default=-1,
    )
    return Disruption(np.where(why < 0, index, np.nan), why)


def _uncovered(references: csr_array, until: Integers, end: Floats) -> Integers:
    """Count the references of each row whose citations are not known to its last year."""
    row = np.repeat(np.arange(len(end)), np.diff(references.indptr))
    return np.bincount(row[until[references.indices] < end[row]], minlength=len(end))


def _cd5(links: csr_array, back: csr_array, year: Floats, papers: Integers) -> Floats:
    """Return the index of each paper from all that is there; not a number where nothing is."""
    of_it = back[papers]
    of_its = _distinct(links[papers] @ back)
    both = of_it.multiply(of_its)
    direct, shared, around = (
        _in_window(each.tocsr(), year, papers) for each in (of_it, both, of_its)
    )
    everyone = direct + around - shared
    index = np.full(len(papers), np.nan)
    np.divide(direct - 2 * shared, everyone, out=index, where=everyone > 0)
    return index


def _distinct(links: csr_array) -> csr_array:
    links.data[:] = 1
    return links


def _in_window(links: csr_array, year: Floats, papers: Integers) -> Floats:
    """Count the other papers of each row that appeared in its paper's years."""
    row = np.repeat(np.arange(len(papers)), np.diff(links.indptr))
    column = links.indices
    since = year[column] - year[papers[row]]
    counted = (since >= 0) & (since <= WINDOW) & (column != papers[row])
    return np.bincount(row[counted], minlength=len(papers)).astype(float)
