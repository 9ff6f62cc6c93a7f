"""Saying in words and tables what a command found. All of it goes to standard error."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

from rich.table import Table

from db.coverage import (
    Coverage,
    Listed,
    Problem,
    Run,
    RunService,
    Standing,
    Unidentified,
)
from db.wording import counted, duration, shortened

from .added_lists import print_lists, print_unusable, unusable_lines
from .enrichment import Enrichment, Rehearsal
from .errors import Exit
from .parameters import say
from .pipeline import Planned
from .progress import Bars, Lines, Quiet, Reporter, console

_EXAMPLE = 60


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


def print_plan(rehearsal: Rehearsal, *, has_key: bool) -> None:
    """Print what the lists hold, what would be asked, and how long the allowed pace takes."""
    print_lists(rehearsal.lists)
    planned = rehearsal.planned
    if rehearsal.unresolved:
        have = "has" if rehearsal.unresolved == 1 else "have"
        fate = f"; {rehearsal.sought:,} would be looked for first" if rehearsal.sought else ""
        say(f"{counted(rehearsal.unresolved, 'paper')} {have} no id{fate}.")
    table = _table("service", "requests", "at the allowed pace", "of which")
    for each in planned:
        about = "" if each.exact else "about "
        parts = ", ".join(f"{n:,} {_plain(part)}" for part, n in each.parts.items() if n)
        title = rehearsal.titles[each.source]
        table.add_row(title, f"{about}{each.requests:,}", about + duration(each.seconds), parts)
    console().print(table)
    _explain_plan(planned, has_key=has_key)


def _explain_plan(planned: Sequence[Planned], *, has_key: bool) -> None:
    if any(not each.exact for each in planned):
        say("How many links there are is not known yet; typical numbers stand in for it.")
    if not has_key:
        say(
            "Without a key, Semantic Scholar shares one allowance among everybody and often "
            "asks to wait. A free key goes into S2_API_KEY."
        )
    say(f"Both services are asked side by side: {duration(max(each.seconds for each in planned))}.")


def print_enrichment(
    result: Enrichment, db: Path, standing: Standing, *, offline: bool = False
) -> None:
    """Print what a run brought, what is missing, and what to do next."""
    print_lists(result.lists)
    for line in (*_unidentified(standing.unidentified, db), *_other_titles(standing, db)):
        say(line)
    if any(use.requests for use in result.uses) or result.left:
        for use in result.uses:
            title = standing.titles.get(use.source, use.source)
            again = f", {use.retries:,} of them again" if use.retries else ""
            totals = [c for c in standing.totals() if c.source == use.source]
            say("; ".join([f"{title}: {counted(use.requests, 'request')}{again}", *_found(totals)]))
    else:
        say("Nothing was missing: no request was needed.")
    _print_failures(standing)
    again = "run it without --offline" if offline else "run the same command again to go on"
    _print_open(result.left, f"{again}.")
    if result.exit_code in {Exit.OK, Exit.PARTIAL}:
        say(f"What is there and what is missing: citeweave status --db {db}")
        say(f"The networks: citeweave graph --db {db} -o network.graphml")
        say(f"A page to show: citeweave report --db {db} -o report.html")
        say(f"Look around: citeweave browse --db {db}")


def print_faults(result: Enrichment, standing: Standing) -> None:
    """Print only why a run did not end well; nothing where it did."""
    if result.exit_code == Exit.OK:
        return
    for each in result.lists:
        print_unusable(each)
    for name, tally in result.tallies.items():
        if tally.stopped:
            say(tally.stopped)
        if tally.absent:
            title = standing.titles.get(name, name)
            say(f"{title} answered {counted(tally.absent, 'question')} with: not here.")
    _print_failures(standing)
    _print_open(result.left, "run the same command again to go on.")


def _unidentified(counts: Unidentified, db: Path) -> Iterator[str]:
    """Yield what became of the papers that came without an identifier, and what to do."""
    if not counts.papers:
        return
    told = {
        "found": counts.found,
        "for review": counts.for_review,
        "not found": counts.not_found,
        "still to be looked for": counts.not_sought,
    }
    states = ", ".join(f"{n:,} {state}" for state, n in told.items() if n)
    yield f"{counted(counts.papers, 'paper')} came without an id: {states}."
    if counts.for_review:
        yield f"Decide of the doubtful ones: citeweave review --db {db}"
    if counts.not_sought:
        yield f"Look for what is left: citeweave resolve --db {db}"


def _other_titles(standing: Standing, db: Path) -> Iterator[str]:
    """Yield how many ids lead to a paper of another title than the list gives."""
    if count := standing.other_titles:
        leads = "leads" if count == 1 else "lead"
        yield (
            f"The ids of {counted(count, 'line')} {leads} to a paper with quite another title, "
            f"renamed or a wrong id: citeweave ask other_titles --db {db}"
        )


def _found(totals: Sequence[Coverage]) -> Iterator[str]:
    """Yield what became of each part for all listed papers."""
    for c in totals:
        counts = {
            "found": c.found,
            "incomplete": c.incomplete,
            "absent": c.absent,
            "failed": c.failed,
        }
        if told := [f"{n:,} {state}" for state, n in counts.items() if n]:
            yield f"{_plain(c.part)}: {', '.join(told)}"


def _print_failures(standing: Standing) -> None:
    for problem in standing.problems:
        if problem.state == "failed":
            say(_problem(problem, standing))


def _print_open(count: int, advice: str) -> None:
    if count:
        is_open = "is" if count == 1 else "are"
        say(f"{counted(count, 'question')} {is_open} still open; {advice}")


def print_status(db: Path, standing: Standing, open_questions: int, runs: Sequence[Run]) -> None:
    """Print how much is there, what is missing and why, and the last runs."""
    unidentified = _unidentified(standing.unidentified, db)
    for line in (*_counts(standing.listed), *unidentified, *_other_titles(standing, db)):
        say(line)
    _print_open(open_questions, f"run: citeweave enrich --db {db}")
    for source, coverage in groupby(standing.coverage, key=lambda c: c.source):
        title = standing.titles.get(source, source)
        shown = _worth_showing(list(coverage))
        _heading(f"{title}: what is there of the listed papers")
        console().print(_coverage_table(shown))
        if links := [c for c in shown if c.links_expected is not None]:
            _heading(f"{title}: links")
            console().print(_link_table(links))
    if standing.problems:
        _heading("What is missing, and why")
        for problem in standing.problems:
            say(_problem(problem, standing))
    if standing.unusable:
        _heading("Lines of the lists that could not be used, or only in part")
        for line in unusable_lines((each.file, each) for each in standing.unusable):
            say(line)
    if runs:
        _heading("Last runs")
        console().print(_run_table(runs, standing))


def _counts(listed: Listed) -> Iterator[str]:
    for name, count in listed.collections.items():
        yield f"{name}: {counted(count, 'paper')}"
    if len(listed.collections) > 1:
        several = "both" if len(listed.collections) == 2 else "more than one"
        yield (
            f"{counted(listed.different, 'different paper')} in "
            f"{counted(len(listed.collections), 'collection')} "
            f"({listed.in_several:,} in {several})"
        )


def _worth_showing(coverage: Sequence[Coverage]) -> list[Coverage]:
    """Return the rows of one source, without the total of a part that is one row already."""
    rows: list[Coverage] = []
    for _, group in groupby(coverage, key=lambda c: c.part):
        part = list(group)
        rows += [c for c in part if not c.is_total] if len(part) == 2 else part
    return rows


def _coverage_table(coverage: Sequence[Coverage]) -> Table:
    # Lists that are still being read in pages are rare; their column shows when there are some.
    incomplete = any(c.incomplete for c in coverage)
    states = ["listed", "found", *(["incomplete"] if incomplete else []), "absent", "failed"]
    table = _table("part", "decision", *states, "not asked", numbers=len(states) + 1)
    for c in coverage:
        counts = [f"{getattr(c, state):,}" for state in (*states, "not_asked")]
        table.add_row(_plain(c.part), c.decision, *counts)
    return table


def _link_table(coverage: Sequence[Coverage]) -> Table:
    heads = ("expected", "received", "leading nowhere")
    table = _table("links", "decision", *heads, numbers=3)
    for c in coverage:
        counts = (c.links_expected, c.links_received, c.links_unlinked)
        table.add_row(_plain(c.part), c.decision, *(f"{n or 0:,}" for n in counts))
    return table


def _plain(part: str) -> str:
    return part.replace("_", " ")


def _problem(problem: Problem, standing: Standing) -> str:
    title = standing.titles.get(problem.source, problem.source)
    where = "" if problem.state == "unresolved" else f"{title} ({_plain(problem.part)}): "
    return (
        f"{counted(problem.papers, 'paper')} {problem.state}: {where}"
        f"{problem.reason.rstrip('.')}; such as: {shortened(problem.example, _EXAMPLE)}"
    )


def _run_table(runs: Sequence[Run], standing: Standing) -> Table:
    heads = ("run", "started (UTC)", "took", "exit", "service", "requests", "refused")
    table = _table(*heads, numbers=2)
    for run in runs:
        took = "not ended" if run.seconds is None else duration(run.seconds)
        code = "" if run.exit_code is None else str(run.exit_code)
        began = run.started_at[:16].replace("T", " ")
        cells = [f"{run.run} {run.command}", began, took, code]
        nobody = "nobody" if run.exit_code is not None else "(not told)"
        for service in run.services or (RunService(nobody, 0, 0, 0),):
            asked = (service.requests, service.refusals)
            title = standing.titles.get(service.source, service.source)
            table.add_row(*cells, title, *(f"{n:,}" for n in asked))
            cells = [""] * len(cells)
    return table


def _table(*columns: str, numbers: int = 0) -> Table:
    """Return a table whose last `numbers` columns hold numbers."""
    table = Table(box=None, header_style="bold", pad_edge=False)
    for place, column in enumerate(columns, start=1):
        right = place > len(columns) - numbers
        table.add_column(column, overflow="fold", justify="right" if right else "left")
    return table


def _heading(text: str) -> None:
    console().print(f"\n{text}", style="bold", markup=False, highlight=False)
