"""Pages that are made elsewhere, shown within Datasette.

`db` may not know who makes them, so whoever serves hands them over as a Site. A page that
belongs to a row of a table stands on the row's own page; the others have addresses of their own.
"""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

from datasette import hookimpl
from datasette.app import Datasette
from datasette.utils import urlsafe_components
from datasette.utils.asgi import NotFound, Response
from markupsafe import Markup

_LONGEST_SECONDS = 10.0
_STEPS = 100_000
"""Of SQLite's machine between two looks at the clock; Datasette's own limit looks far more often,
which costs a page of many questions half its time."""


class Body(NamedTuple):
    """A page: its title, and what is in it, safe to show."""

    title: str
    markup: Markup


_TOO_LONG = Body(
    "This page takes too long here",
    Markup(
        "<h1>This page takes too long here</h1><p>What it asks of the database takes over "
        "{:.0f} seconds. Tables and single questions can still be looked at.</p>"
    ).format(_LONGEST_SECONDS),
)


class File(NamedTuple):
    """A file of the site."""

    content_type: str
    content: bytes


class Site(Protocol):
    """Pages over one database."""

    def names(self) -> Sequence[str]: ...
    def keys(self, name: str) -> Sequence[str]: ...
    def page_of(self, table: str) -> str | None: ...
    def body(
        self, connection: sqlite3.Connection, name: str, keys: Sequence[str]
    ) -> Body | None: ...
    def files(self) -> Sequence[str]: ...
    def file(self, name: str, given: Mapping[str, str]) -> File | None: ...


class Browsed(Datasette):  # type: ignore[misc]
    """An application that shows a site, which it needs before its addresses are laid out."""

    def __init__(self, site: Site, **settings: Any) -> None:
        self.site = site
        super().__init__(**settings)


def register_routes(datasette: Datasette) -> list[tuple[str, Callable[..., Any]]]:
    """Give the pages and files of the site their addresses."""
    if not isinstance(datasette, Browsed):
        return []
    site = datasette.site
    pages = "|".join(name for name in site.names() if name != "home")
    files = "|".join(name.replace(".", r"\.") for name in site.files())
    return [(f"^/(?P<page>{pages})$", _answer_page), (f"^/(?P<file>{files})$", _answer_file)]


register_routes = hookimpl(register_routes)


async def _answer_page(request: Any, datasette: Browsed) -> Response:
    site, name = datasette.site, request.url_vars["page"]
    keys = [request.args.get(key) or "" for key in site.keys(name)]
    body = await _read(datasette, name, keys)
    if body is None:
        if not any(keys):
            raise NotFound(f"Say which {name}, as in /{name}?{site.keys(name)[0]}=1.")
        raise NotFound(f"There is no such {name} here: {', '.join(keys)}")
    shown = {"page": body, "keys": list(zip(site.keys(name), keys, strict=True)), "name": name}
    html = await datasette.render_template("page.html", shown, request)
    return Response.html(html, status=503 if body is _TOO_LONG else 200)


async def _answer_file(request: Any, datasette: Browsed) -> Response:
    name, given = request.url_vars["file"], {key: request.args[key] for key in request.args}
    file = await asyncio.to_thread(datasette.site.file, name, given)
    if file is None:
        raise NotFound(f"There is no such {name} here.")
    return Response(file.content, content_type=file.content_type)


async def _read(datasette: Browsed, name: str, keys: Sequence[str]) -> Body | None:
    def read(connection: sqlite3.Connection) -> Body | None:
        with _limited(connection) as is_over:
            try:
                return datasette.site.body(connection, name, keys)
            except sqlite3.OperationalError:
                if is_over():
                    return _TOO_LONG
                raise

    body: Body | None = await datasette.get_database().execute_fn(read)
    return body


@contextmanager
def _limited(connection: sqlite3.Connection) -> Iterator[Callable[[], bool]]:
    """End a question that goes on too long; it then raises sqlite3.OperationalError.

    What is yielded says whether the time is over.
    """
    deadline = time.monotonic() + _LONGEST_SECONDS

    def is_over() -> bool:
        return time.monotonic() > deadline

    connection.set_progress_handler(is_over, _STEPS)
    try:
        yield is_over
    finally:
        connection.set_progress_handler(None, _STEPS)


def extra_template_vars(
    view_name: str, table: str | None, request: Any, datasette: Datasette
) -> Callable[[], Awaitable[dict[str, Any]]] | None:
    """Give the first page, and the page of a row, the `page` that is shown there."""
    if not isinstance(datasette, Browsed):
        return None
    if view_name == "index":
        name: str | None = "home"
    else:
        name = datasette.site.page_of(table) if view_name == "row" and table else None
    if name is None:
        return None
    keys = urlsafe_components(request.url_vars["pks"]) if view_name == "row" else []
    shown = name

    async def read() -> dict[str, Any]:
        return {"page": await _read(datasette, shown, keys)}

    return read


extra_template_vars = hookimpl(extra_template_vars)
