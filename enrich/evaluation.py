"""How often finding papers goes wrong, measured on papers whose identifiers are known.

The identifiers are hidden, the papers are sought as if they had none, and what is found is
compared with the truth. Nothing of it touches the database that the papers come from.
"""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from db.listings import keys_of
from db.outcomes import Identified
from db.rows import Evidence, Key, Listing, Resolution
from db.runs import ServiceUse

from .asking import Asked, ask
from .clock import now
from .enrichment import opened_store
from .errors import GaveUp, Interrupted
from .progress import Reporter
from .resolving import Resolver
from .settings import Settings
from .sources import make_sources
from .sources.base import Options


def _title_only(listing: Listing) -> Listing:
    return replace(listing, abstract=None)


def _abstract_only(listing: Listing) -> Listing:
    return replace(listing, title=None)


KINDS: Mapping[str, Callable[[Listing], Listing]] = {
    "title": _title_only,
    "title and abstract": lambda listing: listing,
    "abstract": _abstract_only,
}
"""What a list may give of a paper."""
_NEEDED = {
    "title": ("title",),
    "title and abstract": ("title", "abstract"),
    "abstract": ("abstract",),
}


@dataclass(frozen=True)
class Trial:
    """One paper sought without its identifiers, and what came of it."""

    title: str
    truth: tuple[Key, ...]
    band: str
    """accepted, review, untold or not found.

    Untold: a Semantic Scholar record was accepted that has no arXiv id and is not known to be
    the paper's; it may be its second record, so it counts neither as right nor as wrong.
    """
    is_right: bool
    found: tuple[Key, ...] = ()
    score: float | None = None
    evidence: tuple[Evidence, ...] = ()
    reason: str | None = None

    @property
    def is_error(self) -> bool:
        """Whether a wrong paper was accepted."""
        return self.band == "accepted" and not self.is_right


@dataclass(frozen=True)
class Evaluation:
    """The trials of one kind of list, and what they asked of the services."""

    kind: str
    trials: tuple[Trial, ...]
    uses: tuple[ServiceUse, ...]

    def count(self, band: str, *, right: bool | None = None) -> int:
        """Count the trials of a band, or those of them that are right, or wrong."""
        return sum(trial.band == band and right in (None, trial.is_right) for trial in self.trials)

    @property
    def precision(self) -> float | None:
        """Of the accepted, the share that is right."""
        accepted = self.count("accepted")
        return self.count("accepted", right=True) / accepted if accepted else None

    @property
    def recall(self) -> float | None:
        """Of all papers, the share that is accepted and right."""
        return self.count("accepted", right=True) / len(self.trials) if self.trials else None


def _hide(listing: Listing, line: int) -> Listing:
    return replace(
        listing,
        line=line,
        arxiv_id=None,
        arxiv_version=None,
        doi=None,
        corpus_id=None,
        s2_paper_id=None,
        given=None,
        # Lines of one title are papers of their own.
        openreview_id=listing.openreview_id or f"hidden{line}",
    )


def suited(papers: Sequence[Identified], kind: str) -> list[Identified]:
    """Return the papers of which the lists give what a kind of list needs."""
    return [
        paper for paper in papers if all(getattr(paper.listing, name) for name in _NEEDED[kind])
    ]


def draw(papers: Sequence[Identified], size: int | None, seed: int) -> list[Identified]:
    """Return a seeded sample of the papers, in their order; all where no size is given."""
    if size is None or size >= len(papers):
        return list(papers)
    chosen = set(random.Random(seed).sample(range(len(papers)), size))  # noqa: S311
    return [paper for place, paper in enumerate(papers) if place in chosen]


def evaluate(
    settings: Settings, papers: Sequence[Identified], kind: str, reporter: Reporter
) -> Evaluation:
    """Seek papers of which only what `kind` says is known; tell how often that went right."""
    hidden = {
        index: _hide(KINDS[kind](paper.listing), index) for index, paper in enumerate(papers, 1)
    }
    sources = make_sources(settings)
    with TemporaryDirectory(prefix="citeweave-") as folder:
        scratch = replace(settings, db=Path(folder) / "evaluation.db")
        with opened_store(scratch, sources, create=True) as store:
            run = store.start_run("evaluate", "", {}, now())
            collection = papers[0].collection if papers else ""
            store.add_list(collection, "hidden", hidden.values(), (), now())
            resolver = Resolver(store, sources)
            seek = partial(resolver.seek, options=Options(), reporter=reporter, run=run)
            asked = asyncio.run(ask(scratch, store, sources, reporter, run, seek))
            _refuse_half(asked)
            trials = _judge(papers, hidden, resolver.best, resolver.unfound)
    return Evaluation(kind, trials, asked.uses)


def _refuse_half(asked: Asked) -> None:
    """Raise where not all was asked: what was not asked is no measurement."""
    if asked.interrupted:
        raise Interrupted("interrupted. An evaluation measures all of its papers or none.")
    for name, tally in asked.tallies.items():
        if tally.stopped or tally.failed:
            failed = f"{tally.failed} of its questions failed. Evaluate again later."
            raise GaveUp(name, tally.stopped or f"{name}: {failed}")


def _judge(
    papers: Sequence[Identified],
    hidden: Mapping[int, Listing],
    best: Mapping[Key, Resolution],
    unfound: Mapping[Key, str],
) -> tuple[Trial, ...]:
    """Compare what was found with what is known."""
    trials = []
    for index, paper in enumerate(papers, 1):
        key = keys_of(hidden[index])[0]
        found = best.get(key)
        title = paper.listing.title or (paper.listing.abstract or "")[:80]
        if found is None or found.band == "rejected":
            trials.append(Trial(title, paper.keys, "not found", False, reason=unfound.get(key)))
            continue
        is_right = bool(set(found.keys).intersection(paper.keys))
        has_arxiv_id = any(key.scheme == "arxiv" for key in found.keys)
        is_untold = found.band == "accepted" and not is_right and not has_arxiv_id
        trials.append(
            Trial(
                title,
                paper.keys,
                "untold" if is_untold else found.band,
                is_right,
                found.keys,
                found.score,
                found.evidence,
                found.reason,
            )
        )
    return tuple(trials)
