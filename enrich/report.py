"""A short report in Markdown: what is there, what is missing, what the network is like."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from db.coverage import Coverage, Problem, Run


@dataclass(frozen=True)
class NetworkFacts:
    """The numbers of one network, and the most cited papers in it as (title, citations)."""

    kind: str
    nodes: int
    edges: int
    isolated: int
    reasons: tuple[str, ...]
    most_cited: tuple[tuple[str, int], ...]


def write_report(
    title: str,
    coverage: Sequence[Coverage],
    problems: Sequence[Problem],
    runs: Sequence[Run],
    network: NetworkFacts,
) -> str:
    """Return the report. Text from lists and services is escaped."""
    parts = [
        [f"# {title}"],
        ["## What is there", *_coverage(coverage)],
        ["## What is missing, and why", *_problems(problems)],
        ["## The network", *_network(network)],
        ["## What was asked", *_runs(runs)],
    ]
    return "\n\n".join("\n".join(_spaced(part)) for part in parts) + "\n"


def _spaced(lines: Sequence[str]) -> list[str]:
    return [lines[0], "", *lines[1:]] if len(lines) > 1 else list(lines)


def _coverage(coverage: Sequence[Coverage]) -> list[str]:
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
            "unlinked",
        ),
        (
            (
                c.source,
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
            for c in coverage
        ),
    )


def _problems(problems: Sequence[Problem]) -> list[str]:
    if not problems:
        return ["Nothing."]
    return _table(
        ("papers", "source", "asked for", "state", "reason", "for example"),
        ((p.papers, p.source, p.part, p.state, p.reason, p.example) for p in problems),
    )


def _network(network: NetworkFacts) -> list[str]:
    return [
        f"{network.kind}: {network.nodes} papers, {network.edges} links between them, "
        f"{network.isolated} papers without any.",
        "",
        *(f"- {_escape(reason)}" for reason in network.reasons),
        "",
        *_table(("most cited within the list", "citations"), network.most_cited),
    ]


def _runs(runs: Sequence[Run]) -> list[str]:
    return _table(
        ("run", "service", "requests", "again", "refused"),
        (
            (run.run, each.source, each.requests, each.retries, each.refusals)
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
