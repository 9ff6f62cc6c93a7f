"""Concurrent twins: pairs of listed papers that lie close and do not cite each other."""

from collections.abc import Iterator

import numpy as np

from db.authorship_rows import authorships
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
        f"fewer than {_LEAST} are left out. An author is told by Semantic Scholar's id, by name "
        "only where there is none.",
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
        f"{TITLES[kind]}: {counted(len(enough), 'pair')} with {_LEAST} or more, of which "
        f"{len(order):,} do not cite each other."
    )
    rows = _rows(material, network, chosen.tolist(), shared, strength)
    head = ("One paper", "The other", "An author in common", "Shared", "Cosine")
    return sentence, Table(head, tuple(rows), numbers=2, title=TITLES[kind])


def _rows(
    material: Material, network: Network, pairs: list[int], shared: Floats, strength: Floats
) -> Iterator[tuple[Cell, ...]]:
    wrote = _writers(material)
    for pair in pairs:
        one, other = int(network.source[pair]), int(network.target[pair])
        yield (
            material.papers[one],
            material.papers[other],
            _in_common(*(wrote.get(int(network.node_ids[node])) for node in (one, other))),
            int(shared[pair]),
            f"{strength[pair]:.3f}",
        )


def _writers(material: Material) -> dict[int, set[int]]:
    """Return the authors of each paper of which any is known, all by their numbers."""
    wrote: dict[int, set[int]] = {}
    paper, author, _ = authorships(material.connection)
    for number, who in zip(paper.tolist(), author.tolist(), strict=True):
        wrote.setdefault(number, set()).add(who)
    return wrote


def _in_common(one: set[int] | None, other: set[int] | None) -> str | None:
    if one is None or other is None:
        return None
    return "yes" if one & other else "no"


def _weights(network: Network) -> tuple[Floats, Floats]:
    """Return how much each pair shares, and that by the sizes of both."""
    columns = {column.name: column.values for column in network.edges}
    return columns.get("shared", network.weight), columns.get("cosine", network.weight)
