"""Concurrent twins: pairs of listed papers that lie close and do not cite each other."""

from collections.abc import Iterator

import numpy as np

from db.report_rows import share_author
from db.wording import counted

from ..measures.twins import twins
from ..network import Floats, Integers, Network
from .overview import TITLES
from .parts import Cell, Material, Section, Table

_SHOWN = 20
_LEAST = 2


def section(material: Material) -> Section:
    """Return the section."""
    told = [
        _told(material, kind, network)
        for kind, network in material.networks.items()
        if not network.directed
    ]
    return Section(
        "Concurrent twins",
        (
            "Pairs that share what they cite, or who cites them, and do not cite each other: "
            "perhaps the same idea at the same time.",
            *(sentence for sentence, _ in told),
        ),
        f"Bibliographic coupling (Kessler 1963) and co-citation (Small 1973) on the table "
        f"citations as of {material.as_of}; the strongest first by Salton's cosine, the number "
        f"shared divided by the root of the product of both papers' numbers. Pairs that share "
        f"fewer than {_LEAST} are left out. An author is told by Semantic Scholar's id, by name "
        "only where there is none.",
        tuple(table for _, table in told),
    )


def _told(material: Material, kind: str, network: Network) -> tuple[str, Table]:
    shared, strength = (network.edge_column(name).values for name in ("shared", "cosine"))
    # Of a network too large to draw the pairs that share least are not there (graph/ties.py).
    least = max(_LEAST, int(shared.min())) if len(shared) else _LEAST
    enough = np.flatnonzero(shared >= least)
    source, target = network.source[enough], network.target[enough]
    links = material.citations
    order = twins(source, target, strength[enough], links.source, links.target, network.node_count)
    chosen = enough[order[:_SHOWN]]
    sentence = (
        f"{TITLES[kind]}: {counted(len(enough), 'pair')} with {least} or more, "
        f"{len(order):,} of them without a citation between the two."
    )
    rows = _rows(material, network, chosen.tolist(), shared, strength)
    head = ("One paper", "The other", "An author in common", "Shared", "Cosine")
    return sentence, Table(head, tuple(rows), numbers=2, title=TITLES[kind])


def _rows(
    material: Material, network: Network, pairs: list[int], shared: Integers, strength: Floats
) -> Iterator[tuple[Cell, ...]]:
    said = {True: "yes", False: "no", None: None}
    for pair in pairs:
        one, other = int(network.source[pair]), int(network.target[pair])
        papers = network.node_ids[[one, other]].tolist()
        yield (
            material.papers[one],
            material.papers[other],
            said[share_author(material.connection, *papers)],
            int(shared[pair]),
            f"{strength[pair]:.3f}",
        )
