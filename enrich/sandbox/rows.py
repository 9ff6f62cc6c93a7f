"""The link rows as the service lists them: order, unlinked rows, repeats, counts."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .links import Census, Ints, Pairs, Wanted
from .mixing import mix_arrays
from .options import WorldOptions


class Rows(NamedTuple):
    """A list for each paper. A negative row -k is unlinked entry k, else it is a paper."""

    starts: Ints
    entries: NDArray[np.int32]

    def of(self, paper: int) -> list[int]:
        """Return the rows of one paper."""
        found: list[int] = self.entries[self.starts[paper] : self.starts[paper + 1]].tolist()
        return found

    def length(self, paper: int) -> int:
        """Return the number of rows of one paper."""
        return int(self.starts[paper + 1] - self.starts[paper])

    @property
    def lengths(self) -> Ints:
        """Number of rows of each paper."""
        return np.diff(self.starts)

    def reassigned(self, owners: Ints, entries: Ints, size: int) -> "Rows":
        """Return the rows, in their order, with other owners and entries, of `size` papers."""
        sorting = np.argsort(owners, kind="stable")
        starts = np.searchsorted(owners[sorting], np.arange(size + 1))
        return Rows(starts, entries[sorting].astype(np.int32))

    @property
    def owners(self) -> Ints:
        """The paper of each row."""
        return np.repeat(np.arange(len(self.starts) - 1), self.lengths)


class LinkTables(NamedTuple):
    """Both directions of all links, and what the service says of their number."""

    references: Rows
    citations: Rows
    reference_counts: Ints
    citation_counts: Ints
    influential_counts: Ints


def tabulate(
    options: WorldOptions,
    census: Census,
    wanted: Wanted,
    pairs: Pairs,
    posted: Ints,
    rng: np.random.Generator,
) -> LinkTables:
    """Arrange the links: references as in a bibliography, citations with the latest first."""
    chance = rng.random(len(pairs.citing))
    age = -posted[pairs.citing] + chance
    owing = int(wanted.unlinked_references.sum())
    references = _arrange(
        options, census, pairs.citing, pairs.cited, chance, wanted.unlinked_references, 1, rng
    )
    citations = _arrange(
        options, census, pairs.cited, pairs.citing, age, wanted.unlinked_citations, 1 + owing, rng
    )
    is_influential = influence(options.seed, pairs.citing, pairs.cited)
    influential = np.bincount(pairs.cited[is_influential], minlength=census.size)
    return LinkTables(
        references,
        citations,
        _miscount(options, census, references.lengths, rng),
        _miscount(options, census, citations.lengths, rng),
        influential,
    )


def share_citations(
    seed: int, tables: LinkTables, census: Census, seconds: dict[int, int], size: int
) -> LinkTables:
    """Return the links of `size` papers: a third of the citations go to papers' second records.

    `seconds` leads from a listed paper to its second record. What listed papers cite stays.
    """
    second = np.arange(size)
    second[list(seconds)] = list(seconds.values())

    def divert(citing: Ints, cited: Ints) -> Ints:
        outside = citing >= census.listed
        chosen = outside & (mix_arrays(seed, citing, cited, 31) % np.uint64(3) == 0)
        return np.where(chosen & (cited >= 0), second[np.maximum(cited, 0)], cited)

    citing, cited = tables.references.owners, tables.references.entries.astype(np.int64)
    references = tables.references.reassigned(citing, divert(citing, cited), size)
    cited, citing = tables.citations.owners, tables.citations.entries.astype(np.int64)
    new_cited = divert(citing, cited)
    citations = tables.citations.reassigned(new_cited, citing, size)
    moved = new_cited != cited

    def recount(counts: Ints, taken: NDArray[np.bool_], given: NDArray[np.bool_]) -> Ints:
        grown = np.concatenate([counts, np.zeros(size - len(counts), np.int64)])
        lost = np.bincount(cited[taken], minlength=size)
        return grown - lost + np.bincount(new_cited[given], minlength=size)

    was, now = influence(seed, citing, cited), influence(seed, citing, new_cited)
    return LinkTables(
        references,
        citations,
        recount(tables.reference_counts, moved & False, moved & False),
        recount(tables.citation_counts, moved, moved),
        recount(tables.influential_counts, moved & was, moved & now),
    )


def influence(seed: int, citing: Ints, cited: Ints) -> NDArray[np.bool_]:
    """Return which links the service calls influential: one in twelve."""
    return np.asarray(mix_arrays(seed, citing, cited) % np.uint64(12) == 0)


def _arrange(
    options: WorldOptions,
    census: Census,
    owners: Ints,
    others: Ints,
    order: NDArray[np.float64],
    unlinked: Ints,
    first_unlinked: int,
    rng: np.random.Generator,
) -> Rows:
    lost = np.repeat(np.arange(census.listed), unlinked)
    names = -np.arange(first_unlinked, first_unlinked + len(lost))
    low, high = (order.min(), order.max()) if len(order) else (0.0, 1.0)
    again = np.flatnonzero(rng.random(len(owners)) < options.repeated_share)
    owner = np.concatenate([owners, lost, owners[again]])
    entry = np.concatenate([others, names, others[again]])
    rank = np.concatenate([order, rng.uniform(low, high, len(lost)), order[again]])
    # Nothing but order is left to chance: the last key settles ties.
    sorting = np.lexsort((entry, rank, owner))
    starts = np.searchsorted(owner[sorting], np.arange(census.size + 1))
    return Rows(starts, entry[sorting].astype(np.int32))


def _miscount(
    options: WorldOptions, census: Census, lengths: Ints, rng: np.random.Generator
) -> Ints:
    off = rng.choice([-2, -1, 1, 2, 3], census.listed)
    off[rng.random(census.listed) >= options.miscounted_share] = 0
    counts = lengths.copy()
    counts[: census.listed] = np.maximum(counts[: census.listed] + off, 0)
    return counts
