"""The one writer. An answer and all that follows from it go in together or not at all."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from . import runs
from .answers import load_answers, load_answers_about, load_requests, save_answer
from .database import atomic, explained, identify
from .derivation import Derivation
from .errors import DatabaseError
from .fetches import (
    Part,
    fail_fetches,
    load_failures,
    restore_failures,
)
from .listings import LIST_INFO, Added, add_list, load_listed_keys, replay_lists
from .merge import MENTION_INFO
from .outcomes import Doubtful, load_doubtful
from .resolutions import (
    Shown,
    forget_overruled,
    give_ids,
    has_answers_since,
    is_withdrawn,
    keep_resolutions,
    load_accepted,
    load_decisions,
    load_judged,
    restore_resolutions,
    save_decision,
    save_judged,
    save_resolutions,
)
from .rows import (
    Answer,
    Key,
    Listing,
    Outcome,
    Request,
    Sought,
    Unusable,
    Want,
)
from .runs import ServiceUse, SourceInfo
from .sought import are_mixed, digest_lists, find_overruled, load_sought, load_taken
from .wants import find_wants


class Store:
    """Writes lists, answers and runs to one open database."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        path: Path,
        read: Callable[[Answer], Sequence[Outcome]] = lambda answer: (),
    ) -> None:
        """`read` tells what a stored answer says, when tables are made from it again."""
        self.path = path
        self._read = read
        self._connection = connection
        self._file = identify(path)
        self._derivation = Derivation(connection, path)

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
        """Store a list of papers under a collection's name.

        What was found for a paper that the list itself names is dropped first.
        """
        listings = tuple(listings)
        with self._transaction():
            self._derivation.forget()
            overruled = find_overruled(self._connection, collection, file, listings)
            is_taken_back = forget_overruled(self._connection, overruled, collection, file)
            if is_taken_back:
                self._derive()
            added = add_list(self._connection, collection, file, listings, unusable, at)
            if is_taken_back or overruled.lines:
                # Answers may be about papers that only this list names, or names no more.
                self._derive()
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

    def load_listed_keys(self) -> list[tuple[Key, ...]]:
        """Return all identifiers of each listed paper, the strongest first."""
        return load_listed_keys(self._connection)

    def find_wants(self, source: str, part: Part, cutoff: str | None = None) -> list[Want]:
        """Return what a part of a source still has to be asked about."""
        return find_wants(self._connection, source, part, cutoff)

    def save(self, answer: Answer, outcomes: Sequence[Outcome], run: int | None) -> int:
        """Store an answer with its outcomes; return the answer's number."""
        with self._transaction():
            number = save_answer(self._connection, answer, run)
            self._derivation.apply(number, answer, outcomes)
        return number

    def fail(self, source: str, part: str, wants: Iterable[Want], reason: str, at: str) -> None:
        """Note for each paper that the part failed, and why."""
        with self._transaction():
            papers = [self._derivation.locate(want.key) for want in wants]
            fail_fetches(self._connection, papers, source, part, reason, at)

    def load_answers(self, source: str, part: str) -> Iterator[tuple[int, Answer]]:
        """Yield the stored answers of one part of a source, with their numbers."""
        return load_answers(self._connection, source=source, part=part)

    def load_requests(self, source: str, part: str) -> Iterator[Request]:
        """Yield what was asked of one part of a source and answered."""
        return load_requests(self._connection, source, part)

    def load_sought(self) -> list[Sought]:
        """Return the listed papers that no list gives an identifier to ask by."""
        return load_sought(self._connection)

    def is_judged(self, method: str) -> bool:
        """Return whether the papers sought were judged by all that lists and persons say."""
        judged = load_judged(self._connection)
        lists = digest_lists(self._connection)
        return judged is not None and (judged.lists, judged.method) == (lists, method)

    def has_answers_to_judge(self, source: str, part: str) -> bool:
        """Return whether a search has answered since the last judgement."""
        judged = load_judged(self._connection)
        return has_answers_since(self._connection, source, part, judged)

    def are_mixed(self) -> bool:
        """Return whether a paper that is sought has become one with another listed paper."""
        return are_mixed(self._connection)

    def load_answers_about(
        self, source: str, part: str, keys: Iterable[Key]
    ) -> Iterator[tuple[int, Answer]]:
        """Yield the stored answers of a part about any of the keys, with their numbers."""
        return load_answers_about(self._connection, source, part, keys)

    def load_taken(self) -> dict[Key, str]:
        """Return the identifiers of papers that a list gives one of, with their titles."""
        return load_taken(self._connection)

    def load_decisions(self) -> dict[tuple[Key, Key], bool]:
        """Return what a person decided of a paper and a candidate."""
        return load_decisions(self._connection)

    def load_doubtful(self, *, also_accepted: bool = False) -> list[Doubtful]:
        """Return the papers that wait for review, or were accepted, with their candidates."""
        return load_doubtful(self._connection, also_accepted=also_accepted)

    def decide(self, paper: Key, candidate: Key, *, is_accepted: bool, at: str) -> None:
        """Keep what a person decided of a candidate."""
        with self._transaction():
            save_decision(self._connection, paper, candidate, is_accepted=is_accepted, at=at)

    def save_judgement(
        self, found: Sequence[Shown], unfound: Mapping[Key, str], *, method: str, at: str
    ) -> None:
        """Store what was found for the papers sought, in place of what was found before.

        Where an identifier is taken back, all tables are made again without it.
        """
        with self._transaction():
            before = load_accepted(self._connection)
            save_resolutions(self._connection, found, unfound, method=method, at=at)
            is_withdrawn_now = is_withdrawn(before, load_accepted(self._connection))
            if is_withdrawn_now or are_mixed(self._connection):
                self._derive()
            else:
                self._derivation.renew(give_ids(self._connection))
            save_judged(self._connection, method, at)

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

    def rebuild(self) -> int:
        """Make every derived table again from lists and raw answers; return the answers read.

        One transaction: a rebuild that is broken off changes nothing.
        """
        with self._transaction():
            return self._derive()

    def _derive(self) -> int:
        failures = load_failures(self._connection)
        resolutions = keep_resolutions(self._connection)
        self._connection.execute("PRAGMA defer_foreign_keys = ON")
        self._derivation.clear()
        replay_lists(self._connection)
        restore_resolutions(self._connection, resolutions)
        self._derivation.renew(give_ids(self._connection))
        count = 0
        for number, answer in load_answers(self._connection):
            self._derivation.apply_again(number, answer, self._read(answer))
            count += 1
        restore_failures(self._connection, failures)
        return count

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
            self._derivation.forget()
            raise
