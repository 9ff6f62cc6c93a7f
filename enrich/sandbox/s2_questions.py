"""Reading what is asked of the Graph API, and the shape of its pages and refusals."""

import json
from collections.abc import Mapping
from typing import NamedTuple

Params = Mapping[str, str]
WINDOW = 10_000
"""Offset and limit of references, citations and authors' papers stay below this in sum."""
SEARCH_WINDOW = 1_000
_BEYOND = "The sum of offset and limit must be < 10000"
_BEYOND_SEARCH = "Requested data for this limit and/or offset is not available"


class RefusedError(Exception):
    """The service answers with an error of this status and text."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(text)
        self.status = status


class Page(NamedTuple):
    """A part of a list."""

    offset: int
    limit: int

    @property
    def end(self) -> int:
        """Where the next page starts."""
        return self.offset + self.limit


def read_page(params: Params) -> Page:
    """Return offset and limit (1 to 1,000, by default 100) of a list of links."""
    page = Page(_number(params, "offset", 0, 0, 10**9), _number(params, "limit", 100, 1, 1_000))
    if page.end >= WINDOW:
        raise RefusedError(400, _BEYOND)
    return page


def read_search_page(params: Params) -> Page:
    """Return offset and limit (1 to 100) of a search, which shows 1,000 results at most."""
    page = Page(_number(params, "offset", 0, 0, 10**9), _number(params, "limit", 100, 1, 100))
    if page.end > SEARCH_WINDOW:
        raise RefusedError(400, _BEYOND_SEARCH)
    return page


def read_query(params: Params) -> str:
    """Return the query text, which must be there."""
    if not params.get("query", "").strip():
        raise RefusedError(400, "Missing required parameter: 'query'")
    return params["query"]


def read_token(params: Params) -> int:
    """Return the position that a bulk search's token stands for."""
    token = params.get("token")
    if token is None:
        return 0
    number = token.removeprefix("MADE")
    if number == token or not number.isdecimal():
        raise RefusedError(400, f"Unacceptable query params: [token={token}]")
    return int(number)


def read_ids(body: bytes, kind: str, limit: int) -> list[str]:
    """Return the ids of a batch. One that cannot be read at all spoils the whole batch."""
    try:
        ids = json.loads(body)["ids"]
    except (ValueError, KeyError, TypeError):
        ids = None
    if not isinstance(ids, list) or not all(map(_is_readable, ids)):
        raise RefusedError(400, f"No valid {kind} ids given")
    if len(ids) > limit:
        raise RefusedError(400, f"Too many {kind} ids given: at most {limit} are allowed")
    return ids


def write_page(texts: list[str], page: Page, total: int, extra: str = "") -> str:
    """Return a page of JSON texts; `next` is absent at the end, `extra` stands before it."""
    parts = [f'"offset": {page.offset}', extra]
    if page.end < total:
        parts.append(f'"next": {page.end}')
    parts.append(f'"data": [{", ".join(texts)}]')
    return "{" + ", ".join(filter(None, parts)) + "}"


def _number(params: Params, name: str, usual: int, least: int, most: int) -> int:
    given = params.get(name, str(usual))
    if not given.isdecimal() or not least <= int(given) <= most:
        raise RefusedError(400, f"Unacceptable query params: [{name}={given}]")
    return int(given)


def _is_readable(asked: object) -> bool:
    return (
        isinstance(asked, str)
        and not asked.lower().startswith(("http:", "https:"))
        and bool(asked.strip())
    )
