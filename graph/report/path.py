"""The main path through the citations among the listed papers."""

from collections.abc import Iterator

from ..measures.main_path import MainPath, main_path
from .parts import Material, Section, Table


def section(material: Material) -> Section:
    """Return the section."""
    network = material.citations
    found = main_path(network.source, network.target, network.node_count)
    years = network.column("year").cells()
    # No link follows the last step.
    shares = (*found.shares, None) if found.steps else ()
    rows = tuple(
        (
            str(step),
            material.papers[node],
            None if years[node] is None else str(years[node]),
            f"{share:.1%}" if share is not None and node == papers[0] else "",
        )
        for step, (papers, share) in enumerate(zip(found.steps, shares, strict=True), start=1)
        for node in papers
    )
    return Section(
        "Main path",
        tuple(_sentences(found)),
        f"Search path count (Hummon and Doreian 1989; Batagelj 2003), the path of the largest sum "
        f"(Liu and Lu 2012); the table citations as of {material.as_of}. The share is of all "
        "chains, from a paper that cites none here to one that none here cites, that take the "
        "link to the next step.",
        (Table(("Step", "Paper", "Year", "Chains to the next"), rows, numbers=2),) if rows else (),
    )


def _sentences(found: MainPath) -> Iterator[str]:
    if not found.steps:
        yield "No chain of citations is known inside the list."
        return
    yield (
        "Of all chains of citations inside the list the one whose links carry most chains, added "
        "up; from the earliest cited paper on."
    )
    if any(len(papers) > 1 for papers in found.steps):
        yield "Papers of the same step cite each other in a circle."
