"""Says in sentences why a network is empty or thin."""

import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from db.link_coverage import Known, Part, bringers, known
from db.wording import counted

from .network import Booleans, Integers, Network, isolated

_STATES = {
    Known.UNNAMED: "Without an identifier that {source} can be asked by",
    Known.NOT_ASKED: "Not yet asked about at {source} (citeweave enrich asks)",
    Known.RECORD_ABSENT: "Not found in {source}",
    Known.RECORD_FAILED: "Question to {source} failed (citeweave enrich asks again)",
    Known.NOT_FETCHED: "{Part} not fetched yet (citeweave enrich fetches them)",
    Known.FAILED: "{Part} failed to arrive (citeweave enrich asks again)",
    Known.PARTIAL: "{Part} only partly received",
    Known.NONE: "{Part} received, but {source} has none",
}
_WITHHELD: dict[Part, str] = {
    "references": "References withheld from {source} by the publisher",
    "citations": "Citations not given by {source}",
}


_NARROWED = "{Part} received, but by what was asked they make no edge"


class Saying(NamedTuple):
    """What a kind of network says of papers whose links are known, and that stand alone."""

    part: Part
    """Which of a paper's links make its edges."""
    alone: str
    """What is so of an isolated paper of which they were received."""
    nature: str
    """A sentence for the case that most papers are isolated though nothing is missing."""
    single: str
    """A sentence for a network of one paper."""


def why_thin(
    connection: sqlite3.Connection,
    network: Network,
    saying: Saying,
    *,
    narrowed: bool,
    chosen: Booleans | None = None,
) -> tuple[str, ...]:
    """Return what is missing behind a network of papers, then what no fetching changes.

    `narrowed` says whether edges may have been left out as it was asked; `chosen` which
    nodes are the chosen papers, where there are others. Every isolated one is counted in
    one of the sentences.
    """
    sources = bringers(connection, saying.part)
    if not sources:
        return (
            f"No source has been asked for the {saying.part} of these papers yet, so there is "
            "nothing to tie them by; ask with: citeweave enrich.",
        )
    states = known(connection, saying.part)
    alone = isolated(network.source, network.target, network.node_count)
    alone = alone if chosen is None else alone[chosen]
    if narrowed:
        saying = saying._replace(alone=_NARROWED.format(Part=saying.part.capitalize()))
    return (*causes(states, alone, sources, saying), *_nature(alone, saying))


def causes(
    states: Integers, alone: Booleans, sources: Sequence[str], saying: Saying
) -> tuple[str, ...]:
    """Count papers by what stands between them and a link, where something does."""
    # A paper with links lacks nothing once they were received.
    lacking = (states != Known.RECEIVED) | alone
    papers = np.bincount(states[lacking], minlength=len(Known))
    isolated_ = np.bincount(states[alone], minlength=len(Known))
    total = counted(len(states), "listed paper")
    return tuple(
        f"{_said(state, sources, saying)}: {papers[state]:,} of {total} "
        f"({isolated_[state]:,} isolated)."
        for state in sorted(Known, reverse=True)
        if papers[state]
    )


def _said(state: Known, sources: Sequence[str], saying: Saying) -> str:
    if state == Known.RECEIVED:
        return saying.alone
    text = _WITHHELD[saying.part] if state == Known.WITHHELD else _STATES[state]
    return text.format(source=" or ".join(sources), Part=saying.part.capitalize())


def _nature(alone: Booleans, saying: Saying) -> tuple[str, ...]:
    """Say what lies in the papers themselves, where most of them stand alone."""
    if len(alone) == 1:
        return (saying.single,)
    return (saying.nature,) if 2 * np.count_nonzero(alone) > len(alone) else ()
