"""Who cites whom by decision, and whether chance would do the same."""

from ..measures.mixing import Mixing, mixing
from .parts import Material, Plot, Section, Table
from .plots import draw_flow


def section(material: Material) -> Section:
    """Return the section."""
    network = material.citations
    decisions = [None if d is None else str(d) for d in network.column("decision").cells()]
    found = mixing(network.source, network.target, decisions)
    origin = (
        f"Citations between listed papers that have a decision, as of {material.as_of}. Chance: "
        f"the decisions dealt out to the papers anew {found.permutations:,} times (seed "
        f"{found.seed}), each as often as it is there; p is two-sided (Phipson and Smyth 2010), "
        "not corrected for the number of cells. Assortativity: Newman 2003."
    )
    if not found.observed.sum() or len(found.groups) < 2:
        none = "There are no citations between papers of different decisions to compare."
        return Section("Citations by decision", (none,), origin)
    return Section(
        "Citations by decision",
        (_assortativity(found),),
        origin,
        (
            Plot(
                draw_flow(found),
                "Citations from each decision to each; in brackets what chance would give; a star "
                "where p is below 0.05.",
            ),
            Table(
                ("Citing", "Cited", "Citations", "By chance", "p"),
                tuple(
                    (
                        citing,
                        cited,
                        int(found.observed[row, column]),
                        f"{found.expected[row, column]:,.1f}",
                        f"{found.p[row, column]:.4f}",
                    )
                    for row, citing in enumerate(found.groups)
                    for column, cited in enumerate(found.groups)
                ),
                numbers=3,
            ),
        ),
    )


def _assortativity(found: Mixing) -> str:
    if found.assortativity is None or found.assortativity_p is None:
        return "Assortativity cannot be told: one decision does all the citing and is all cited."
    return (
        f"Assortativity by decision is {found.assortativity:+.3f} (p {found.assortativity_p:.4f}): "
        "1 if papers cited only those of their own decision, 0 as by chance."
    )
