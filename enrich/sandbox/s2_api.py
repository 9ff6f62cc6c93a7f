"""The Semantic Scholar Graph API: from a question to its answer, without any network.

Paths, limits, nulls and error texts are those of the official description and of
recorded answers.
"""

import json
from collections.abc import Callable
from urllib.parse import unquote

from .exchange import Question, Reply
from .s2_fields import PaperFields, read_author_fields, read_link_fields, read_paper_fields
from .s2_ids import find_author, find_paper
from .s2_questions import (
    WINDOW,
    Params,
    RefusedError,
    read_ids,
    read_page,
    read_query,
    read_search_page,
    read_token,
    write_page,
)
from .s2_records import Records
from .s2_search import Catalogue, date_filter
from .world import World

ROOT = "/graph/v1"
PAPER_BATCH, AUTHOR_BATCH, BULK_PAGE = 500, 1_000, 1_000
LINK_LIMIT = 9_999
"""Links that one batch answer holds in all; later papers get none."""
NESTED_LIMIT = 1_000
"""Links of each kind that the record of a single paper holds."""
SIZE_LIMIT = 10 * 1024 * 1024
_TOO_LARGE = (
    "Response would exceed maximum size. Please break the request into smaller batches, "
    "or make use of the limit and offset features."
)


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
        except ValueError as bad:
            return _error(400, str(bad))
        return Reply(200, text.encode("ascii") + b"\n", "application/json", ids=ids)

    def _route(self, question: Question) -> tuple[str, int]:
        kind, _, rest = question.path.removeprefix(ROOT).strip("/").partition("/")
        params = question.params
        match (question.method, kind, rest):
            case ("POST", "paper", "batch"):
                asked = read_ids(question.body, "paper", PAPER_BATCH)
                return self._paper_batch(asked, params), len(asked)
            case ("POST", "author", "batch"):
                asked = read_ids(question.body, "author", AUTHOR_BATCH)
                return self._author_batch(asked, params), len(asked)
            case ("GET", "paper", "search"):
                return self._search(params), 0
            case ("GET", "paper", "search/match"):
                return self._match(params), 0
            case ("GET", "paper", "search/bulk"):
                return self._bulk(params), 0
            case ("GET", "paper", _) if rest:
                return self._about_paper(unquote(rest), params), 1
            case ("GET", "author", _) if rest:
                return self._about_author(unquote(rest), params), 1
        raise RefusedError(404, "Requested object not found")

    def _about_paper(self, rest: str, params: Params) -> str:
        asked, slash, part = rest.rpartition("/")
        if not slash or part not in ("references", "citations", "authors"):
            fields = read_paper_fields(params.get("fields"))
            return self._paper(self._paper_named(rest), fields)
        paper = self._paper_named(asked)
        if part == "authors":
            return self._paper_authors(paper, params)
        return self._links(paper, params, cited=part == "references")

    def _paper_named(self, asked: str) -> int:
        paper = find_paper(self._world, asked)
        if paper is None:
            raise RefusedError(404, f"Paper with id {asked} not found")
        return paper

    def _paper(
        self,
        paper: int,
        fields: PaperFields,
        citations: int = NESTED_LIMIT,
        references: int = NESTED_LIMIT,
    ) -> str:
        """Return a paper's record with at most so many links of each kind."""
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

    def _paper_batch(self, ids: list[str], params: Params) -> str:
        fields = read_paper_fields(params.get("fields"))
        papers = [find_paper(self._world, asked) for asked in ids]
        if all(paper is None for paper in papers):
            raise RefusedError(400, "No valid paper ids given")
        left, texts = LINK_LIMIT, []
        for paper in papers:
            if paper is None:
                texts.append("null")
                continue
            cites = min(self._link_count(paper, fields.citations, cited=False), left)
            refers = min(self._link_count(paper, fields.references, cited=True), left - cites)
            texts.append(self._paper(paper, fields, cites, refers))
            left -= cites + refers
        return f"[{', '.join(texts)}]"

    def _link_count(self, paper: int, asked: PaperFields | None, *, cited: bool) -> int:
        if not asked or (cited and paper in self._world.elided):
            return 0
        links = self._world.links
        return (links.references if cited else links.citations).length(paper)

    def _links(self, paper: int, params: Params, *, cited: bool) -> str:
        fields, page = read_link_fields(params.get("fields")), read_page(params)
        info = f'"citingPaperInfo": {self._records.citing_paper_info(paper)}' if cited else ""
        rows = self._references(paper, WINDOW) if cited else self._citations(paper, params)
        if rows is None:
            return f'{{"data": null, {info}}}'
        shown = self._records.links(paper, rows[page.offset : page.end], fields, cited=cited)
        return write_page(shown, page, len(rows), info)

    def _citations(self, paper: int, params: Params) -> list[int]:
        rows = self._world.links.citations.of(paper)
        if span := params.get("publicationDateOrYear"):
            is_within = date_filter(span)
            return [
                r for r in rows if r >= 0 and is_within(self._world.scholar_date(r).isoformat())
            ]
        return rows

    def _paper_authors(self, paper: int, params: Params) -> str:
        fields, page = read_author_fields(params.get("fields")), read_page(params)
        authors = self._world.authors(paper)
        shown = [self._records.author(a, fields) for a in authors[page.offset : page.end]]
        return write_page(shown, page, len(authors))

    def _search(self, params: Params) -> str:
        fields, page = read_paper_fields(params.get("fields")), read_search_page(params)
        found = self._catalogue.search(read_query(params), self._catalogue.accepts(params))
        if not found:
            return '{"total": 0, "offset": 0}'
        shown = [self._paper(paper, fields) for paper in found[page.offset : page.end]]
        return f'{{"total": {len(found)}, {write_page(shown, page, len(found))[1:]}'

    def _match(self, params: Params) -> str:
        fields = read_paper_fields(params.get("fields"))
        best = self._catalogue.match(read_query(params), self._catalogue.accepts(params))
        if best is None:
            raise RefusedError(404, "Title match not found")
        paper, score = best
        return f'{{"data": [{self._paper(paper, fields)[:-1]}, "matchScore": {score}}}]}}'

    def _bulk(self, params: Params) -> str:
        fields, start = read_paper_fields(params.get("fields"), nested=False), read_token(params)
        found = self._catalogue.select(params.get("query", ""), self._catalogue.accepts(params))
        found.sort(key=self._order(params.get("sort", "paperId")))
        end = start + BULK_PAGE
        shown = ", ".join(self._records.paper(paper, fields) for paper in found[start:end])
        token = f'"MADE{end}"' if end < len(found) else "null"
        return f'{{"total": {len(found)}, "token": {token}, "data": [{shown}]}}'

    def _order(self, sort: str) -> Callable[[int], tuple[int, str]]:
        field, _, direction = sort.partition(":")
        sign, world = (-1 if direction == "desc" else 1), self._world
        match field:
            case "paperId":
                return lambda paper: (0, world.paper_id(paper))
            case "publicationDate":
                return lambda paper: (sign * world.scholar_days[paper], world.paper_id(paper))
            case "citationCount":
                counts = world.links.citation_counts
                return lambda paper: (sign * int(counts[paper]), world.paper_id(paper))
        raise RefusedError(400, f"Unacceptable query params: [sort={sort}]")

    def _author_batch(self, ids: list[str], params: Params) -> str:
        fields = read_author_fields(params.get("fields"))
        authors = [find_author(self._world, asked) for asked in ids]
        if all(author is None for author in authors):
            raise RefusedError(400, "No valid author ids given")
        texts = ("null" if a is None else self._records.author(a, fields) for a in authors)
        return f"[{', '.join(texts)}]"

    def _about_author(self, rest: str, params: Params) -> str:
        asked, slash, part = rest.partition("/")
        author = find_author(self._world, asked)
        if author is None:
            raise RefusedError(404, f"Author with id {asked} not found")
        if not slash:
            return self._records.author(author, read_author_fields(params.get("fields")))
        if part != "papers":
            raise RefusedError(404, "Requested object not found")
        fields, page = read_paper_fields(params.get("fields")), read_page(params)
        papers = self._world.papers_of(author)
        shown = [self._paper(paper, fields) for paper in papers[page.offset : page.end]]
        return write_page(shown, page, len(papers))


def _error(status: int, text: str) -> Reply:
    body = json.dumps({"error": text}, separators=(",", ":")) + "\n"
    return Reply(status, body.encode("ascii"), "application/json")
