"""Killing `citeweave enrich` at seeded moments, and going on: nothing lost, nothing twice.

    python -m tests.bench.kill --moments 200

A quarter of the moments each: at a byte of an answer, between an answer and its commit,
inside a commit, and at any time from the start of the process.
"""

import argparse
import itertools
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from enrich.sandbox import Sandbox, WorldOptions, make_world, write_list
from enrich.sandbox.exchange import Broken, Question, Reply

from .content import Content, content, differences, faults
from .fetching import environment
from .units import Unit, answered, asked
from .victim import Victim, ends_in_commit, stored, wal

PLACES = ("in an answer", "before a commit", "in a commit", "at any time")
_STALL = 0.4
_COMMIT = 0.002
# The first answers are about many papers each, and take the longest to commit.
_BATCHES = 4
# Few links, so that a trial takes seconds, but one list that comes in several pages.
_WORLD = WorldOptions(references_mean=20, references_sd=8, citations_mean=20, most_cited=2_500)


class Moment(NamedTuple):
    """When to kill: at which request, at which share of the answer or of the time that follows."""

    place: str
    request: int
    share: float


@dataclass
class Trial:
    """What a kill and the run after it came to."""

    moment: Moment
    was_killed: bool = False
    in_commit: bool = False
    committed: int = 0
    """Answers that another reader saw just before the kill."""
    lost: int = 0
    doubled: int = 0
    repeated: int = 0
    unsound: list[str] = field(default_factory=list)
    differing: list[str] = field(default_factory=list)
    failed: str = ""

    @property
    def is_clean(self) -> bool:
        """Return whether nothing was lost, doubled, asked again, or changed."""
        return not (
            self.lost + self.doubled + self.repeated
            or self.unsound
            or self.differing
            or self.failed
        )


class Watch:
    """Sees every question to the sandbox, and kills the child when its moment has come."""

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self.times: list[float] = []
        self._lock = threading.Lock()
        self._moment: Moment | None = None
        self._gaps: list[float] = []
        self._victim: Victim | None = None

    def begin(self, moment: Moment | None, victim: Victim | None, gaps: list[float]) -> None:
        """Forget what was seen; kill the victim at the moment. Gaps: seconds between requests."""
        self.questions, self.times = [], []
        self._moment, self._victim, self._gaps = moment, victim, gaps

    def __call__(self, question: Question, reply: Reply) -> Reply:
        with self._lock:
            self.questions.append(question)
            self.times.append(time.monotonic())
            number = len(self.questions)
        if self._moment and self._victim and number == self._moment.request:
            return self._strike(self._moment, self._victim, reply)
        return reply

    def _strike(self, moment: Moment, victim: Victim, reply: Reply) -> Reply:
        if moment.place == "in an answer":
            victim.kill_after(_STALL / 4)
            return replace(reply, delivery=Broken(max(moment.share, 1e-9), _STALL))
        if moment.place == "before a commit":
            victim.kill_after(moment.share * self._gaps[moment.request - 1])
        if moment.place == "in a commit":
            victim.kill_in_commit(moment.share * _COMMIT)
        return reply


@dataclass(frozen=True)
class Stage:
    """Where the trials take place, and how an undisturbed run goes."""

    folder: Path
    listed: Path
    environment: Mapping[str, str]
    watch: Watch
    gaps: list[float]
    """Seconds from each request of the undisturbed run to the next."""
    seconds: float
    content: Content

    def run(self, name: str, moment: Moment | None = None) -> Victim:
        """Start a run on the database of this name."""
        self.watch.begin(None, None, self.gaps)
        victim = Victim(self.folder / f"{name}.db", self.listed, self.environment)
        self.watch.begin(moment, victim, self.gaps)
        return victim


@contextmanager
def stage(papers: int) -> Iterator[Stage]:
    """Yield a sandbox with so many papers, and what an undisturbed run makes of it."""
    world, watch = make_world(replace(_WORLD, papers=papers)), Watch()
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name,
        Sandbox(world, alter=watch) as served,
    ):
        folder = Path(name)
        listed = folder / "listed.csv"
        listed.write_text(write_list(world.listed), "utf-8")
        calm = Stage(folder, listed, environment(served, folder), watch, [], 0.0, {})
        # The first run also waits for the sandbox to make up its texts.
        for run in ("first", "calm"):
            started = time.monotonic()
            victim = calm.run(run)
            if victim.wait():
                raise RuntimeError(f"the undisturbed run failed: {victim.said()}")
        times = [*watch.times, time.monotonic()]
        yield replace(
            calm,
            gaps=[b - a for a, b in itertools.pairwise(times)],
            seconds=times[-1] - started,
            content=content(victim.database),
        )


def moments(count: int, requests: int, seed: int) -> list[Moment]:
    """Return seeded moments, the four places in turn."""
    rng = random.Random(seed)
    return [
        Moment(
            place, rng.randint(1, _BATCHES if place == "in a commit" else requests), rng.random()
        )
        for place in itertools.islice(itertools.cycle(PLACES), count)
    ]


def try_moment(place: Stage, number: int, moment: Moment) -> Trial:
    """Kill a run at the moment, look at what it left, go on, and compare."""
    trial = Trial(moment)
    victim = place.run(f"killed{number}", moment)
    if moment.place == "at any time":
        victim.kill_after(moment.share * place.seconds)
    trial.was_killed = victim.wait() < 0
    trial.in_commit = ends_in_commit(wal(victim.database))
    trial.committed = len(victim.committed)
    before: Counter[Unit] = Counter()
    if victim.database.exists():
        trial.unsound = faults(victim.database)
        trial.lost = len(victim.committed - stored(victim.database))
        before = answered(victim.database)
    second = place.run(f"killed{number}")
    if second.wait():
        trial.failed = second.said()
        return trial
    trial.repeated = len(before.keys() & asked(place.watch.questions).keys())
    trial.doubled = sum(times > 1 for times in answered(victim.database).values())
    trial.unsound += faults(victim.database)
    trial.differing = differences(place.content, content(victim.database))
    victim.database.unlink()
    return trial


def kill(count: int, papers: int, seed: int) -> Iterator[Trial]:
    """Yield what each of so many moments came to."""
    with stage(papers) as place:
        for number, moment in enumerate(moments(count, len(place.gaps), seed)):
            yield try_moment(place, number, moment)


def main() -> int:
    """Run the trials and print a table; return 0 if all are clean."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--moments", type=int, default=200)
    options.add_argument("--papers", type=int, default=60)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    trials = []
    for trial in kill(given.moments, given.papers, given.seed):
        trials.append(trial)
        if not trial.is_clean:
            print(trial, flush=True)
    tell(trials)
    return int(not all(trial.is_clean for trial in trials))


def tell(trials: list[Trial]) -> None:
    """Print what the trials came to, by place."""
    print(
        f"{'killed':16}{'trials':>7}{'killed':>7}{'mid-commit':>11}{'answers':>8}"
        f"{'lost':>5}{'doubled':>8}{'repeated':>9}{'unsound':>8}{'differing':>10}{'failed':>7}"
    )
    for place in (*PLACES, "all"):
        these = [t for t in trials if place in {t.moment.place, "all"}]
        print(
            f"{place:16}{len(these):7}{sum(t.was_killed for t in these):7}"
            f"{sum(t.in_commit for t in these):11}{sum(t.committed for t in these):8}"
            f"{sum(t.lost for t in these):5}{sum(t.doubled for t in these):8}"
            f"{sum(t.repeated for t in these):9}{sum(bool(t.unsound) for t in these):8}"
            f"{sum(bool(t.differing) for t in these):10}{sum(bool(t.failed) for t in these):7}"
        )


if __name__ == "__main__":
    sys.exit(main())
