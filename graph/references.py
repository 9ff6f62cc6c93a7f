"""Papers as references: what BibTeX and RIS write of a node."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from .addresses import addresses
from .errors import GraphError
from .network import Cell, Network

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")
_IDS = ("arxiv_id", "openreview_id", "doi")


class Reference(NamedTuple):
    """One paper; None where nothing is known."""

    key: str
    title: str | None
    authors: tuple[str, ...]
    year: int | None
    published: str | None
    """Day of publication, ISO 8601."""
    arxiv_id: str | None
    category: str | None
    doi: str | None
    decision: str | None
    url: str | None


def one_line(text: str) -> str:
    """Return text on one line; line breaks and control characters become blanks."""
    return " ".join(_CONTROL.sub(" ", text).split())


def references(network: Network) -> Iterator[Reference]:
    """Yield the nodes that are papers: those with a title or a paper's id.

    Raises GraphError where the network's nodes are no papers.
    """
    columns = {column.name: column for column in network.nodes}
    if "title" not in columns:
        raise GraphError(
            f"The nodes of a {network.kind} network are no papers, so there is no reference to "
            "write; choose a format for networks, such as .graphml."
        )
    cells = {name: columns[name].cells() for name in columns}
    nothing: list[Cell | None] = [None] * network.node_count
    urls = addresses(network).cells()
    for row, key in enumerate(network.keys):

        def text(name: str, row: int = row) -> str | None:
            value = cells.get(name, nothing)[row]
            return None if value is None else str(value)

        if not any(text(name) for name in ("title", *_IDS)):
            continue
        year = cells.get("year", nothing)[row]
        yield Reference(
            key=key,
            title=text("title"),
            authors=tuple(name for name in (text("authors") or "").split("; ") if name.strip()),
            year=None if year is None else int(year),
            published=text("published"),
            arxiv_id=text("arxiv_id"),
            category=text("primary_category"),
            doi=text("doi"),
            decision=text("decision"),
            url=None if urls[row] is None else str(urls[row]),
        )
