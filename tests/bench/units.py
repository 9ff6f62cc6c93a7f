"""What requests ask of each paper, whichever way the papers are packed into requests."""

import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from urllib.parse import unquote

import msgspec

from db.rows import Request
from enrich.sandbox.exchange import Question
from enrich.sandbox.s2_api import ROOT as S2_ROOT
from enrich.sources.arxiv import CONTROL

Unit = tuple[str, ...]
"""One thing asked about one paper."""


def answered(database: Path) -> Counter[Unit]:
    """Return what the stored answers answer, and how often each."""
    with closing(sqlite3.connect(database)) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE name = 'answers'")
        if not tables.fetchall():
            return Counter()
        requests = [
            msgspec.json.decode(text, type=Request)
            for (text,) in connection.execute("SELECT request FROM answers")
        ]
    return Counter(
        unit for r in requests for unit in units(r.source, r.path, dict(r.params), r.body or "")
    )


def asked(questions: list[Question]) -> Counter[Unit]:
    """Return what questions ask, and how often each."""
    return Counter(
        unit
        for q in questions
        for unit in units(q.service, q.path.removeprefix(S2_ROOT), q.params, q.body.decode())
    )


def units(service: str, path: str, params: Mapping[str, str], body: str) -> Iterator[Unit]:
    """Yield what one request asks of each paper."""
    if query := params.get("search_query"):
        sought = query.split(" OR ")[:-1]  # the last is the control paper
        yield from (("arxiv", "search", one) for one in sought)
    elif service == "arxiv":
        yield from (("arxiv", one) for one in params["id_list"].split(",") if one != CONTROL)
    elif body:
        yield from (("s2", params["fields"], one) for one in msgspec.json.decode(body)["ids"])
    else:
        yield "s2", params["fields"], unquote(path), params.get("offset") or params["query"]
