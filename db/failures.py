"""A request that cannot be answered is told why: never a traceback, nor an error of the server.

The database is a copy that nobody changes, so where Datasette trips, the address asked for
something that is not there or cannot be read: the key of a row with too few parts, a page after
none, a question that takes too long.
"""

from collections.abc import Awaitable, Callable, Generator
from typing import Any

import click
from datasette import hookimpl
from datasette.app import Datasette
from datasette.utils.asgi import Base400, Response
from datasette.views.base import DatasetteError

from .wording import legible, shortened

_LONGEST = 200


def handle_exception(
    datasette: Datasette, request: Any, exception: Exception
) -> Generator[None, Any, None]:
    """Take the place of Datasette's answer where that has no sentence but a traceback."""
    outcome = yield
    if isinstance(exception, DatasetteError) and exception.status == 500:
        exception.status = 400  # it names a column, say, that is not there
    if not isinstance(exception, (Base400, DatasetteError)):
        outcome.force_result([_answer(datasette, request, exception)])


handle_exception = hookimpl(handle_exception, hookwrapper=True)


def _answer(
    datasette: Datasette, request: Any, exception: Exception
) -> Callable[[], Awaitable[Response]]:
    async def answer() -> Response:
        why = f"{type(exception).__name__}: {shortened(legible(str(exception)), _LONGEST)}"
        path = shortened(legible(request.path), _LONGEST)
        click.echo(f"citeweave: {path} could not be answered ({why})", err=True)
        told = {"ok": False, "error": f"This address cannot be answered ({why}).", "status": 400}
        if request.path.endswith(".json"):
            return Response.json(told, status=400)
        shown = {**told, "title": "Not understood"}
        return Response.html(await datasette.render_template("error.html", shown), status=400)

    return answer
