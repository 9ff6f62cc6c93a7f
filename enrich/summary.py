"""Saying in words and tables what a command found. All of it goes to standard error."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.table import Table
from rich.text import Text

from db.coverage import Coverage, Problem, Run

from .enrichment import Enrichment, ListAdded
from .errors import Exit
from .pipeline import Planned
from .progress import Bars, Lines, Quiet, Reporter, console, duration

_SHOWN_LINES = 10


@contextmanager
def reporting(*, quiet: bool) -> Iterator[Reporter]:
    """Yield the reporter that fits where standard error goes."""
    screen = console()
    if quiet:
        yield Quiet()
    elif screen.is_terminal:
        with Bars(screen) as bars:
            yield bars
    else:
        yield Lines(screen)


def print_plan(planned: Sequence[Planned], *, has_key: bool) -> None:
    """Print what would be asked and how long the allowed pace makes it take."""
    table = _table("service", "requests", "at the allowed pace", "of which")
    for each in planned:
        about = "" if each.exact else "about "
        parts = ", ".join(f"{n} {part.replace('_', ' ')}" for part, n in each.parts.items() if n)
        table.add_row(each.source, f"{about}{each.requests}", about + duration(each.seconds), parts)
    screen = console()
    screen.print(table)
    if any(not each.exact for each in planned):
        say("How many links there are is not known yet; typical numbers stand in for it.")
    if not has_key:
        say(
            "Without a key, Semantic Scholar shares one allowance among everybody and often "
            "asks to wait. A free key goes into S2_API_KEY."
        )
    say(f"Both services are asked side by side: {duration(max(each.seconds for each in planned))}.")


def print_enrichment(result: Enrichment, db: Path) -> None:
    """Print what a run brought, what is missing, and what to do next."""
    for each in result.lists:
        _print_list(each)
    for source, tally in result.tallies.items():
        use = next(use for use in result.uses if use.source == source)
        text = f"{source}: {use.requests} requests"
        text += f", {use.retries} of them again" if use.retries else ""
        text += f"; {tally.answered} answers"
        text += f", {tally.absent} absent" if tally.absent else ""
        text += f", {tally.failed} failed" if tally.failed else ""
        say(text)
    if result.left:
        say(f"{result.left} questions are still open: run the same command again to go on.")
    if result.exit_code in {Exit.OK, Exit.PARTIAL}:
        say(f"What is there and what is missing: citeweave status --db {db}")
        say(f"The network: citeweave graph --db {db} -o network.graphml")
        say(f"Look around: citeweave browse --db {db}")


def _print_list(each: ListAdded) -> None:
    text = f"{each.file}: {each.added.papers} papers ({each.format}) in '{each.collection}'"
    text += f", {each.added.repeated} lines name one twice" if each.added.repeated else ""
    say(text)
    for line in each.unusable[:_SHOWN_LINES]:
        say(f"  line {line.line}: {line.reason}")
    if len(each.unusable) > _SHOWN_LINES:
        say(f"  … and {len(each.unusable) - _SHOWN_LINES} more lines; see unusable_lines")


def print_coverage(
    papers: dict[str, int],
    coverage: Sequence[Coverage],
    problems: Sequence[Problem],
    runs: Sequence[Run],
) -> None:
    """Print how much is there, what is missing and why, and the last runs."""
    screen = console()
    for name, count in papers.items():
        say(f"{name}: {count} papers")
    screen.print(_coverage_table(coverage))
    if links := [c for c in coverage if c.links_expected is not None]:
        screen.print(_link_table(links))
    if problems:
        screen.print(_problem_table(problems))
    screen.print(_run_table(runs))


def _coverage_table(coverage: Sequence[Coverage]) -> Table:
    # Lists that are still being read in pages are rare; their column shows when there are some.
    incomplete = any(c.incomplete for c in coverage)
    states = ["listed", "found", *(["incomplete"] if incomplete else []), "absent", "failed"]
    table = _table("source", "part", "decision", *states, "not asked")
    for c in coverage:
        counts = [str(getattr(c, state)) for state in (*states, "not_asked")]
        table.add_row(c.source, _plain(c.part), Text(c.decision or "none"), *counts)
    return table


def _link_table(coverage: Sequence[Coverage]) -> Table:
    table = _table("source", "links", "decision", "expected", "received", "unlinked")
    for c in coverage:
        counts = (c.links_expected, c.links_received, c.links_unlinked)
        table.add_row(
            c.source, _plain(c.part), Text(c.decision or "none"), *(str(n or 0) for n in counts)
        )
    return table


def _plain(part: str) -> str:
    return part.replace("_", " ")


def _problem_table(problems: Sequence[Problem]) -> Table:
    table = _table("papers", "source", "asked for", "state", "reason", "for example")
    for p in problems:
        table.add_row(
            str(p.papers),
            p.source,
            _plain(p.part),
            p.state,
            Text(p.reason or ""),
            Text(p.example[:60]),
        )
    return table


def _run_table(runs: Sequence[Run]) -> Table:
    table = _table("run", "started", "seconds", "exit", "asked")
    for run in runs:
        asked = "; ".join(
            f"{s.source} {s.requests} requests, {s.retries} again, {s.refusals} refused"
            for s in run.services
        )
        table.add_row(
            f"{run.run} {run.command}",
            run.started_at,
            "not ended" if run.seconds is None else str(run.seconds),
            "" if run.exit_code is None else str(run.exit_code),
            asked,
        )
    return table


def _table(*columns: str) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


def say(text: str) -> None:
    """Print a sentence."""
    console().print(text, markup=False, highlight=False, soft_wrap=True)
