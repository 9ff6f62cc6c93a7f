"""Says in sentences why a network of citations is empty or thin."""

from collections.abc import Iterable, Sequence

from db.network_rows import Coverage


def why_thin(
    coverage: Sequence[Coverage], edges: int, collection: str | None = None
) -> tuple[str, ...]:
    """Return what is missing behind the network, then what no fetching can change."""
    listed = sum(row.papers for row in coverage)
    if listed == 0:
        where = "The database" if collection is None else f"The collection '{collection}'"
        return (f"{where} lists no papers; add some with: citeweave enrich LIST.",)
    if all(row.record is None for row in coverage):
        return (
            "Semantic Scholar has not been asked about these papers yet, so no citation is "
            "known; ask it with: citeweave enrich.",
        )
    return (*_gaps(coverage, listed), *_nature(coverage, listed, edges))


def _gaps(coverage: Sequence[Coverage], listed: int) -> list[str]:
    """Count the listed papers whose references are not known, by what stands in the way."""
    asked = [row for row in coverage if row.record in ("found", "partial")]
    causes = {
        "Without an identifier that Semantic Scholar can be asked by": _count(
            row for row in coverage if row.record is None and not row.identified
        ),
        "Not yet asked about at Semantic Scholar (citeweave enrich asks)": _count(
            row for row in coverage if row.record is None and row.identified
        ),
        "Not found in Semantic Scholar": _count(row for row in coverage if row.record == "absent"),
        "Question to Semantic Scholar failed (citeweave enrich asks again)": _count(
            row for row in coverage if row.record == "failed"
        ),
        "References not fetched yet (citeweave enrich fetches them)": _count(
            row for row in asked if row.references is None
        ),
        "References withheld from Semantic Scholar by the publisher": _count(
            row for row in asked if row.references == "absent"
        ),
        "References failed to arrive (citeweave enrich asks again)": _count(
            row for row in asked if row.references == "failed"
        ),
        "References only partly received": _count(
            row for row in asked if row.references == "partial"
        ),
        "References received, but Semantic Scholar has none": _count(
            row for row in asked if row.without_references
        ),
    }
    return [f"{cause}: {n} of {listed} listed papers." for cause, n in causes.items() if n]


def _nature(coverage: Sequence[Coverage], listed: int, edges: int) -> list[str]:
    """Say what lies in the papers, where most references are there and edges still few."""
    if listed == 1:
        return ["There is one listed paper, and a citation needs two."]
    received = _count(row for row in coverage if row.references == "found")
    if edges < listed and 2 * received >= listed:
        return [
            f"The references of {received} of {listed} listed papers were received, but papers "
            "that appear together, as at one conference, can rarely cite each other; isolated "
            "papers are normal here."
        ]
    return []


def _count(rows: Iterable[Coverage]) -> int:
    return sum(row.papers for row in rows)
