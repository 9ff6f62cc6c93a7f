"""The numbers of the networks, side by side."""

import numpy as np

from ..measures.clustering import clustering
from ..network import Network
from ..networkit_graph import pairs
from .parts import Cell, Material, Plot, Section, Table
from .plots import draw_degrees

TITLES = {
    "citation": "Citations",
    "coupling": "Shared references",
    "cocitation": "Cited together",
}


def section(material: Material) -> Section:
    """Return the section."""
    networks = material.networks
    degrees = {
        TITLES[name]: network.column("degree").values
        for name, network in networks.items()
        if network.edge_count
    }
    caption = (
        "How many papers have at least so many links; those without any are counted, not drawn."
    )
    columns = [_column(network) for network in networks.values()]
    reasons = tuple(
        (TITLES[name], reason) for name, network in networks.items() for reason in network.reason
    )
    return Section(
        "The networks of the listed papers",
        (),
        f"The table citations as of {material.as_of}. Clustering: Watts and Strogatz 1998; core: "
        "Seidman 1983. Both leave directions aside.",
        (
            Table(
                ("", *(TITLES[name] for name in networks)),
                tuple(zip(_HEADS, *columns, strict=True)),
                numbers=len(networks),
            ),
            *((Plot(draw_degrees(degrees), caption),) if degrees else ()),
            Table(("Network", "Reason"), reasons, title="Why they look so"),
        ),
    )


_HEADS = (
    "Papers",
    "Links",
    "Papers without any",
    "Papers in the largest connected part",
    "Links a paper, on average",
    "Share of possible pairs that are linked",
    "Clustering, mean of papers with two neighbours or more",
    "Innermost core (k)",
    "Papers in the innermost core",
)


def _column(network: Network) -> list[Cell]:
    """Return the numbers of one network in the order of _HEADS."""
    source, target, count = network.source, network.target, network.node_count
    linked = pairs(source, target, network.weight, count)
    neighbours = np.bincount(np.concatenate(linked[:2]), minlength=count)
    close = clustering(source, target, count)[neighbours > 1]
    core = network.column("core").values
    innermost = int(core.max(initial=0))
    possible = count * (count - 1) / 2
    return [
        count,
        network.edge_count,
        network.isolated_count,
        int(np.count_nonzero(network.column("component").values == 1)),
        2 * network.edge_count / count if count else None,
        len(linked.source) / possible if possible else None,
        float(close.mean()) if len(close) else None,
        innermost if network.edge_count else None,
        int(np.count_nonzero(core == innermost)) if network.edge_count else None,
    ]
