"""Runs of the fetch against a sandbox, in this process or in one of their own."""

import itertools
import math
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from db.rows import Listing
from enrich.enrichment import Enrichment, enrich
from enrich.lists import ListContent
from enrich.pace import Pace
from enrich.progress import Quiet
from enrich.sandbox import FaultPlan, Sandbox, Visit, World
from enrich.sources.base import Options

REPOSITORY = Path(__file__).parents[2]


@dataclass(frozen=True)
class Fetched:
    """What a run came to, and every request as the services saw it."""

    result: Enrichment
    visits: list[Visit]
    seconds: float

    def sent(self, service: str) -> int:
        """Return how many requests a service got."""
        return sum(visit.service == service for visit in self.visits)


@dataclass
class Departures:
    """When requests left, by the interval of the pace that they kept."""

    times: dict[float, list[float]] = field(default_factory=dict)

    def closest(self, interval: float) -> float:
        """Return the shortest time in seconds between two requests of a pace."""
        pairs = itertools.pairwise(self.times.get(interval, []))
        return min((b - a for a, b in pairs), default=math.inf)


@contextmanager
def departures() -> Iterator[Departures]:
    """Note when requests leave: the other end, in this process too, may see one late."""
    noted, leave = Departures(), Pace._leave

    def note(turn: Pace) -> None:
        noted.times.setdefault(turn.interval, []).append(time.monotonic())
        leave(turn)

    with patch.object(Pace, "_leave", note):
        yield noted


def fetch(
    world: World,
    database: Path,
    faults: FaultPlan | None = None,
    pace: tuple[float, float] = (0, 0),
    options: Options | None = None,
    retry_scale: float = 0.001,
) -> Fetched:
    """Fetch what the world's services know of its list. Intervals in seconds: arXiv, S2."""
    with Sandbox(world, 0, *pace, faults=faults or FaultPlan()) as served:
        settings = served.settings(
            database, arxiv_interval=pace[0], s2_interval=pace[1], retry_scale=retry_scale
        )
        started = time.monotonic()
        result = enrich(settings, [("made", listed(world))], options or Options(), Quiet())
        return Fetched(result, served.log, time.monotonic() - started)


def storm(rate: float, seed: int = 1, kinds: str = "") -> FaultPlan:
    """Return a plan that spoils this share of both services' answers; kinds by comma, or all."""
    each: dict[str, object] = {"rate": rate}
    if kinds:
        each["kinds"] = kinds.split(",")
    return FaultPlan.of({"seed": seed, "arxiv": each, "s2": each, "stall": 0.2})


def listed(world: World) -> ListContent:
    """Return the world's list as if read from a file."""
    return ListContent(
        "made",
        "made",
        tuple(
            Listing(
                line, p.title, None, p.decision, arxiv_id=p.arxiv_id, openreview_id=p.openreview_id
            )
            for line, p in enumerate(world.listed, 1)
        ),
        (),
    )


def environment(served: Sandbox, folder: Path, retry_scale: float = 0.001) -> dict[str, str]:
    """Return the environment for a citeweave of its own that asks this sandbox."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "PYTHONPATH": str(REPOSITORY),
        "NO_PROXY": "127.0.0.1",
        "CITEWEAVE_ARXIV_URL": served.arxiv_url,
        "CITEWEAVE_S2_URL": served.s2_url,
        "CITEWEAVE_ARXIV_INTERVAL": "0",
        "CITEWEAVE_S2_INTERVAL": "0",
        "CITEWEAVE_RETRY_SCALE": str(retry_scale),
    }
