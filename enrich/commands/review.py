"""citeweave review: the doubtful candidates, side by side, accepted or rejected by a key."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from db.rows import Key

from ..errors import Exit
from ..parameters import print_json, say, with_database_only, with_json

if TYPE_CHECKING:
    from db.outcomes import Doubtful
    from db.store import Store


@click.command()
@with_database_only
@click.option("--accepted", is_flag=True, help="Show also what was accepted by its score.")
@with_json
def command(db: Path | None, accepted: bool, as_json: bool) -> int:
    """Decide of papers whose best candidate is doubtful.

    Shows each paper beside its candidates: a accepts the one shown, r rejects it, s leaves
    it for later, q ends. A decision is kept, and no later run decides otherwise. To take
    back what was found wrongly, reject it with --accepted. With --json, what waits is
    printed and nothing is asked.

    \b
    citeweave review --db papers.db
    """
    from db.occupancy import occupied

    from ..enrichment import opened_store
    from ..resolving import METHOD, Resolver
    from ..settings import load_settings
    from ..sources import make_sources

    settings = load_settings({"db": db})
    sources = make_sources(settings)
    with occupied(settings.db), opened_store(settings, sources) as store:
        if not store.is_judged(METHOD):
            Resolver(store, sources).judge()
        doubtful = store.load_doubtful(also_accepted=accepted)
        if as_json:
            print_json("review", {"db": str(settings.db), "waiting": [_told(d) for d in doubtful]})
            return Exit.OK
        if not doubtful:
            say("Nothing waits for review.")
            return Exit.OK
        taken, rejected = _walk(store, doubtful)
        if taken or rejected:
            Resolver(store, sources).judge()
        say(f"{taken} accepted, {rejected} rejected, {len(store.load_doubtful())} still waiting.")
        if taken:
            say(f"Fetch what is known of the accepted: citeweave enrich --db {settings.db}")
    return Exit.OK


def _walk(store: "Store", doubtful: "list[Doubtful]") -> tuple[int, int]:
    """Ask about each doubtful paper; return how many candidates were accepted and rejected."""
    from ..clock import now
    from ..resolution_summary import print_side_by_side

    given: dict[Key, str] = {}
    rejected = 0
    for number, paper in enumerate(doubtful, 1):
        for shown in paper.candidates:
            candidate = shown.resolution.keys[0]
            if shown.resolution.band == "rejected" or shown.resolution.decided:
                continue
            if owner := given.get(candidate):
                say(f"{number} of {len(doubtful)}: {candidate} is '{owner}' now, no second paper.")
                continue
            print_side_by_side(number, len(doubtful), paper.sought, shown)
            key = _read_key()
            if key == "q":
                return len(given), rejected
            if key in "ar":
                is_accepted = key == "a"
                store.decide(paper.sought.key, candidate, is_accepted=is_accepted, at=now())
                rejected += not is_accepted
            if key == "a":
                given[candidate] = paper.sought.title or str(paper.sought.key)
                break
    return len(given), rejected


def _read_key() -> str:
    """Return the key pressed, or the next one piped in: a, r, s or q; the end of input is q."""
    while True:
        click.echo("[a]ccept  [r]eject  [s]kip  [q]uit ", err=True, nl=False)
        key = _press() if sys.stdin.isatty() else sys.stdin.read(1).lower()
        if key.isspace():
            continue
        key = key or "q"
        click.echo(key if key.isprintable() else "", err=True)
        if key in {"a", "r", "s", "q"}:
            return key


def _press() -> str:
    try:
        key = click.getchar().lower()
    except (EOFError, KeyboardInterrupt):
        return ""
    return "" if key in {"\x03", "\x04"} else key


def _told(doubtful: "Doubtful") -> dict[str, object]:
    sought = doubtful.sought
    return {
        "paper": str(sought.key),
        "title": sought.title,
        "candidates": [
            {
                "candidate": str(each.resolution.keys[0]),
                "title": each.record.title,
                "band": each.resolution.band,
                "score": each.resolution.score,
                "reason": each.resolution.reason,
                "evidence": [part._asdict() for part in each.resolution.evidence],
            }
            for each in doubtful.candidates
        ],
    }
