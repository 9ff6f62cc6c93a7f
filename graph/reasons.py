"""Says in sentences why a network of citations is empty or thin."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from db.network_rows import Coverage
from db.wording import counted

from .network import Booleans

_UNNAMED = "Without an identifier that Semantic Scholar can be asked by"
_NOT_ASKED = "Not yet asked about at Semantic Scholar (citeweave enrich asks)"
_RECORD = {
    "absent": "Not found in Semantic Scholar",
    "failed": "Question to Semantic Scholar failed (citeweave enrich asks again)",
}
_REFERENCES = {
    None: "References not fetched yet (citeweave enrich fetches them)",
    "absent": "References withheld from Semantic Scholar by the publisher",
    "failed": "References failed to arrive (citeweave enrich asks again)",
    "partial": "References only partly received",
}
_NONE = "References received, but Semantic Scholar has none"
_ELSEWHERE = (
    "References received, none of them to a listed paper, and no listed paper's known "
    "references lead here"
)
_CAUSES = (
    _UNNAMED, _NOT_ASKED, *_RECORD.values(), *_REFERENCES.values(), _NONE, _ELSEWHERE
)  # fmt: skip
_TOGETHER = (
    "Papers that appear together, as at one conference, can rarely cite each other; isolated "
    "papers are normal here."
)


def why_thin(
    coverage: Sequence[Coverage], isolated: Booleans, collection: str | None = None
) -> tuple[str, ...]:
    """Return what is missing behind the network, then what no fetching can change.

    `coverage` and `isolated` speak of the same papers in the same order. Every isolated
    paper is counted in one of the sentences.
    """
    listed = len(coverage)
    if not listed:
        where = "The database" if collection is None else f"The collection '{collection}'"
        return (f"{where} lists no papers; add some with: citeweave enrich LIST.",)
    if all(paper.record is None for paper in coverage):
        return (
            "Semantic Scholar has not been asked about these papers yet, so no citation is "
            "known; ask it with: citeweave enrich.",
        )
    return (*_causes(coverage, isolated), *_nature(listed, int(np.count_nonzero(isolated))))


def _causes(coverage: Sequence[Coverage], isolated: Booleans) -> list[str]:
    """Count the listed papers by what stands between them and a link, where something does."""
    papers, alone = Counter[str](), Counter[str]()
    for paper, is_alone in zip(coverage, isolated.tolist(), strict=True):
        cause = _cause(paper)
        # A paper with links lacks nothing once its references are there.
        if cause != _ELSEWHERE or is_alone:
            papers[cause] += 1
            alone[cause] += is_alone
    return [
        f"{cause}: {papers[cause]:,} of {counted(len(coverage), 'listed paper')} "
        f"({alone[cause]:,} isolated)."
        for cause in _CAUSES
        if papers[cause]
    ]


def _cause(paper: Coverage) -> str:
    if paper.record is None:
        return _NOT_ASKED if paper.identified else _UNNAMED
    if paper.record in _RECORD:
        return _RECORD[paper.record]
    if paper.without_references:
        return _NONE
    return _REFERENCES.get(paper.references, _ELSEWHERE)


def _nature(listed: int, isolated: int) -> list[str]:
    """Say what lies in the papers themselves, where most of them stand alone."""
    if listed == 1:
        return ["There is one listed paper, and a citation needs two."]
    return [_TOGETHER] if 2 * isolated > listed else []
