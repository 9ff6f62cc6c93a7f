"""The listed papers: the bundled ICLR 2024 facts, then made papers."""

import csv
import io
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from db.rows import Listing

from . import words
from .mixing import mix

MADE_MONTHS = (2309, 2310, 2311, 2312, 2401, 2402)
# arXiv has never numbered more than 30,000 papers in a month.
FIRST_MADE_NUMBER = 50_001
_OWN = ("decision", "title", "arxiv_id", "openreview_id")
KINDS = {"title": _OWN, "both": (*_OWN, "abstract"), "abstract": (*_OWN[2:], "abstract")}
"""The columns of a written list, by what describes its papers."""
_DECISIONS, _DECISION_SHARES = ("oral", "spotlight", "poster"), (0.04, 0.16, 0.80)


class ListedPaper(NamedTuple):
    """One line of the list that users hand in."""

    decision: str
    title: str
    arxiv_id: str | None
    openreview_id: str
    abstract: str | None = None
    authors: tuple[str, ...] = ()


# A real paper that anybody can be asked about, to see whether they answer. It is the first
# of the papers around the list.
LANDMARK = ListedPaper("", "Attention Is All You Need", "1706.03762", "")


def list_papers(count: int, seed: int) -> tuple[ListedPaper, ...]:
    """Return `count` listed papers, the bundled ones first."""
    bundled = _bundled()[:count]
    return (*bundled, *_made(len(bundled), count, seed))


def write_list(
    papers: Iterable[ListedPaper],
    kind: str = "title",
    *,
    authors: bool = False,
) -> str:
    """Return the list as CSV text: the columns of the bundled one, or those of another kind.

    `kind` says what describes a paper: title, abstract, or both.
    """
    columns = [*KINDS[kind], *(["authors"] if authors else [])]
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(columns)
    for paper in papers:
        cells = paper._asdict() | {"authors": "; ".join(paper.authors)}
        table.writerow(cells[column] for column in columns)
    return out.getvalue()


def from_listings(listings: Iterable[Listing], seed: int) -> tuple[ListedPaper, ...]:
    """Return the papers of a list in any format; one without title gets a made one.

    A paper that the list names twice is taken once.
    """
    papers: list[ListedPaper] = []
    seen: set[str] = set()
    for listing in listings:
        ids = {found for found in (listing.arxiv_id, listing.openreview_id) if found}
        if ids & seen:
            continue
        seen |= ids
        number = len(papers)
        made = words.title(number, topic_of(seed, number), mix(seed, number))
        papers.append(
            ListedPaper(
                listing.decision or "",
                listing.title or made,
                listing.arxiv_id,
                listing.openreview_id or "",
                listing.abstract,
                listing.authors,
            )
        )
    return tuple(papers)


def _bundled() -> list[ListedPaper]:
    text = files("db").joinpath("iclr2024.csv").read_text(encoding="utf-8")
    return [
        ListedPaper(row["decision"], row["title"], row["arxiv_id"] or None, row["openreview_id"])
        for row in csv.DictReader(io.StringIO(text))
    ]


def _made(first: int, stop: int, seed: int) -> Iterator[ListedPaper]:
    rng = np.random.default_rng([seed, 1])
    chosen = rng.choice(len(_DECISIONS), max(stop - first, 0), p=_DECISION_SHARES).tolist()
    for number, decision in zip(range(first, stop), chosen, strict=True):
        bits = mix(seed, number)
        turn, month = divmod(number - first, len(MADE_MONTHS))
        yield ListedPaper(
            _DECISIONS[decision],
            words.title(number, topic_of(seed, number), bits),
            f"{MADE_MONTHS[month]}.{FIRST_MADE_NUMBER + turn}",
            f"made{number:06d}",
        )


def topic_of(seed: int, number: int) -> int:
    """Return the topic of paper `number`: papers of one topic cite each other more."""
    return mix(seed, number, 3) % words.TOPICS
