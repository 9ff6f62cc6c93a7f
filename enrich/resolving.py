"""Finding listed papers that have no identifier: searched the cheapest way first, then scored.

Each search is asked only about papers that the searches before it did not settle. What they
found is read anew from the stored answers, so an interrupted run goes on where it ended.
"""

from collections.abc import Iterator, Sequence

from db.fetches import Part
from db.resolutions import Shown
from db.rows import Candidate, Candidates, Key, Record, Resolution
from db.store import Store

from . import __version__
from .http import Client, now
from .pipeline import Planned, Tally, fetch
from .progress import Reporter
from .sources.base import Options, Source

_SO_FAR = "not found so far; not every search has been answered yet"
_WORDLESS = "the list gives no words of a title or abstract to look for it by"
METHOD = f"record linkage of citeweave {__version__}"


def searches(sources: Sequence[Source]) -> list[tuple[Source, Part]]:
    """Return the searches of all sources, the cheapest first, else in the source's order."""
    found = [(source, part) for source in sources for part in source.searches()]
    return sorted(found, key=lambda each: (_cost(each[1]), each[0].info.rank))


def _cost(part: Part) -> float:
    return part.search.cost if part.search else 0


class Resolver:
    """Seeks the papers of one store that have no identifier."""

    def __init__(self, store: Store, sources: Sequence[Source]) -> None:
        self._store = store
        self._searches = searches(sources)
        self._read: dict[int, tuple[Candidate, ...]] = {}
        self.best: dict[Key, Resolution] = {}
        """The best candidate of each paper that was sought, in whatever band."""
        self.unfound: dict[Key, str] = {}
        """Why papers were not found."""

    async def seek(
        self,
        client: Client,
        options: Options,
        reporter: Reporter,
        *,
        run: int | None,
        cutoff: str | None = None,
    ) -> dict[str, Tally]:
        """Ask every search in turn about the papers still sought, and settle what can be.

        A search is settled when it was asked about all of them, be it in several runs: so
        the outcome does not depend on where a run was broken off.
        """
        tallies: dict[str, Tally] = {}
        for source, part in self._searches:
            name = source.info.name
            wants = self._store.find_wants(name, part, cutoff)
            if wants:
                asks = [(source, [part])]
                got = await fetch(
                    self._store, asks, client, options, reporter, run=run, cutoff=cutoff
                )
                tallies[name] = tallies.get(name, Tally()) + got[name]
                if got[name].answered + got[name].failed < len(wants):
                    continue
            if not self._store.is_settled(name, part.name):
                self.settle()
        self._set_aside()
        return tallies

    def _set_aside(self) -> None:
        """Say of the papers that no search suits why they are not looked for."""
        said = self._store.load_unfound()
        unsaid = {key: _WORDLESS for key in self._wordless() if said.get(key) != _WORDLESS}
        if unsaid:
            self._store.save_resolutions([], unsaid, method=METHOD, at=now())
            self.unfound |= unsaid

    def _wordless(self) -> list[Key]:
        suits = [part.search.suits for _, part in self._searches if part.search]
        return [
            sought.key
            for sought in self._store.load_sought()
            if not any(each(sought) for each in suits)
        ]

    def settle(self) -> None:
        """Score all that the searches found for the papers still sought, and store it."""
        sought = self._store.load_sought()
        if not sought:
            return
        # Most runs have nothing to score, and loading what scores takes them a twentieth.
        from .resolution import resolve  # noqa: PLC0415

        candidates = list(self._candidates())
        resolved = resolve(
            sought,
            candidates,
            taken=self._store.load_taken(),
            decisions=self._store.load_decisions(),
        )
        for each in reversed(resolved.resolutions):
            self.best[each.paper] = each
        found = [Shown(each, _shown(each, candidates)) for each in resolved.resolutions]
        unfound = dict(resolved.unfound)
        for key in self.find_open() - {e.paper for e in resolved.resolutions if e.band == "review"}:
            if key in unfound:
                unfound[key] = _SO_FAR
        for paper in sought:
            self.unfound.pop(paper.key, None)
        self.unfound |= unfound
        self._store.save_resolutions(found, unfound, method=METHOD, at=now())

    def find_open(self, cutoff: str | None = None) -> set[Key]:
        """Return the papers that some search is still to be asked for."""
        return {
            want.key
            for source, part in self._searches
            for want in self._store.find_wants(source.info.name, part, cutoff)
        }

    def plan(self, cutoff: str | None) -> list[Planned]:
        """Return the most that the searches would ask, if none of them settled anything."""
        planned = []
        for source, part in self._searches:
            name = source.info.name
            wants = self._store.find_wants(name, part, cutoff)
            if count := len(source.plan(part, wants)):
                seconds = count * source.service.interval
                planned.append(Planned(name, count, seconds, False, {part.name: count}))
        return planned

    def _candidates(self) -> Iterator[Candidate]:
        for source, part in self._searches:
            for number, answer in self._store.load_answers(source.info.name, part.name):
                if number not in self._read:
                    outcomes = source.read(answer)
                    self._read[number] = tuple(
                        Candidate(source.info.name, record, number)
                        for outcome in outcomes
                        if isinstance(outcome, Candidates)
                        for record in outcome.records
                    )
                yield from self._read[number]


def _shown(resolution: Resolution, candidates: Sequence[Candidate]) -> Record:
    """Return the description of a resolution's candidate that says the most of it."""
    keys = set(resolution.keys)
    fitting = [each for each in candidates if keys.intersection(each.record.identifiers)]
    best = max(
        fitting,
        key=lambda each: (
            each.record.arxiv_id is not None,
            bool(each.record.abstract),
            -each.answer,
        ),
        default=None,
    )
    return best.record if best else Record()
