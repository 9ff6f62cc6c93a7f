"""A short report in Markdown: what is there, what is missing, what the network is like."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from db.coverage import Run, Standing, UnusableLine
from db.outcomes import Outcome


@dataclass(frozen=True)
class NetworkFacts:
    """What one network is like, and the most cited papers in it as (title, citations)."""

    kind: str
    size: str
    reasons: tuple[str, ...]
    most_cited: tuple[tuple[str, int], ...]


def write_report(
    title: str,
    standing: Standing,
    runs: Sequence[Run],
    outcomes: Sequence[Outcome],
    network: NetworkFacts,
) -> str:
    """Return the report. Text from lists and services is escaped."""
    parts = [
        [f"# {title}"],
        ["## What is there", *_coverage(standing)],
        ["## Papers that came without an identifier", *_outcomes(outcomes)],
        ["## What is missing, and why", *_problems(standing)],
        ["## Lines of the lists that could not be used", *_unusable(standing.unusable)],
        ["## The network", *_network(network)],
        ["## What was asked", *_runs(runs, standing)],
    ]
    return "\n\n".join("\n".join(_spaced(part)) for part in parts) + "\n"


def _spaced(lines: Sequence[str]) -> list[str]:
    return [lines[0], "", *lines[1:]] if len(lines) > 1 else list(lines)


def _coverage(standing: Standing) -> list[str]:
    return _table(
        (
            "source",
            "part",
            "decision",
            "listed",
            "found",
            "absent",
            "failed",
            "not asked",
            "links expected",
            "received",
            "leading nowhere",
        ),
        (
            (
                standing.titles.get(c.source, c.source),
                c.part,
                c.decision,
                c.listed,
                c.found,
                c.absent,
                c.failed,
                c.not_asked,
                c.links_expected,
                c.links_received,
                c.links_unlinked,
            )
            for c in standing.coverage
        ),
    )


def _problems(standing: Standing) -> list[str]:
    if not standing.problems:
        return ["Nothing."]
    return _table(
        ("papers", "source", "asked for", "state", "reason", "for example"),
        (
            (p.papers, standing.titles.get(p.source), p.part, p.state, p.reason, p.example)
            for p in standing.problems
        ),
    )


def _outcomes(outcomes: Sequence[Outcome]) -> list[str]:
    if not outcomes:
        return ["None."]
    return _table(
        ("paper as listed", "what became of it", "candidate", "its title", "bits", "reason"),
        ((o.title, o.band, o.candidate, o.candidate_title, o.score, o.reason) for o in outcomes),
    )


def _unusable(lines: Sequence[UnusableLine]) -> list[str]:
    if not lines:
        return ["None."]
    return _table(
        ("file", "line", "reason", "text"),
        ((each.file, each.line, each.reason, each.text) for each in lines),
    )


def _network(network: NetworkFacts) -> list[str]:
    return [
        f"{network.kind}: {network.size}.",
        "",
        *(f"- {_escape(reason)}" for reason in network.reasons),
        "",
        *_table(("most cited within the list", "citations"), network.most_cited),
    ]


def _runs(runs: Sequence[Run], standing: Standing) -> list[str]:
    return _table(
        ("run", "service", "requests", "again", "refused"),
        (
            (run.run, standing.titles.get(each.source), each.requests, each.retries, each.refusals)
            for run in runs
            for each in run.services
        ),
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    lines = [head, ["---"] * len(head), *([_cell(value) for value in row] for row in rows)]
    return ["| " + " | ".join(line) + " |" for line in lines]


def _cell(value: object) -> str:
    return "" if value is None else _escape(str(value))


def _escape(text: str) -> str:
    """Return text that Markdown shows as it is, on one line."""
    for sign in "\\`*_[]<>|":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())
