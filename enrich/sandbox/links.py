"""Who cites whom in a made world: which links there are, before anything is served.

Papers are numbered: first the listed ones, then the earlier papers that they cite, then
the later ones that cite them. Attractiveness follows a power law, and papers of one topic
find each other more often, so the networks have hubs and communities as real ones do.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .options import WorldOptions

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
AFFINITY = 0.7
"""Share of links that stay within a topic."""
_ROUNDS = 12


class Census(NamedTuple):
    """How many papers there are of each kind, in the order of their numbers."""

    listed: int
    earlier: int
    later: int

    @property
    def size(self) -> int:
        """All papers."""
        return sum(self)


class Pairs(NamedTuple):
    """Links: `citing[k]` cites `cited[k]`."""

    citing: Ints
    cited: Ints

    def joined(self, other: "Pairs") -> "Pairs":
        """Return the links of both."""
        return Pairs(
            np.concatenate([self.citing, other.citing]), np.concatenate([self.cited, other.cited])
        )


class Wanted(NamedTuple):
    """Rows that each listed paper shall have, and how many of them lead to no paper."""

    references: Ints
    unlinked_references: Ints
    citations: Ints
    unlinked_citations: Ints


def draw_wanted(
    options: WorldOptions, linked: NDArray[np.bool_], rng: np.random.Generator
) -> Wanted:
    """Draw the sizes of the reference and citation lists; nothing where not `linked`."""
    count = len(linked)
    drawn = rng.normal(options.references_mean, options.references_sd, count)
    references = np.maximum(np.rint(drawn), 3).astype(np.int64) * linked
    fame = rng.lognormal(0, options.citations_sigma, count)
    fame *= options.citations_mean / fame[linked].mean() if linked.any() else 0
    citations = np.minimum(fame, 9_000).astype(np.int64) * linked
    if options.most_cited:
        citations[int(np.argmax(citations))] = options.most_cited
    return Wanted(
        references,
        rng.binomial(references, options.unlinked_share),
        citations,
        rng.binomial(citations, options.unlinked_citation_share),
    )


def take_census(wanted: Wanted) -> Census:
    """Return how many papers a world with these links needs around its list."""
    listed = len(wanted.references)
    return Census(
        listed,
        earlier=int(60 * listed**0.85),
        # Each later paper cites about three listed ones.
        later=max(int(wanted.citations.sum() / 3), int(wanted.citations.max(initial=0) * 1.3), 1),
    )


def link_papers(
    options: WorldOptions,
    census: Census,
    wanted: Wanted,
    topics: Ints,
    posted: Ints,
    rng: np.random.Generator,
) -> Pairs:
    """Return every link of the world once; `posted` is in days, of all papers."""
    inner = _link_listed(options, wanted, topics[: census.listed], posted[: census.listed], rng)
    cites = np.bincount(inner.citing, minlength=census.listed)
    cited = np.bincount(inner.cited, minlength=census.listed)
    to_earlier = wanted.references - wanted.unlinked_references - cites
    from_later = wanted.citations - wanted.unlinked_citations - cited
    earlier = _Crowd.of(census.listed, census.earlier, topics, rng, steepness=0.9)
    later = _Crowd.of(census.listed + census.earlier, census.later, topics, rng, steepness=0.4)
    references = earlier.meet(to_earlier, topics, rng)
    citations = later.meet(from_later, topics, rng)
    return inner.joined(references).joined(Pairs(citations.cited, citations.citing))


def _link_listed(
    options: WorldOptions, wanted: Wanted, topics: Ints, posted: Ints, rng: np.random.Generator
) -> Pairs:
    """Link listed papers, mostly to such as were posted before; some links are returned."""
    linked = np.flatnonzero(wanted.references)
    # Denser for longer lists: about 180 links among 100 papers, 10,000 among 2,260.
    mean = 2.0 * (len(topics) / 100) ** 0.35
    fans = rng.poisson(rng.gamma(4, mean / 4, len(linked)))
    pull = rng.lognormal(0, 1, len(topics)) * (wanted.references > 0)
    pairs = [
        _link_to_earlier(linked, rng.binomial(fans, share), group, posted, pull, rng)
        for share, group in ((AFFINITY, topics), (1 - AFFINITY, np.zeros_like(topics)))
    ]
    links = pairs[0].joined(pairs[1])
    returned = rng.random(len(links.citing)) < options.mutual_share
    links = links.joined(Pairs(links.cited[returned], links.citing[returned]))
    proud = linked[rng.random(len(linked)) < options.self_citing_share]
    return _distinct(links.joined(Pairs(proud, proud)))


def _link_to_earlier(
    linked: Ints, fans: Ints, groups: Ints, posted: Ints, pull: Floats, rng: np.random.Generator
) -> Pairs:
    order = np.lexsort((posted, groups))
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    steps = np.concatenate([[0.0], np.cumsum(pull[order])])
    first = np.searchsorted(groups[order], groups)
    citing = np.repeat(linked, fans)
    low, high = steps[first[citing]], steps[place[citing]]
    drawn = np.searchsorted(steps, low + rng.random(len(citing)) * (high - low), "right") - 1
    possible = high > low
    return Pairs(citing[possible], order[drawn[possible]])


def _distinct(links: Pairs) -> Pairs:
    both = np.unique(np.stack([links.citing, links.cited]), axis=1)
    return Pairs(both[0].astype(np.int64), both[1].astype(np.int64))


class _Crowd(NamedTuple):
    """Outside papers to draw from, sorted by topic, with their summed attractiveness."""

    members: Ints
    steps: Floats
    topic_starts: Ints

    @classmethod
    def of(
        cls, first: int, count: int, topics: Ints, rng: np.random.Generator, steepness: float
    ) -> "_Crowd":
        ranks = rng.permutation(count) + 10
        members = np.argsort(topics[first : first + count], kind="stable")
        steps = np.concatenate([[0.0], np.cumsum(ranks[members] ** -steepness)])
        present = topics[first + members]
        starts = np.searchsorted(present, np.arange(topics.max() + 2))
        return cls(first + members, steps, starts)

    def meet(self, need: Ints, topics: Ints, rng: np.random.Generator) -> Pairs:
        """Return `need[k]` distinct members for each listed paper k, as (k, member)."""
        width = int(self.members.max()) + 1
        keys = np.empty(0, np.int64)
        missing = np.maximum(need, 0)
        for _ in range(_ROUNDS):
            rows = np.repeat(np.arange(len(need)), missing)
            keys = np.unique(np.concatenate([keys, rows * width + self._draw(topics[rows], rng)]))
            missing = np.maximum(need - np.bincount(keys // width, minlength=len(need)), 0)
            if missing.sum() <= len(keys) // 2000:
                break
        return Pairs(keys // width, keys % width)

    def _draw(self, topics: Ints, rng: np.random.Generator) -> Ints:
        near = rng.random(len(topics)) < AFFINITY
        low = np.where(near, self.steps[self.topic_starts[topics]], 0.0)
        high = np.where(near, self.steps[self.topic_starts[topics + 1]], self.steps[-1])
        spot = low + rng.random(len(topics)) * (high - low)
        place = np.searchsorted(self.steps, spot, "right") - 1
        drawn: Ints = self.members[np.minimum(place, len(self.members) - 1)]
        return drawn
