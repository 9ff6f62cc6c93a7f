"""The arXiv query API: from a question to its Atom answer, without any network.

https://info.arxiv.org/help/api/user-manual.html, and recorded answers.
"""

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import NamedTuple
from urllib.parse import parse_qsl

from db.identifiers import ARCHIVES

from . import arxiv_feed
from .arxiv_index import Document, Index, normalise
from .arxiv_query import QueryError, read_query
from .exchange import Question, Reply
from .world import World

PATH = "/api/query"
DEFAULT_SIZE, SLICE_LIMIT, SIZE_LIMIT = 10, 2_000, 30_000
_ATOM = "application/atom+xml"
_ID = re.compile(r"(?:(?:\d{4}\.\d{4,5})|(?:([a-z-]+)(?:\.[A-Z]{2})?/\d{7}))(?:v(\d+))?")
_FIELD = re.compile(r"^[a-z]+:")
_ORDERS = ("relevance", "lastUpdatedDate", "submittedDate")


class _Version(NamedTuple):
    paper: int
    version: int


_Scored = tuple[_Version, int]
"""What was found, and how many terms of the query it has."""


class ArxivApi:
    """Answers questions about one world."""

    def __init__(self, world: World) -> None:
        self._world = world

    def answer(self, question: Question) -> Reply:
        """Return the answer to GET or POST on PATH."""
        params = dict(question.params)
        if question.method == "POST":
            params |= parse_qsl(question.body.decode("utf-8", "replace"), keep_blank_values=True)
        ids = [given.strip() for given in params.get("id_list", "").split(",") if given.strip()]
        try:
            return Reply(200, self._feed(params, ids), _ATOM, ids=len(ids))
        except QueryError as bad:
            return Reply(400, arxiv_feed.write_error(str(bad)), _ATOM, ids=len(ids))

    def _feed(self, params: Mapping[str, str], ids: list[str]) -> bytes:
        start = _number(params, "start", 0)
        size = _number(params, "max_results", DEFAULT_SIZE)
        if size > SIZE_LIMIT:
            raise QueryError(f"max_results must be <= {SIZE_LIMIT}")
        query = params.get("search_query", "").strip()
        found = self._find(ids, query)
        found.sort(key=self._order(params), reverse=params.get("sortOrder") != "ascending")
        shown = found[start : start + min(size, SLICE_LIMIT)]
        return arxiv_feed.write_feed(
            query if not query or _FIELD.match(query) else f"all:{query}",
            ",".join(ids),
            start,
            size,
            len(found),
            (arxiv_feed.write_entry(self._world, one.paper, one.version) for one, _ in shown),
        )

    def _find(self, ids: list[str], query: str) -> list[_Scored]:
        """Return what was asked for with its score; unknown papers and versions vanish."""
        asked = [self._version(given) for given in ids]
        named = list(dict.fromkeys(one for one in asked if one))
        if not query:
            return [(one, 0) for one in named]
        score = read_query(query)
        if ids:
            points = score(Index({one.paper: self._describe(one.paper) for one in named}))
            return [(one, points[one.paper]) for one in named if one.paper in points]
        return [
            (_Version(paper, self._world.versions(paper)), points)
            for paper, points in score(self._index).items()
        ]

    def _version(self, given: str) -> _Version | None:
        read = _ID.fullmatch(given)
        if not read or (read[1] and read[1] not in ARCHIVES):
            raise QueryError(f"incorrect id format for {given}")
        base = re.sub(r"v\d+$", "", given)
        paper = self._world.by_arxiv(re.sub(r"^([a-z-]+)\.[A-Z]{2}/", r"\1/", base))
        if paper is None or not self._world.in_arxiv(paper):
            return None
        latest = self._world.versions(paper)
        version = int(read[2]) if read[2] else latest
        return _Version(paper, version) if 1 <= version <= latest else None

    def _order(self, params: Mapping[str, str]) -> Callable[[_Scored], tuple[int, str, int]]:
        by = params.get("sortBy", "relevance")
        if by not in _ORDERS:
            raise QueryError(f"sortBy must be in: {', '.join(_ORDERS)}")

        def key(found: _Scored) -> tuple[int, str, int]:
            (paper, version), points = found
            shown = version if by == "lastUpdatedDate" else 1
            moment = arxiv_feed.moment(self._world, paper, shown)
            return (points if by == "relevance" else 0), moment, paper

        return key

    @cached_property
    def _index(self) -> Index:
        world = self._world
        return Index({p: self._describe(p) for p in world.searched if world.in_arxiv(p)})

    def _describe(self, paper: int) -> Document:
        world = self._world
        texts = {
            "ti": world.on_arxiv(paper).title,
            "au": ", ".join(arxiv_feed.author_names(world, paper)),
            "abs": world.on_arxiv(paper).abstract,
            "co": arxiv_feed.comment(world, paper),
            "jr": arxiv_feed.journal(world, paper) if world.doi(paper) else "",
            "id": world.arxiv_id(paper) or "",
        }
        return Document(
            {field: normalise(text) for field, text in texts.items()},
            tuple(arxiv_feed.categories(world, paper)),
            re.sub(r"\D", "", arxiv_feed.moment(world, paper, 1)),
        )


def _number(params: Mapping[str, str], name: str, usual: int) -> int:
    given = params.get(name) or str(usual)
    try:
        number = int(given)
    except ValueError:
        raise QueryError(f"{name} must be an integer") from None
    if number < 0:
        raise QueryError(f"{name} must be non-negative")
    return number
