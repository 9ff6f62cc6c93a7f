"""What answers say, written to the tables that are made of lists and answers alone."""

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from .embeddings import save_vectors
from .errors import DatabaseError
from .fetches import Fetch, continued, fail_fetches, load_fetch, save_fetches
from .links import Known, Seen, count_since, drop_older, save_links, save_unlinked
from .listings import save_list_records
from .merge import Said, merge_mentions, merge_papers, save_records
from .rows import Absent, Answer, Candidates, Failed, Found, Key, Links, Outcome, Vector
from .union import Aliases, find, load_aliases, locate_all


class Derivation:
    """Keeps the derived tables of one database; what it writes is in its caller's transaction."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path
        # What links need at every row, known by heart: loaded when first needed, and kept up
        # to date from then on.
        self._aliases: Aliases | None = None
        self._known = Known({}, {})

    def clear(self) -> None:
        """Empty every derived table."""
        for table in _DERIVED:
            self._connection.execute(f"DELETE FROM {table}")  # noqa: S608

    def renew(self, papers: set[int]) -> None:
        """Merge papers anew that got identifiers or were made one with others."""
        save_list_records(self._connection, papers)
        merge_papers(self._connection, papers)
        self.forget()

    def apply(self, number: int, answer: Answer, outcomes: Sequence[Outcome]) -> None:
        """Store what an answer says; `number` is the answer's."""
        found = [outcome for outcome in outcomes if isinstance(outcome, Found)]
        if found:
            self._save_found(number, answer, found)
        self._save_rest(number, answer, outcomes)
        pages = [(self.locate(o.key), o) for o in outcomes if isinstance(o, Links)]
        if pages:
            self._save_pages(number, answer, pages)

    def apply_again(self, number: int, answer: Answer, outcomes: Sequence[Outcome]) -> None:
        """Store what an earlier answer says of papers that are still asked about."""
        known = [each for o in outcomes if (each := self._still_asked(o))]
        self.apply(number, answer, known)

    def _still_asked(self, outcome: Outcome) -> Outcome | None:
        keys = outcome.keys if isinstance(outcome, Candidates) else (outcome.key,)
        asked = tuple(key for key in keys if find(self._connection, key) is not None)
        if isinstance(outcome, Candidates) and asked:
            return replace(outcome, keys=asked)
        return outcome if asked else None

    def _save_found(self, number: int, answer: Answer, found: Sequence[Found]) -> None:
        request, at = answer.request, answer.answered_at
        located = locate_all(
            self._connection, [(each.key, *each.record.identifiers) for each in found]
        )
        said = []
        for place, each in zip(located, found, strict=True):
            if other := next((key for key in place.foreign if key.scheme == "arxiv"), None):
                reason = f"the answer is about another paper, {other}"
                self._fail(place.paper, answer, reason)
            else:
                said.append(Said(place.paper, each.key, each.record, at))
        save_records(self._connection, request.source, said, number)
        save_list_records(self._connection, {each.paper for each in located if each.united})
        merge_papers(self._connection, {each.paper for each in located})
        self._renew_aliases(each.paper for each in located)
        self._save_states([(each.paper, Fetch("found", answer=number)) for each in said], answer)

    def _save_rest(self, number: int, answer: Answer, outcomes: Sequence[Outcome]) -> None:
        """Store who is absent, whose answer failed, and vectors."""
        expected = _expected(answer)
        absent = [o for o in outcomes if isinstance(o, Absent)]
        vectors = [(self.locate(o.key), o.embedding) for o in outcomes if isinstance(o, Vector)]
        states = [
            (self.locate(o.key), Fetch("absent", o.reason, expected.get(o.key), answer=number))
            for o in absent
        ]
        states += [(paper, Fetch("found", answer=number)) for paper, _ in vectors]
        searched = {key for o in outcomes if isinstance(o, Candidates) for key in o.keys}
        states += [(self.locate(key), Fetch("found", answer=number)) for key in sorted(searched)]
        self._save_states(states, answer)
        save_vectors(self._connection, vectors)
        for o in outcomes:
            if isinstance(o, Failed):
                self._fail(self.locate(o.key), answer, o.reason)

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

    def forget(self) -> None:
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

    def _fail(self, paper: int, answer: Answer, reason: str) -> None:
        request = answer.request
        fail_fetches(
            self._connection, [paper], request.source, request.part, reason, answer.answered_at
        )

    def locate(self, key: Key) -> int:
        """Return the paper that was asked about by this key."""
        paper = find(self._connection, key)
        if paper is None:
            raise DatabaseError(f"{self._path}: an answer is about {key}, which nobody asked for.")
        return paper


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
