"""Finding listed papers that have no identifier: searched the cheapest way first, then scored.

Each search is asked only about papers that the searches before it did not find. What they
brought is read anew from the stored answers, so an interrupted run goes on where it ended.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from db.fetches import Part
from db.resolutions import NOT_YET, Shown
from db.rows import Answer, Candidate, Candidates, Found, Key, Record, Resolution, Sought
from db.store import Store

from . import __version__
from .client import Client
from .clock import now
from .pipeline import Planned, Tally, fetch
from .progress import Reporter
from .sources.base import Options, Source, read_again

if TYPE_CHECKING:
    from .resolution import Resolved

_WORDLESS = "the list gives no words of a title or abstract to look for it by"
METHOD = f"record linkage of citeweave {__version__}"


def searches(sources: Sequence[Source]) -> list[tuple[Source, Part]]:
    """Return the searches of all sources, the cheapest first, else in the source's order."""
    found = [(source, part) for source in sources for part in source.searches()]
    return sorted(found, key=lambda each: (_cost(each[1]), each[0].info.rank))


def _cost(part: Part) -> float:
    return part.search.cost if part.search else 0


class Resolver:
    """Seeks the papers of one store that no list gives an identifier of.

    What is found follows from the lists, the stored answers and what persons decided, whatever
    was found before: an earlier finding that no longer holds is taken back.
    """

    def __init__(self, store: Store, sources: Sequence[Source]) -> None:
        self._store = store
        self._sources = sources
        self._searches = searches(sources)
        self._read: dict[int, tuple[Record, ...]] = {}
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
        """Ask every search in turn about the papers still sought, and judge what it brought.

        A search is judged when it was asked about all of them, be it in several runs, and the
        next one, which costs more, is asked after that: so the outcome does not depend on
        where a run was broken off, or on which service was down.
        """
        tallies: dict[str, Tally] = {}
        if not self._store.is_judged(METHOD):
            self.judge()
        for source, part in self._searches:
            name = source.info.name
            wants = self._store.find_wants(name, part, cutoff)
            if wants:
                asks = [(source, [part])]
                got = await fetch(
                    self._store, asks, client, options, reporter, run=run, cutoff=cutoff
                )
                tallies[name] = tallies.get(name, Tally()) + got[name]
                if got[name].stopped or got[name].answered + got[name].failed < len(wants):
                    break
            if self._store.has_answers_to_judge(name, part.name):
                self.judge()
        return tallies

    def judge(self) -> None:
        """Score all that is known of candidates for the papers sought, and store the outcome."""
        sought = self._store.load_sought()
        candidates = list(self._candidates()) if sought else []
        resolved = self._resolve(sought, candidates) if sought else None
        resolutions = resolved.resolutions if resolved else ()
        self.best = {each.paper: each for each in reversed(resolutions)}
        self.unfound = self._explain(sought, resolved) if resolved else {}
        found = _show(resolutions, candidates) if resolutions else []
        self._store.save_judgement(found, self.unfound, method=METHOD, at=now())

    def _resolve(self, sought: Sequence[Sought], candidates: Sequence[Candidate]) -> "Resolved":
        # Most runs have nothing to score, and loading what scores takes them a twentieth.
        from .resolution import resolve  # noqa: PLC0415

        return resolve(
            sought,
            candidates,
            taken=self._store.load_taken(),
            decisions=self._store.load_decisions(),
        )

    def _explain(self, sought: Sequence[Sought], resolved: "Resolved") -> dict[Key, str]:
        """Return why papers were not found, or that this is not known yet."""
        suits = [part.search.suits for _, part in self._searches if part.search]
        wordless = {each.key for each in sought if not any(suit(each) for suit in suits)}
        waiting = {each.paper for each in resolved.resolutions if each.band == "review"}
        still_open = self.find_open() - waiting
        return {
            key: _WORDLESS if key in wordless else NOT_YET if key in still_open else reason
            for key, reason in resolved.unfound.items()
        }

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
        """Yield what searches brought, and what was learned of it when it was asked about."""
        keys: set[Key] = set()
        for source, part in self._searches:
            for number, answer in self._store.load_answers(source.info.name, part.name):
                for record in self._records(source, number, answer):
                    keys.update(record.identifiers)
                    yield Candidate(source.info.name, record, number)
        for source in self._sources:
            for part in source.parts(Options()):
                if part.needs is None:
                    about = self._store.load_answers_about(source.info.name, part.name, keys)
                    for number, answer in about:
                        for record in self._records(source, number, answer):
                            if not keys.isdisjoint(record.identifiers):
                                yield Candidate(source.info.name, record, number)

    def _records(self, source: Source, number: int, answer: Answer) -> tuple[Record, ...]:
        if number not in self._read:
            outcomes = read_again(source, answer)
            self._read[number] = (
                *(o.record for o in outcomes if isinstance(o, Found)),
                *(record for o in outcomes if isinstance(o, Candidates) for record in o.records),
            )
        return self._read[number]


def _show(resolutions: Sequence[Resolution], candidates: Sequence[Candidate]) -> list[Shown]:
    """Return each resolution with the description of its candidate that says the most of it."""
    from .resolution.descriptions import find_keys  # noqa: PLC0415

    holders: defaultdict[Key, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        for key in find_keys(candidate.record):
            holders[key].append(candidate)
    return [
        Shown(each, _fullest([one for key in each.keys for one in holders[key]]))
        for each in resolutions
    ]


def _fullest(candidates: Sequence[Candidate]) -> Record:
    best = max(
        candidates,
        key=lambda each: (
            each.record.arxiv_id is not None,
            bool(each.record.abstract),
            -each.answer,
        ),
        default=None,
    )
    return best.record if best else Record()
