"""Which listed papers fall into which trap. Every trap has its own chances, so that a
change of one share leaves the others where they were."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .listing import ListedPaper
from .options import TRAP_SHARES, WorldOptions

Mask = NDArray[np.bool_]
_FIRST_STREAM = 100


class Fates(NamedTuple):
    """One mask over the listed papers for each trap; shares are met to a paper."""

    sought: Mask
    """The list gives no arXiv id."""
    late: Mask
    renamed: Mask
    rewritten: Mask
    split: Mask
    look_alike: Mask
    twin: Mask
    respelled: Mask


def hide_ids(options: WorldOptions, source: tuple[ListedPaper, ...]) -> tuple[ListedPaper, ...]:
    """Return the list as it is handed out: the hidden share of its arXiv ids is left out."""
    known = np.array([paper.arxiv_id is not None for paper in source], bool)
    hidden = draw(options, "hidden", known)
    return tuple(
        paper._replace(arxiv_id=None) if hide else paper
        for paper, hide in zip(source, hidden.tolist(), strict=True)
    )


def decide_fates(options: WorldOptions, sought: Mask, posted: Mask, in_s2: Mask) -> Fates:
    """Draw the traps of the listed papers; `posted` are those on arXiv."""
    open_to = sought & posted
    renamed = draw(options, "renamed", open_to)
    everybody = np.ones_like(sought)
    return Fates(
        sought=sought,
        late=draw(options, "late", open_to),
        renamed=renamed,
        rewritten=draw(options, "rewritten", open_to),
        split=draw(options, "split_records", open_to & in_s2),
        look_alike=draw(options, "look_alikes", everybody),
        twin=draw(options, "twin_titles", everybody),
        respelled=draw(options, "respelled", posted) & ~renamed,
    )


def draw(options: WorldOptions, trap: str, among: Mask, first: Mask | None = None) -> Mask:
    """Return the asked share of the papers `among`, rounded to whole papers, some `first`.

    A larger share of the same seed holds the smaller one.
    """
    stream = _FIRST_STREAM + TRAP_SHARES.index(trap)
    order = np.random.default_rng([options.seed, stream]).random(len(among))
    order[~among] = 2.0
    if first is not None:
        order[first] -= 1.0
    count = round((getattr(options, trap) or 0.0) * int(among.sum()))
    chosen = np.zeros(len(among), bool)
    chosen[np.argsort(order, kind="stable")[:count]] = True
    return chosen
