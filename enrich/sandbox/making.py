"""Making a world: the papers and their links, then the traps around the listed ones."""

from dataclasses import replace

import numpy as np

from . import words
from .accounts import Text
from .fates import decide_fates, hide_ids
from .links import Ints, draw_wanted, link_papers, take_census
from .listing import ListedPaper, list_papers
from .mixing import mix_arrays
from .options import WorldOptions
from .papers import (
    Presence,
    date_papers,
    number_arxiv,
    number_traps,
    place_listed,
    postpone_citing,
)
from .rows import share_citations, tabulate
from .traps import Original, Traps, lay_traps
from .world import NAMED_AUTHOR, World


def make_world(options: WorldOptions | None = None) -> World:
    """Make the world that the options describe; the same options give the same world."""
    options = options or WorldOptions()
    source = options.listed or list_papers(options.papers, options.seed)
    world = _make_plain(options, source)
    traps = _lay(world, source)
    return _spring(world, traps) if traps.accounts or traps.extras or traps.days else world


def _make_plain(options: WorldOptions, source: tuple[ListedPaper, ...]) -> World:
    """Make a world in which every paper is what it seems."""
    rng = np.random.default_rng(options.seed)
    listed = hide_ids(options, source)
    sought = np.array([paper.arxiv_id is None for paper in listed], bool)
    presence = place_listed(options, source, sought, rng)
    wanted = draw_wanted(options, presence.in_s2, rng)
    census = take_census(wanted)
    topics = (mix_arrays(options.seed, np.arange(census.size), 3) % words.TOPICS).astype(np.int64)
    posted = date_papers(source, census, rng)
    pairs = link_papers(options, census, wanted, topics, posted, rng)
    posted = postpone_citing(census, pairs, posted)
    counts = np.minimum(1 + rng.poisson(3.2, census.size), 14)
    links = tabulate(options, census, wanted, pairs, posted, rng)
    elided = _choose(presence, options.elided_share, rng)
    arxiv_numbers = number_arxiv(source, presence, posted, rng)
    if options.never_posted is not None:
        arxiv_numbers[: len(listed)][sought & ~presence.in_arxiv] = 0
    # Papers share first authors by a power law, and so whole groups of authors.
    first_authors = (census.size * 1.5 * rng.random(census.size) ** 2).astype(np.int64)
    shas = rng.bytes(20 * census.size)
    merged = {
        rng.bytes(20).hex(): paper for paper in sorted(_choose(presence, options.merged_share, rng))
    }
    return World(
        options=options,
        listed=listed,
        census=census,
        presence=presence,
        links=links,
        elided=elided,
        posted=posted.tolist(),
        topics=topics.tolist(),
        arxiv_numbers=arxiv_numbers,
        first_authors=first_authors,
        author_counts=counts,
        shas=shas,
        merged=merged,
        names=_name_authors(source, first_authors, counts),
        fates=decide_fates(options, sought, presence.in_arxiv, presence.in_s2),
        accounts={},
        extras=(),
    )


def _name_authors(source: tuple[ListedPaper, ...], first: Ints, counts: Ints) -> tuple[str, ...]:
    """Give the papers whose list names authors these, in place of made ones."""
    names: list[str] = []
    for paper, listed in enumerate(source):
        if listed.authors:
            first[paper], counts[paper] = NAMED_AUTHOR + len(names), len(listed.authors)
            names += listed.authors
    return tuple(names)


def _lay(world: World, source: tuple[ListedPaper, ...]) -> Traps:
    """Lay the traps of the options around the listed papers."""
    options, listed = world.options, range(world.census.listed)
    on_arxiv = frozenset(np.flatnonzero(world.presence.in_arxiv).tolist())
    dateless: frozenset[int] = frozenset()
    if options.listed or options.never_posted is not None:
        dateless = frozenset(paper for paper in on_arxiv if source[paper].arxiv_id is None)
    return lay_traps(
        options,
        world.fates,
        [
            Original(paper, Text(world.title(paper), world.abstract(paper)), world.authors(paper))
            for paper in listed
        ],
        np.array(world.posted[: len(listed)]),
        on_arxiv,
        dateless,
        first_author=2 * world.census.size + 1_000,
    )


def _spring(world: World, traps: Traps) -> World:
    """Return the world with the traps in it."""
    extras, first = traps.extras, world.census.size
    size = first + len(extras)
    rng = np.random.default_rng([world.options.seed, 98])
    numbers, posted = world.arxiv_numbers.copy(), list(world.posted)
    redated = list(traps.days)
    newcomers = [number for number, extra in enumerate(extras) if extra.on_arxiv]
    days = [*traps.days.values(), *(extras[number].day for number in newcomers)]
    made = number_traps(np.array(days, np.int64))
    numbers[redated] = made[: len(redated)]
    numbers = np.concatenate([numbers, np.zeros(len(extras), np.int64)])
    numbers[[first + number for number in newcomers]] = made[len(redated) :]
    for paper, day in traps.days.items():
        posted[paper] = day
    seconds = {e.original: first + n for n, e in enumerate(extras) if e.kind == "published"}
    return replace(
        world,
        links=share_citations(world.options.seed, world.links, world.census, seconds, size),
        posted=[*posted, *(extra.day for extra in extras)],
        topics=[*world.topics, *(world.topics[extra.original] for extra in extras)],
        arxiv_numbers=numbers,
        first_authors=np.concatenate(
            [world.first_authors, np.array([e.first_author for e in extras], np.int64)]
        ),
        author_counts=np.concatenate(
            [world.author_counts, np.array([e.author_count for e in extras], np.int64)]
        ),
        shas=world.shas + rng.bytes(20 * len(extras)),
        accounts=traps.accounts | {first + n: extra.account for n, extra in enumerate(extras)},
        extras=extras,
    )


def _choose(presence: Presence, share: float, rng: np.random.Generator) -> frozenset[int]:
    chosen = presence.in_s2 & (rng.random(len(presence.in_s2)) < share)
    return frozenset(np.flatnonzero(chosen).tolist())
