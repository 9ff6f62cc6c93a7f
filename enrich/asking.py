"""One stretch of asking: a client with its paces, its interruption, and what it used."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from db.runs import ServiceUse
from db.store import Store

from .client import Client
from .pace import Ledger
from .pipeline import Tally
from .progress import Reporter
from .settings import Settings
from .shared_pace import SharedPace
from .sources.base import Source


@dataclass(frozen=True)
class Asked:
    """What was got from each source, and what of each service it took."""

    tallies: dict[str, Tally]
    uses: tuple[ServiceUse, ...]
    interrupted: bool


async def ask(
    settings: Settings,
    store: Store,
    sources: Sequence[Source],
    reporter: Reporter,
    run: int,
    work: Callable[[Client], Awaitable[dict[str, Tally]]],
) -> Asked:
    """Do work with a client that keeps every service's pace, until it is done or interrupted."""
    client = Client(
        {source.info.name: source for source in sources},
        contact=settings.contact,
        retry_scale=settings.retry_scale,
        ledgers=_ledgers(sources, reporter),
        waiting=reporter.waiting,
    )
    interruption = _Interruption(client, reporter)
    tallies: dict[str, Tally] = {}
    async with client:
        try:
            tallies = await work(client)
        except asyncio.CancelledError:
            if not interruption.told:
                raise
        finally:
            store.save_use(run, client.uses())
        return Asked(tallies, tuple(client.uses()), interruption.told)


class _Interruption:
    """Ctrl-C, or the system's request to end: nothing new is asked, what is in hand is stored.

    A second one ends it at once.
    """

    def __init__(self, client: Client, reporter: Reporter) -> None:
        self.told = False
        self._client = client
        self._reporter = reporter
        self._task = asyncio.current_task()
        for number in (signal.SIGINT, signal.SIGTERM):
            # Windows' event loop has no such handlers; there Ctrl-C ends it at once.
            with suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(number, self._tell)

    def _tell(self) -> None:
        if self.told and self._task:
            self._task.cancel()
        self.told = True
        self._client.stop()
        self._reporter.say("Stopping when the answers in hand are stored; Ctrl-C again: at once.")


def _ledgers(sources: Sequence[Source], reporter: Reporter) -> dict[str, Ledger]:
    """Return what shares the pace with other processes; without it where there is no folder."""
    try:
        return {
            source.info.name: SharedPace(
                source.info.name,
                source.service.url,
                told=partial(
                    reporter.say, f"{source.info.name}: taking turns with another citeweave"
                ),
            )
            for source in sources
        }
    except OSError as error:
        reporter.say(f"Other citeweave processes are not seen, so run only this one ({error}).")
        return {}
