"""The Semantic Scholar Graph API: from a question to its answer, without any network.

Paths, limits, nulls and error texts are those of the official description and of
recorded answers.
"""

import json
import re
from collections.abc import Mapping
from urllib.parse import unquote

from .exchange import Question, Reply
from .s2_fields import (
    PaperFields,
    UnknownFieldsError,
    read_author_fields,
    read_link_fields,
    read_paper_fields,
)
from .s2_records import Records
from .s2_search import Catalogue, date_filter
from .world import FIRST_AUTHOR_ID, World

ROOT = "/graph/v1"
BATCH_LIMIT, AUTHOR_BATCH_LIMIT = 500, 1000
LINK_LIMIT = 9_999
"""Links that one batch answer holds in all; later papers get none."""
NESTED_LIMIT = 1_000
"""Links of each kind that the answer for a single paper holds."""
WINDOW, PAGE_LIMIT, SEARCH_WINDOW, BULK_PAGE = 10_000, 1_000, 1_000, 1_000
SIZE_LIMIT = 10 * 1024 * 1024
_TOO_LARGE = (
    "Response would exceed maximum size. Please break the request into smaller batches, "
    "or make use of the limit and offset features."
)
_SHA = re.compile(r"[0-9a-f]{40}")
_URL = re.compile(r"(?:https?://)?(?:www\.)?(arxiv\.org|semanticscholar\.org)/(.+)")


class RefusedError(Exception):
    """The service answers with an error of this status and text."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class GraphApi:
    """Answers questions about one world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._records = Records(world)
        self._catalogue = Catalogue(world, self._records.papers)

    def answer(self, question: Question) -> Reply:
        """Return the answer to one request whose path starts with ROOT."""
        if question.headers.get("x-api-key") == "expired":
            return Reply(403, b'{"message":"Forbidden"}', "application/json")
        try:
            text, ids = self._route(question)
            if len(text) > SIZE_LIMIT:
                raise RefusedError(400, _TOO_LARGE)
        except RefusedError as refused:
            return _error(refused.status, str(refused))
        except (UnknownFieldsError, ValueError) as bad:
            return _error(400, str(bad))
        return Reply(200, text.encode("ascii") + b"\n", "application/json", ids=ids)

    def _route(self, question: Question) -> tuple[str, int]:
        kind, _, rest = question.path.removeprefix(ROOT).strip("/").partition("/")
        params = question.params
        match (question.method, kind, rest):
            case ("POST", "paper", "batch"):
                return self._paper_batch(_read_ids(question.body, "paper", BATCH_LIMIT), params)
            case ("POST", "author", "batch"):
                asked = _read_ids(question.body, "author", AUTHOR_BATCH_LIMIT)
                return self._author_batch(asked, params)
            case ("GET", "paper", "search"):
                return self._search(params), 0
            case ("GET", "paper", "search/match"):
                return self._match(params), 1
            case ("GET", "paper", "search/bulk"):
                return self._bulk(params), 0
            case ("GET", "paper", _) if rest:
                return self._about_paper(unquote(rest), params), 1
            case ("GET", "author", _) if rest:
                return self._about_author(unquote(rest), params), 1
        raise RefusedError(404, "Requested object not found")

    def _about_paper(self, rest: str, params: Mapping[str, str]) -> str:
        asked, slash, part = rest.rpartition("/")
        if slash and part in ("references", "citations", "authors"):
            paper = self._find_or_refuse(asked)
            return self._paper_authors(paper, params) if part == "authors" else self._links(
                paper, params, cited=part == "references"
            )
        fields = read_paper_fields(params.get("fields"))
        return self._paper(self._find_or_refuse(rest), fields, NESTED_LIMIT, NESTED_LIMIT)

    def _paper(self, paper: int, fields: PaperFields, citations: int, references: int) -> str:
        return self._records.paper(
            paper,
            fields,
            self._world.links.citations.of(paper)[:citations] if fields.citations else None,
            self._references(paper, references) if fields.references else None,
        )

    def _references(self, paper: int, most: int) -> list[int] | None:
        if paper in self._world.elided:
            return None
        return self._world.links.references.of(paper)[:most]

    def _paper_batch(self, ids: list[str], params: Mapping[str, str]) -> tuple[str, int]:
        fields = read_paper_fields(params.get("fields"))
        papers = [self._find(asked) for asked in ids]
        if all(paper is None for paper in papers):
            raise RefusedError(400, "No valid paper ids given")
        left, texts = LINK_LIMIT, []
        for paper in papers:
            if paper is None:
                texts.append("null")
                continue
            cites = min(self._count(paper, fields.citations, cited=False), left)
            refers = min(self._count(paper, fields.references, cited=True), left - cites)
            texts.append(self._paper(paper, fields, cites, refers))
            left -= cites + refers
        return f"[{', '.join(texts)}]", len(ids)

    def _count(self, paper: int, asked: PaperFields | None, *, cited: bool) -> int:
        if not asked or (cited and paper in self._world.elided):
            return 0
        links = self._world.links
        return int((links.references if cited else links.citations).length(paper))

    def _links(self, paper: int, params: Mapping[str, str], *, cited: bool) -> str:
        fields = read_link_fields(params.get("fields"))
        offset, limit = _page(params, WINDOW, "The sum of offset and limit must be < 10000")
        info = f'"citingPaperInfo": {self._records.citing_paper_info(paper)}' if cited else ""
        rows = self._references(paper, WINDOW) if cited else self._citations(paper, params)
        if rows is None:
            return f'{{"data": null, {info}}}'
        texts = self._records.links(paper, rows[offset : offset + limit], fields, cited=cited)
        return _listed(texts, offset, limit, len(rows), info)

    def _citations(self, paper: int, params: Mapping[str, str]) -> list[int]:
        rows = self._world.links.citations.of(paper)
        if span := params.get("publicationDateOrYear"):
            is_within = date_filter(span)
            return [r for r in rows if r >= 0 and is_within(self._world.date(r).isoformat())]
        return rows

    def _paper_authors(self, paper: int, params: Mapping[str, str]) -> str:
        fields = read_author_fields(params.get("fields"))
        offset, limit = _page(params, WINDOW, "The sum of offset and limit must be < 10000")
        authors = self._world.authors(paper)
        texts = [self._records.author(a, fields) for a in authors[offset : offset + limit]]
        return _listed(texts, offset, limit, len(authors))

    def _search(self, params: Mapping[str, str]) -> str:
        fields = read_paper_fields(params.get("fields"))
        offset, limit = _page(
            params,
            SEARCH_WINDOW + 1,
            "Requested data for this limit and/or offset is not available",
            largest=100,
        )
        found = self._catalogue.search(_query(params), self._catalogue.accepts(params))
        if not found:
            return '{"total": 0, "offset": 0}'
        shown = found[offset : min(offset + limit, SEARCH_WINDOW)]
        texts = [self._paper(paper, fields, NESTED_LIMIT, NESTED_LIMIT) for paper in shown]
        return '{"total": ' + f"{len(found)}, " + _listed(texts, offset, limit, len(found))[1:]

    def _match(self, params: Mapping[str, str]) -> str:
        fields = read_paper_fields(params.get("fields"))
        best = self._catalogue.match(_query(params), self._catalogue.accepts(params))
        if best is None:
            raise RefusedError(404, "Title match not found")
        record = self._paper(best[0], fields, NESTED_LIMIT, NESTED_LIMIT)
        return f'{{"data": [{record[:-1]}, "matchScore": {best[1]}}}]}}'

    def _bulk(self, params: Mapping[str, str]) -> str:
        fields = read_paper_fields(params.get("fields"), nested=False)
        found = self._catalogue.select(params.get("query", ""), self._catalogue.accepts(params))
        found.sort(key=self._bulk_order(params.get("sort", "paperId")))
        start = _read_token(params.get("token"))
        texts = [self._records.paper(p, fields) for p in found[start : start + BULK_PAGE]]
        following = start + BULK_PAGE
        token = f'"MADE{following}"' if following < len(found) else "null"
        return f'{{"total": {len(found)}, "token": {token}, "data": [{", ".join(texts)}]}}'

    def _bulk_order(self, sort: str):  # type: ignore[no-untyped-def]
        name, _, order = sort.partition(":")
        sign = -1 if order == "desc" else 1
        match name:
            case "paperId":
                return self._world.paper_id
            case "publicationDate":
                return lambda paper: (sign * self._world.posted[paper], paper)
            case "citationCount":
                counts = self._world.links.citation_counts
                return lambda paper: (sign * int(counts[paper]), paper)
        raise RefusedError(400, f"Unacceptable query params: [sort={sort}]")

    def _author_batch(self, ids: list[str], params: Mapping[str, str]) -> tuple[str, int]:
        fields = read_author_fields(params.get("fields"))
        authors = [self._find_author(asked) for asked in ids]
        if all(author is None for author in authors):
            raise RefusedError(400, "No valid author ids given")
        texts = [
            "null" if author is None else self._records.author(author, fields)
            for author in authors
        ]
        return f"[{', '.join(texts)}]", len(ids)

    def _about_author(self, rest: str, params: Mapping[str, str]) -> str:
        asked, slash, part = rest.partition("/")
        author = self._find_author(asked)
        if author is None:
            raise RefusedError(404, f"Author with id {asked} not found")
        if not slash:
            return self._records.author(author, read_author_fields(params.get("fields")))
        if part != "papers":
            raise RefusedError(404, "Requested object not found")
        fields = read_paper_fields(params.get("fields"))
        offset, limit = _page(params, WINDOW, "The sum of offset and limit must be < 10000")
        papers = self._world.papers_of(author)
        texts = [
            self._paper(paper, fields, NESTED_LIMIT, NESTED_LIMIT)
            for paper in papers[offset : offset + limit]
        ]
        return _listed(texts, offset, limit, len(papers))

    def _find_or_refuse(self, asked: str) -> int:
        paper = self._find(asked)
        if paper is None:
            raise RefusedError(404, f"Paper with id {asked} not found")
        return paper

    def _find(self, asked: str) -> int | None:
        """Return the paper that an id of any supported kind names, if the service has it."""
        paper = self._resolve(asked)
        return paper if paper is not None and self._world.in_s2(paper) else None

    def _resolve(self, asked: str) -> int | None:
        world = self._world
        if _SHA.fullmatch(asked.lower()):
            return world.by_paper_id(asked.lower())
        prefix, _, value = asked.partition(":")
        match prefix.lower():
            case "arxiv":
                # The service knows no versions.
                return world.by_arxiv(value)
            case "corpusid":
                return world.by_corpus_id(int(value)) if value.isdecimal() else None
            case "doi":
                return world.by_doi(value)
            case "url":
                return self._resolve_url(value)
        return world.by_doi(asked)

    def _resolve_url(self, url: str) -> int | None:
        read = _URL.fullmatch(url)
        if read and read[1] == "arxiv.org":
            base = re.sub(r"v\d+$", "", read[2].partition("/")[2].removesuffix(".pdf"))
            return self._world.by_arxiv(base)
        sha = read[2].rsplit("/", 1)[-1] if read else ""
        return self._world.by_paper_id(sha) if _SHA.fullmatch(sha) else None

    def _find_author(self, asked: str) -> int | None:
        author = int(asked) - FIRST_AUTHOR_ID if asked.isdecimal() else -1
        return author if author >= 0 and self._world.papers_of(author) else None


def _read_ids(body: bytes, kind: str, limit: int) -> list[str]:
    try:
        ids = json.loads(body)["ids"]
    except (ValueError, KeyError, TypeError):
        raise RefusedError(400, f"No valid {kind} ids given") from None
    if not isinstance(ids, list) or not all(isinstance(asked, str) for asked in ids):
        raise RefusedError(400, f"No valid {kind} ids given")
    if len(ids) > limit:
        raise RefusedError(400, f"Too many {kind} ids given: at most {limit} are allowed")
    # One id that cannot be read spoils the whole batch.
    if any(not asked.strip() or asked.lower().startswith(("http:", "https:")) for asked in ids):
        raise RefusedError(400, f"No valid {kind} ids given")
    return ids


def _page(
    params: Mapping[str, str], window: int, beyond: str, *, largest: int = PAGE_LIMIT
) -> tuple[int, int]:
    """Return offset and limit, checked."""
    numbers = []
    for name, usual in (("offset", 0), ("limit", 100)):
        given = params.get(name, str(usual))
        most = largest if name == "limit" else window
        if not given.isdecimal() or not (name == "offset") <= int(given) + (name == "offset"):
            raise RefusedError(400, f"Unacceptable query params: [{name}={given}]")
        if name == "limit" and not 1 <= int(given) <= most:
            raise RefusedError(400, f"Unacceptable query params: [{name}={given}]")
        numbers.append(int(given))
    if sum(numbers) >= window:
        raise RefusedError(400, beyond)
    return numbers[0], numbers[1]


def _listed(texts: list[str], offset: int, limit: int, total: int, extra: str = "") -> str:
    """Return a page; `next` is absent at the end."""
    following = offset + limit
    parts = [f'"offset": {offset}', extra]
    if following < total:
        parts.append(f'"next": {following}')
    parts.append(f'"data": [{", ".join(texts)}]')
    return "{" + ", ".join(filter(None, parts)) + "}"


def _query(params: Mapping[str, str]) -> str:
    if not params.get("query", "").strip():
        raise RefusedError(400, "Missing required parameter: 'query'")
    return params["query"]


def _read_token(token: str | None) -> int:
    if token is None:
        return 0
    number = token.removeprefix("MADE")
    if number == token or not number.isdecimal():
        raise RefusedError(400, f"Unacceptable query params: [token={token}]")
    return int(number)


def _error(status: int, text: str) -> Reply:
    body = json.dumps({"error": text}, separators=(",", ":")) + "\n"
    return Reply(status, body.encode("ascii"), "application/json")
