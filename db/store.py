"""The one writer. An answer and all that follows from it go in together or not at all."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from . import runs
from .answers import load_answers, save_answer
from .database import atomic, explained, identify
from .embeddings import save_vectors
from .errors import DatabaseError
from .fetches import (
    Fetch,
    Part,
    continued,
    fail_fetches,
    load_failures,
    load_fetch,
    restore_failures,
    save_fetches,
)
from .links import Known, Seen, count_since, drop_older, save_links, save_unlinked
from .listings import LIST_INFO, Added, add_list, replay_lists, save_list_records
from .merge import MENTION_INFO, Said, merge_mentions, merge_papers, save_records
from .outcomes import Doubtful, load_doubtful
from .resolutions import (
    Shown,
    is_settled,
    keep_resolutions,
    load_decisions,
    load_sought,
    load_taken,
    load_unfound,
    restore_resolutions,
    save_decision,
    save_resolutions,
)
from .rows import (
    Absent,
    Answer,
    Candidates,
    Failed,
    Found,
    Key,
    Links,
    Listing,
    Outcome,
    Sought,
    Unusable,
    Vector,
    Want,
)
from .runs import ServiceUse, SourceInfo
from .union import Aliases, find, load_aliases, locate_all
from .wants import find_wants


class Store:
    """Writes lists, answers and runs to one open database."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.path = path
        self._connection = connection
        self._file = identify(path)
        # What links need at every row, known by heart: loaded when first needed, and kept up
        # to date from then on.
        self._aliases: Aliases | None = None
        self._known = Known({}, {})

    def close(self) -> None:
        """Close the file; the write-ahead log is folded into it."""
        self._connection.close()

    def introduce(
        self,
        sources: Mapping[SourceInfo, Iterable[str]],
        searches: Iterable[tuple[str, str]] = (),
    ) -> None:
        """Make sources known, with the schemes of the identifiers that they can be asked by.

        `searches` are the parts, as (source, part), that look for papers by their words.
        """
        with self._transaction():
            runs.save_sources(self._connection, [LIST_INFO, MENTION_INFO, *sources])
            runs.save_schemes(self._connection, sources)
            runs.save_searches(self._connection, searches)

    def add_list(
        self,
        collection: str,
        file: str,
        listings: Iterable[Listing],
        unusable: Iterable[Unusable],
        at: str,
    ) -> Added:
        """Store a list of papers under a collection's name."""
        with self._transaction():
            self._forget()
            return add_list(self._connection, collection, file, listings, unusable, at)

    @contextmanager
    def rehearsal(self) -> Iterator[None]:
        """Undo, at the end, all that was written inside."""
        with explained(self.path):
            self._connection.execute("BEGIN")
            try:
                yield
            finally:
                self._connection.rollback()

    def find_wants(self, source: str, part: Part, cutoff: str | None = None) -> list[Want]:
        """Return what a part of a source still has to be asked about."""
        return find_wants(self._connection, source, part, cutoff)

    def save(self, answer: Answer, outcomes: Sequence[Outcome], run: int | None) -> int:
        """Store an answer with its outcomes; return the answer's number."""
        with self._transaction():
            number = save_answer(self._connection, answer, run)
            self._apply(number, answer, outcomes)
        return number

    def fail(self, source: str, part: str, wants: Iterable[Want], reason: str, at: str) -> None:
        """Note for each paper that the part failed, and why."""
        with self._transaction():
            self._fail([self._paper(want.key) for want in wants], source, part, reason, at)

    def load_answers(self, source: str, part: str) -> Iterator[tuple[int, Answer]]:
        """Yield the stored answers of one part of a source, with their numbers."""
        return load_answers(self._connection, source=source, part=part)

    def load_sought(self) -> list[Sought]:
        """Return the listed papers that no source can be asked about by an identifier."""
        return list(load_sought(self._connection).values())

    def is_settled(self, source: str, part: str) -> bool:
        """Return whether all that a search brought, and a person decided, has been scored."""
        return is_settled(self._connection, source, part)

    def load_unfound(self) -> dict[Key, str]:
        """Return the papers that were not found so far, and why."""
        return load_unfound(self._connection)

    def load_taken(self) -> dict[Key, str]:
        """Return the identifiers that listed papers have, with their titles."""
        return load_taken(self._connection)

    def load_decisions(self) -> dict[tuple[Key, Key], bool]:
        """Return what a person decided of a paper and a candidate."""
        return load_decisions(self._connection)

    def load_doubtful(self) -> list[Doubtful]:
        """Return the papers that wait for review, with their candidates."""
        return load_doubtful(self._connection)

    def decide(self, paper: Key, candidate: Key, *, is_accepted: bool, at: str) -> None:
        """Keep what a person decided of a candidate."""
        with self._transaction():
            save_decision(self._connection, paper, candidate, is_accepted=is_accepted, at=at)

    def save_resolutions(
        self, found: Sequence[Shown], unfound: Mapping[Key, str], *, method: str, at: str
    ) -> None:
        """Store what was found for papers without identifiers, and why others were not found."""
        with self._transaction():
            resolved = save_resolutions(self._connection, found, unfound, method=method, at=at)
            self._renew(resolved)

    def _renew(self, papers: set[int]) -> None:
        """Merge papers anew that got identifiers or were made one with others."""
        save_list_records(self._connection, papers)
        merge_papers(self._connection, papers)
        self._forget()

    def start_run(self, command: str, version: str, options: dict[str, object], at: str) -> int:
        """Open a run and return its number."""
        with self._transaction():
            return runs.start_run(self._connection, command, version, options, at)

    def save_use(self, run: int, uses: Iterable[ServiceUse]) -> None:
        """Store what a run asked of each service so far."""
        with self._transaction():
            runs.save_use(self._connection, run, uses)

    def finish_run(self, run: int, exit_code: int, outcome: str, at: str) -> None:
        """Close a run with the way it ended."""
        with self._transaction():
            runs.finish_run(self._connection, run, exit_code, outcome, at)

    def rebuild(self, read: Callable[[Answer], Sequence[Outcome]]) -> int:
        """Make every derived table again from lists and raw answers; return the answers read.

        One transaction: a rebuild that is broken off changes nothing.
        """
        count = 0
        with self._transaction():
            failures = load_failures(self._connection)
            resolutions = keep_resolutions(self._connection)
            self._connection.execute("PRAGMA defer_foreign_keys = ON")
            for table in _DERIVED:
                self._connection.execute(f"DELETE FROM {table}")  # noqa: S608
            replay_lists(self._connection)
            self._renew(restore_resolutions(self._connection, resolutions))
            for number, answer in load_answers(self._connection):
                self._apply(number, answer, read(answer))
                count += 1
            restore_failures(self._connection, failures)
        return count

    def _apply(self, number: int, answer: Answer, outcomes: Sequence[Outcome]) -> None:
        """Store what an answer says; `number` is the answer's."""
        found = [outcome for outcome in outcomes if isinstance(outcome, Found)]
        if found:
            self._save_found(number, answer, found)
        self._save_rest(number, answer, outcomes)
        pages = [(self._paper(o.key), o) for o in outcomes if isinstance(o, Links)]
        if pages:
            self._save_pages(number, answer, pages)

    def _save_found(self, number: int, answer: Answer, found: Sequence[Found]) -> None:
        request, at = answer.request, answer.answered_at
        located = locate_all(
            self._connection, [(each.key, *each.record.identifiers) for each in found]
        )
        said = []
        for place, each in zip(located, found, strict=True):
            if other := next((key for key in place.foreign if key.scheme == "arxiv"), None):
                reason = f"the answer is about another paper, {other}"
                self._fail([place.paper], request.source, request.part, reason, at)
            else:
                said.append(Said(place.paper, each.key, each.record, at))
        save_records(self._connection, request.source, said, number)
        save_list_records(self._connection, {each.paper for each in located if each.united})
        merge_papers(self._connection, {each.paper for each in located})
        self._renew_aliases(each.paper for each in located)
        self._save_states([(each.paper, Fetch("found", answer=number)) for each in said], answer)

    def _save_rest(self, number: int, answer: Answer, outcomes: Sequence[Outcome]) -> None:
        """Store who is absent, whose answer failed, and vectors."""
        request = answer.request
        expected = _expected(answer)
        absent = [o for o in outcomes if isinstance(o, Absent)]
        vectors = [(self._paper(o.key), o.embedding) for o in outcomes if isinstance(o, Vector)]
        states = [
            (self._paper(o.key), Fetch("absent", o.reason, expected.get(o.key), answer=number))
            for o in absent
        ]
        states += [(paper, Fetch("found", answer=number)) for paper, _ in vectors]
        searched = {key for o in outcomes if isinstance(o, Candidates) for key in o.keys}
        states += [(self._paper(key), Fetch("found", answer=number)) for key in sorted(searched)]
        self._save_states(states, answer)
        save_vectors(self._connection, vectors)
        for o in outcomes:
            if isinstance(o, Failed):
                paper = self._paper(o.key)
                self._fail([paper], request.source, request.part, o.reason, answer.answered_at)

    def _save_pages(self, number: int, answer: Answer, pages: Sequence[tuple[int, Links]]) -> None:
        source = answer.request.source
        seen = Seen(source, pages[0][1].direction, number)
        if self._aliases is None:
            self._aliases = load_aliases(self._connection)
        saved, changed = save_links(self._connection, self._aliases, self._known, seen, pages)
        merge_mentions(self._connection, changed.mentioned)
        if changed.united:
            save_list_records(self._connection, changed.united)
            merge_papers(self._connection, changed.united)
        if changed.united or changed.identifiers:
            self._renew_aliases(changed.united.union(changed.mentioned))
        numbered = [(each.paper, page) for each, (_, page) in zip(saved, pages, strict=True)]
        save_unlinked(self._connection, seen, numbered)
        expected = _expected(answer)
        states = []
        for (paper, linked), (_, page) in zip(saved, pages, strict=True):
            fetch = Fetch(
                state="partial" if page.suspect or page.resume_at else "found",
                expected=expected.get(page.key),
                received=linked,
                unlinked=len(page.unlinked),
                resume_at=0 if page.suspect else page.resume_at,
                answer=number,
            )
            states.append((paper, self._with_earlier_pages(paper, page, seen, fetch, answer)))
        self._save_states(states, answer)

    def _renew_aliases(self, papers: Iterable[int]) -> None:
        self._known.forget()
        if self._aliases is not None:
            self._aliases |= load_aliases(self._connection, papers)

    def _forget(self) -> None:
        """Know nothing by heart any more: what is in the database counts."""
        self._known.forget()
        self._aliases = None

    def _with_earlier_pages(
        self, paper: int, page: Links, seen: Seen, fetch: Fetch, answer: Answer
    ) -> Fetch:
        """Return the state of a whole list; where it is complete, drop what it no longer has."""
        part = answer.request.part
        before = load_fetch(self._connection, paper, seen.source, part)
        if page.offset and before:
            first = before.answer or seen.answer
            fetch = continued(before, fetch, *count_since(self._connection, paper, seen, first))
        if before and fetch.state == "found" and part == seen.direction:
            drop_older(self._connection, paper, seen, fetch.answer or seen.answer)
        return fetch

    def _save_states(self, states: Sequence[tuple[int, Fetch]], answer: Answer) -> None:
        request = answer.request
        save_fetches(self._connection, request.source, request.part, states, answer.answered_at)

    def _fail(self, papers: Iterable[int], source: str, part: str, reason: str, at: str) -> None:
        fail_fetches(self._connection, papers, source, part, reason, at)

    def _paper(self, key: Key) -> int:
        """Return the paper that was asked about by this key."""
        paper = find(self._connection, key)
        if paper is None:
            raise DatabaseError(f"{self.path}: an answer is about {key}, which nobody asked for.")
        return paper

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        if identify(self.path) != self._file:
            raise DatabaseError(
                f"{self.path} was removed or replaced while it was being written. "
                "What was stored since is lost; run the same command again."
            )
        try:
            with explained(self.path), atomic(self._connection):
                yield
        except BaseException:
            self._forget()
            raise


def _expected(answer: Answer) -> dict[Key, int | None]:
    """Return how many links were promised of each paper that was asked about."""
    return {want.key: want.expected for want in answer.request.wants}


# Children before parents.
_DERIVED = (
    "citation_contexts",
    "sightings",
    "citations",
    "unlinked_references",
    "embeddings",
    "resolutions",
    "unresolved",
    "fetches",
    "authorships",
    "authors",
    "categories",
    "records",
    "identifiers",
    "papers",
)
