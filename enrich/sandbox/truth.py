"""What became of each listed paper: the truth that evaluations compare with, and only they."""

import csv
import io
from typing import NamedTuple

from .world import World


class Truth(NamedTuple):
    """What is true of one listed paper."""

    position: int
    """Place in the list, from 1."""
    openreview_id: str
    title: str
    """As listed."""
    fate: str
    """posted, renamed, rewritten, renamed and rewritten, or never posted."""
    arxiv_id: str | None
    corpus_ids: tuple[int, ...]
    """All of its records in Semantic Scholar, that with the arXiv id first."""
    is_sought: bool
    """The list gives no arXiv id."""
    is_late: bool
    """It was posted a year or more after the conference."""
    has_look_alike: bool
    has_twin: bool


def tell_truth(world: World) -> tuple[Truth, ...]:
    """Return the truth about every listed paper, in the list's order."""
    second = {
        extra.original: world.census.size + number
        for number, extra in enumerate(world.extras)
        if extra.kind == "published"
    }
    fates = world.fates
    return tuple(
        Truth(
            position=number + 1,
            openreview_id=paper.openreview_id,
            title=paper.title,
            fate=_fate(world, number),
            arxiv_id=world.arxiv_id(number),
            corpus_ids=tuple(
                world.corpus_id(record)
                for record in (number, second.get(number))
                if record is not None and world.in_s2(record)
            ),
            is_sought=bool(fates.sought[number]),
            is_late=bool(fates.late[number]),
            has_look_alike=bool(fates.look_alike[number]),
            has_twin=bool(fates.twin[number]),
        )
        for number, paper in enumerate(world.listed)
    )


def write_truth(world: World) -> str:
    """Return the truth as CSV text; corpus ids are parted by spaces, flags are 0 or 1."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(Truth._fields)
    table.writerows(_cells(row) for row in tell_truth(world))
    return out.getvalue()


def _cells(row: Truth) -> list[object]:
    cells = row._asdict() | {"corpus_ids": " ".join(map(str, row.corpus_ids))}
    return [int(cell) if isinstance(cell, bool) else cell for cell in cells.values()]


def _fate(world: World, paper: int) -> str:
    if world.arxiv_id(paper) is None:
        return "never posted"
    said = [
        name
        for name, mask in (("renamed", world.fates.renamed), ("rewritten", world.fates.rewritten))
        if mask[paper]
    ]
    return " and ".join(said) or "posted"
