"""Communities of each network, with names and sizes, and how far they can be trusted."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from db.wording import counted

from ..measures.community import communities, stability
from ..network import Network
from .overview import TITLES
from .parts import Cell, Material, Plot, Section, Table
from .plots import draw_sizes

_SHOWN = 15
_RUNS = 10


def section(material: Material) -> Section:
    """Return the section."""
    linked = {name: each for name, each in material.networks.items() if each.edge_count}
    return Section(
        "Communities",
        tuple(
            sentence
            for name, network in linked.items()
            for sentence in _trust(TITLES[name], network)
        )
        or ("No links are known, so there are no communities.",),
        f"Leiden (Traag, Waltman and van Eck 2019), resolution 1, on the links as of "
        f"{material.as_of}; named by the words that set their titles apart. Stability is the "
        f"likeness of {_RUNS} runs from different seeds: adjusted Rand index (Hubert and Arabie "
        "1985) and normalised mutual information, 1 where all runs agree.",
        tuple(
            block
            for name, network in linked.items()
            for block in (_plot(name, network), _table(material, network))
        ),
    )


def _trust(title: str, network: Network) -> Iterator[str]:
    ends = (network.source, network.target, network.weight, network.node_count)
    found = communities(*ends)
    alike = stability(*ends, seeds=range(_RUNS))
    if found.modularity is not None and alike is not None:
        yield (
            f"{title}: {counted(found.count, 'community')}, modularity "
            f"{found.modularity:.3f}; stability {alike.adjusted_rand:.2f} (adjusted Rand), "
            f"{alike.mutual_information:.2f} (mutual information)."
        )


def _sizes(network: Network) -> list[tuple[int, str, int]]:
    """Return number, name and size of each community, the largest first."""
    numbers, names = (network.column(n).cells() for n in ("community", "community_name"))
    sizes = Counter(int(number) for number in numbers if number is not None)
    name_of = {number: str(name) for number, name in zip(numbers, names, strict=True)}
    return [(number, name_of[number], sizes[number]) for number in sorted(sizes)]


def _table(material: Material, network: Network) -> Table:
    numbers = network.column("community").values
    links = network.column("degree").values
    rows: list[tuple[Cell, ...]] = []
    for number, name, size in _sizes(network)[:_SHOWN]:
        members = np.flatnonzero(numbers == number)
        # The nodes of all three networks are the same listed papers.
        middle = int(members[np.argmax(links[members])])
        rows.append((name, material.papers[middle], size))
    return Table(("Community", "Its best linked paper", "Papers"), tuple(rows), numbers=1)


def _plot(kind: str, network: Network) -> Plot:
    sizes = _sizes(network)
    shown = sizes[:_SHOWN]
    caption = "Communities by size"
    if left := len(sizes) - len(shown):
        papers = sum(size for *_, size in sizes[_SHOWN:])
        smaller, in_all = counted(left, "smaller one"), counted(papers, "paper")
        caption += f"; {smaller} with {in_all} in all not drawn"
    svg = draw_sizes(kind, [name for _, name, _ in shown], [size for *_, size in shown])
    return Plot(svg, f"{caption}.", TITLES[kind])
