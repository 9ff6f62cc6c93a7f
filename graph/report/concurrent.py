"""Concurrent twins: pairs of listed papers that lie close and do not cite each other."""

from collections.abc import Iterator

import numpy as np

from db.wording import counted

from ..measures.twins import twins
from ..network import Floats, Network
from .overview import TITLES
from .parts import Cell, Material, Section, Table

_SHOWN = 20
_LEAST = 2


def section(material: Material) -> Section | None:
    """Return the section, None where there is no network of pairs."""
    networks = {k: n for k, n in material.networks.items() if not n.directed}
    if not networks:
        return None
    told = [_told(material, kind, network) for kind, network in networks.items()]
    return Section(
        "Concurrent twins",
        (
            "Pairs that share what they cite, or who cites them, and do not cite each other: "
            "often the same idea at the same time.",
            *(sentence for sentence, _ in told),
        ),
        f"Bibliographic coupling (Kessler 1963) and co-citation (Small 1973) on the table "
        f"citations as of {material.as_of}; the strongest first by Salton's cosine, the number "
        f"shared divided by the root of the product of both papers' numbers. Pairs that share "
        f"fewer than {_LEAST} are left out.",
        tuple(table for _, table in told),
    )


def _told(material: Material, kind: str, network: Network) -> tuple[str, Table]:
    shared, strength = _weights(network)
    enough = np.flatnonzero(shared >= _LEAST)
    source, target = network.source[enough], network.target[enough]
    links = material.citations
    order = twins(source, target, strength[enough], links.source, links.target, network.node_count)
    chosen = enough[order[:_SHOWN]]
    sentence = (
        f"{TITLES[kind]}: {counted(len(enough), 'pair')} with {_LEAST} or more, "
        f"{len(order):,} of them without a citation between the two."
    )
    rows = _rows(material, network, chosen.tolist(), shared, strength)
    head = ("One paper", "The other", "An author in common", "Shared", "Cosine")
    return sentence, Table(head, tuple(rows), numbers=2, title=TITLES[kind])


def _rows(
    material: Material, network: Network, pairs: list[int], shared: Floats, strength: Floats
) -> Iterator[tuple[Cell, ...]]:
    authors = [set(str(names or "").split("; ")) for names in network.column("authors").cells()]
    for pair in pairs:
        one, other = int(network.source[pair]), int(network.target[pair])
        in_common = bool((authors[one] & authors[other]) - {""})
        yield (
            material.papers[one],
            material.papers[other],
            "yes" if in_common else "no",
            int(shared[pair]),
            f"{strength[pair]:.3f}",
        )


def _weights(network: Network) -> tuple[Floats, Floats]:
    """Return how much each pair shares, and that by the sizes of both."""
    columns = {column.name: column.values for column in network.edges}
    return columns.get("shared", network.weight), columns.get("cosine", network.weight)
