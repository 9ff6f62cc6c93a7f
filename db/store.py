"""The one writer. An answer and all that follows from it go in together or not at all."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from sqlite_utils import Database

from . import runs
from .answers import load_answers, save_answer
from .database import explained
from .fetches import Fetch, Part, fail_fetches, find_wants, load_fetch, save_fetches
from .links import (
    CITATIONS,
    REFERENCES,
    count_linked,
    drop_older,
    save_links,
    save_unlinked,
)
from .listings import LIST, Added, add_list, replay_lists, save_list_records
from .merge import Said, drop_paperless_authors, merge_papers, save_records
from .rows import Absent, Answer, Found, Key, Links, Listing, Outcome, Unusable, Want
from .runs import ServiceUse, SourceInfo
from .union import Aliases, find, load_aliases, locate_all

_LIST_INFO = SourceInfo(LIST, 90, "The lists of papers as given")


class Store:
    """Writes lists, answers and runs to one open database."""

    def __init__(self, database: Database, path: Path, sources: Sequence[SourceInfo] = ()) -> None:
        self.path = path
        self._database = database
        self._connection: sqlite3.Connection = database.conn
        with self._transaction():
            runs.save_sources(self._connection, [_LIST_INFO, *sources])
        # Made when they are needed, and again after whatever may have changed them.
        self._aliases: Aliases | None = None

    def close(self) -> None:
        """Close the file; the write-ahead log is folded into it."""
        self._connection.close()

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
            added = add_list(self._connection, collection, file, listings, unusable, at)
        self._aliases = None
        return added

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
            papers = [
                paper for want in wants if (paper := find(self._connection, want.key)) is not None
            ]
            fail_fetches(self._connection, papers, source, part, reason, at)

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
            drop_paperless_authors(self._connection)
            runs.finish_run(self._connection, run, exit_code, outcome, at)

    def rebuild(self, parse: Callable[[Answer], Sequence[Outcome]]) -> int:
        """Make every derived table again from lists and raw answers; return the answers read.

        One transaction: a rebuild that is broken off changes nothing.
        """
        count = 0
        with self._transaction():
            failed = self._failures()
            self._connection.execute("PRAGMA defer_foreign_keys = ON")
            for table in _DERIVED:
                self._connection.execute(f"DELETE FROM {table}")  # noqa: S608
            replay_lists(self._connection)
            self._aliases = None
            for number, answer in load_answers(self._connection):
                self._apply(number, answer, parse(answer))
                count += 1
            drop_paperless_authors(self._connection)
            self._restore_failures(failed)
        return count

    def _apply(self, number: int, answer: Answer, outcomes: Sequence[Outcome]) -> None:
        request, at = answer.request, answer.answered_at
        expected = {want.key: want.expected for want in request.wants}
        located = locate_all(self._connection, [_keys(each) for each in outcomes], request.source)
        found: list[Said] = []
        fetches: list[tuple[int, Fetch]] = []
        pages: list[tuple[int, Links]] = []
        for (paper, _), outcome in zip(located, outcomes, strict=True):
            if isinstance(outcome, Found):
                found.append(Said(paper, outcome.key, outcome.record, at))
                fetches.append((paper, Fetch("found", answer=number)))
            elif isinstance(outcome, Absent):
                absent = Fetch("absent", outcome.reason, expected.get(outcome.key), answer=number)
                fetches.append((paper, absent))
            else:
                pages.append((paper, outcome))
        save_fetches(self._connection, request.source, request.part, fetches, at)
        if found:
            save_records(self._connection, request.source, found, number)
            save_list_records(self._connection, {paper for paper, united in located if united})
            merge_papers(self._connection, {said.paper for said in found})
            self._aliases = None
        if pages:
            self._save_pages(number, answer, pages, expected)

    def _save_pages(
        self,
        number: int,
        answer: Answer,
        pages: Sequence[tuple[int, Links]],
        expected: dict[Key, int | None],
    ) -> None:
        request = answer.request
        direction = CITATIONS if request.part.startswith("citation") else REFERENCES
        if self._aliases is None:
            self._aliases = load_aliases(self._connection)
        received = save_links(self._connection, self._aliases, direction, pages, number)
        numbered = [(paper, page) for (_, page), (paper, _) in zip(pages, received, strict=True)]
        save_unlinked(self._connection, direction, numbered, number)
        fetches = []
        for (_, page), (paper, count) in zip(pages, received, strict=True):
            before = load_fetch(self._connection, paper, request.source, request.part)
            fetch = Fetch(
                state="partial" if page.suspect or page.resume_at else "found",
                expected=expected.get(page.key),
                received=count,
                unlinked=len(page.unlinked),
                resume_at=page.resume_at,
                answer=number,
            )
            if page.offset and before:
                linked = count_linked(self._connection, paper, direction, before.answer or number)
                fetch = _continued(before, fetch, linked)
            if before and fetch.state == "found" and request.part == direction:
                drop_older(self._connection, paper, direction, fetch.answer or number)
            fetches.append((paper, fetch))
        save_fetches(self._connection, request.source, request.part, fetches, answer.answered_at)

    def _failures(self) -> list[tuple[object, ...]]:
        return self._connection.execute(
            "SELECT identifiers.scheme, identifiers.value, fetches.source, part, reason, tries, at "
            "FROM fetches JOIN identifiers ON identifiers.paper = fetches.paper "
            "WHERE state = 'failed' GROUP BY fetches.paper, fetches.source, part"
        ).fetchall()

    def _restore_failures(self, failed: Iterable[tuple[object, ...]]) -> None:
        for scheme, value, source, part, reason, tries, at in failed:
            paper = find(self._connection, Key(str(scheme), str(value)))
            if paper is not None:
                fail_fetches(
                    self._connection, [paper], str(source), str(part), str(reason), str(at)
                )
                self._connection.execute(
                    "UPDATE fetches SET tries = ? WHERE paper = ? AND source = ? AND part = ?",
                    (tries, paper, source, part),
                )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with explained(self.path), self._database.atomic():
            yield


def _keys(outcome: Outcome) -> tuple[Key, ...]:
    """Return all that an outcome's paper is called, first what it was asked by."""
    further = outcome.record.identifiers if isinstance(outcome, Found) else ()
    return (outcome.key, *further)


def _continued(before: Fetch, page: Fetch, received: int) -> Fetch:
    """Return the state after a further page of a list: counts add up, the first answer stays."""
    return replace(
        page,
        expected=before.expected if page.expected is None else page.expected,
        received=received,
        unlinked=(before.unlinked or 0) + (page.unlinked or 0),
        answer=before.answer,
    )


# Children before parents.
_DERIVED = (
    "citation_contexts",
    "citations",
    "unlinked_references",
    "embeddings",
    "fetches",
    "authorships",
    "authors",
    "categories",
    "records",
    "identifiers",
    "papers",
)
