"""Disruption of the listed papers, where the database has what it needs."""

from collections import Counter

import numpy as np

from db.report_rows import surroundings
from db.wording import counted

from ..measures.disruption import REASONS, Known, disruption
from .parts import Material, Section, Table

_SHOWN = 10


def section(material: Material) -> Section:
    """Return the section."""
    around = surroundings(material.connection, material.collection)
    nodes = material.citations.node_ids
    papers = np.searchsorted(around.paper, nodes)
    known = Known(around.year, around.references_whole, around.cited_until)
    # The year of the newest answer is not over.
    last_year = int(material.as_of[:4]) - 1 if material.held["latest_answer"] else 0
    found = disruption(around.citing, around.cited, known, papers, last_year)
    there = np.flatnonzero(found.why_missing < 0)
    order = there[np.argsort(-found.index[there], kind="stable")]
    shown = order if len(order) <= 2 * _SHOWN else np.r_[order[:_SHOWN], order[-_SHOWN:]]
    why = Counter(found.why_missing[found.why_missing >= 0].tolist())
    return Section(
        "Disruption",
        (
            f"Known of {counted(len(there), 'paper')} of {len(nodes):,}.",
            *(
                f"Missing of {counted(times, 'paper')}: {REASONS[reason]}."
                for reason, times in sorted(why.items())
            ),
        ),
        f"CD5 (Funk and Owen-Smith 2017), from 1 where those who cite a paper leave aside what it "
        f"cites, to -1 where they cite that too; citations of the paper's year and the five after "
        f"it, in the tables citations and fetches as of {material.as_of}; those of unknown year "
        "are left out. It is told only where all who cite the paper or its references were "
        "received after these years, but for a tenth or three by Semantic Scholar's own count, "
        "which differs from its lists by as much; references that lead to no known paper do not "
        "count.",
        (
            Table(
                ("Paper", "Year", "CD5"),
                tuple(
                    (
                        material.papers[node],
                        f"{known.year[papers[node]]:.0f}",
                        f"{found.index[node]:+.3f}",
                    )
                    for node in shown.tolist()
                ),
                numbers=2,
            ),
        )
        if len(there)
        else (),
    )
