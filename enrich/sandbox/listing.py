"""The listed papers: the bundled ICLR 2024 facts, then made papers."""

import csv
import io
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from . import words
from .mixing import mix

MADE_MONTHS = (2309, 2310, 2311, 2312, 2401, 2402)
# arXiv has never numbered more than 30,000 papers in a month.
FIRST_MADE_NUMBER = 50_001
_DECISIONS, _DECISION_SHARES = ("oral", "spotlight", "poster"), (0.04, 0.16, 0.80)


class ListedPaper(NamedTuple):
    """One line of the list that users hand in."""

    decision: str
    title: str
    arxiv_id: str | None
    openreview_id: str


# A real paper that anybody can be asked about, to see whether they answer. It is the first
# of the papers around the list.
LANDMARK = ListedPaper("", "Attention Is All You Need", "1706.03762", "")


def list_papers(count: int, seed: int) -> tuple[ListedPaper, ...]:
    """Return `count` listed papers, the bundled ones first."""
    bundled = _bundled()[:count]
    return (*bundled, *_made(len(bundled), count, seed))


def write_list(papers: Iterable[ListedPaper]) -> str:
    """Return the list as CSV text, with the columns of the bundled one."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(ListedPaper._fields)
    table.writerows(papers)
    return out.getvalue()


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
