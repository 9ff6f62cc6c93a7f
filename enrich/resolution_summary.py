"""Saying what became of papers without an identifier. All of it goes to standard error."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from rich.columns import Columns
from rich.panel import Panel
from rich.text import Text

from db.outcomes import Outcome
from db.resolutions import Shown
from db.rows import Sought
from db.wording import counted, legible, shortened

from .evaluation import Evaluation, Trial
from .parameters import say
from .progress import console

_EXAMPLE = 70


def print_outcomes(outcomes: Sequence[Outcome], db: Path) -> None:
    """Print which papers were found, which wait for review, which were not found, and why."""
    for band, heading in (
        ("accepted", "Found"),
        ("review", "For review"),
        ("not found", "Not found"),
    ):
        of_band = [each for each in outcomes if each.band == band]
        if of_band:
            say(f"{heading}: {counted(len(of_band), 'paper')}")
            for each in of_band:
                say(f"  {_line(each)}")
    if any(each.band == "review" for each in outcomes):
        say(f"Decide of the doubtful ones: citeweave review --db {db}")


def _line(outcome: Outcome) -> str:
    title = shortened(outcome.title, _EXAMPLE)
    if outcome.candidate is None:
        return f"{title}: {outcome.reason}"
    named = outcome.candidate_title or ""
    other = "" if named.casefold() == outcome.title.casefold() else f" '{shortened(named, 50)}'"
    reason = f"; {outcome.reason}" if outcome.reason else ""
    return f"{title}: {outcome.candidate}{other}{reason}"


def print_evaluation(evaluation: Evaluation) -> None:
    """Print precision, recall, the bands, and every error with its evidence."""
    total = len(evaluation.trials)
    accepted, right = evaluation.count("accepted"), evaluation.count("accepted", right=True)
    say(
        f"{evaluation.kind}: {counted(total, 'paper')} sought, {accepted} accepted, {right} of "
        f"them right: precision {_share(evaluation.precision)}, recall "
        f"{_share(evaluation.recall)}"
    )
    review = evaluation.count("review")
    first = evaluation.count("review", right=True)
    say(f"  for review: {review}, the right paper first for {first}")
    if untold := evaluation.count("untold"):
        say(f"  accepted by a record without arXiv id, which may be the paper's second: {untold}")
    say(f"  not found: {evaluation.count('not found')}")
    asked = [f"{use.requests / max(total, 1):.2f} of {use.source}" for use in evaluation.uses]
    say(f"  requests a paper: {', '.join(asked)}")
    for trial in evaluation.trials:
        if trial.is_error:
            say(f"  wrong: {_error(trial)}")


def _error(trial: Trial) -> str:
    evidence = ", ".join(f"{e.part} {e.level} {e.weight:+.1f}" for e in trial.evidence)
    found, truth = trial.found[0], trial.truth[0]
    return f"'{shortened(trial.title, _EXAMPLE)}' is {truth}, not {found} ({evidence})"


def _share(value: float | None) -> str:
    return "none" if value is None else f"{value:.4f}"


def print_side_by_side(number: int, count: int, sought: Sought, shown: Shown) -> None:
    """Print a sought paper beside a candidate, with what speaks for and against it."""
    record, resolution = shown.record, shown.resolution
    listed = _described(sought.title, sought.authors, sought.year, sought.venue, sought.abstract)
    authors = [author.name for author in record.authors]
    found = _described(record.title, authors, record.year, record.venue, record.abstract)
    width = max((console().width - 4) // 2, 30)
    console().print(
        Columns(
            [
                _panel(f"{number} of {count}: the list", listed, width),
                _panel(str(resolution.keys[0]), found, width),
            ]
        )
    )
    say(f"{resolution.score:+.1f} bits: {resolution.reason or ''}")
    known = sum(part.weight for part in resolution.evidence)
    say(f"  before    {resolution.score - known:+6.1f}  as one of its candidates, nothing compared")
    for part in resolution.evidence:
        say(f"  {part.part:9} {part.weight:+6.1f}  {part.level}")


def _panel(title: str, text: str, width: int) -> Panel:
    return Panel(Text(legible(text)), title=Text(legible(title)), width=width)


def _described(
    title: str | None,
    authors: Iterable[str],
    year: int | None,
    venue: str | None,
    abstract: str | None,
) -> str:
    parts = [title, "; ".join(authors), " ".join(str(v) for v in (venue, year) if v), abstract]
    return "\n\n".join(part for part in parts if part)
