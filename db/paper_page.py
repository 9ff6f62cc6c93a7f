"""What a paper's page shows beyond its row: who wrote it, what became of it in the lists."""

from collections.abc import Awaitable, Callable
from typing import Any

from datasette import hookimpl
from datasette.app import Datasette
from datasette.utils import urlsafe_components

_AUTHORS = "SELECT author, name FROM authorships WHERE paper = ? ORDER BY position"
_LISTED = (
    "SELECT collections.name AS collection, listed.decision FROM listed "
    "JOIN collections ON collections.id = listed.collection "
    "WHERE listed.paper = ? ORDER BY collections.name, listed.line"
)


def extra_template_vars(
    view_name: str, database: str | None, table: str | None, request: Any, datasette: Datasette
) -> Callable[[], Awaitable[dict[str, Any]]] | None:
    """Give the page of a paper its `authors` and `listings`."""
    if view_name != "row" or table != "papers":
        return None
    paper = urlsafe_components(request.url_vars["pks"])

    async def read() -> dict[str, Any]:
        opened = datasette.get_database(database)
        return {
            "authors": (await opened.execute(_AUTHORS, paper)).rows,
            "listings": (await opened.execute(_LISTED, paper)).rows,
        }

    return read


extra_template_vars = hookimpl(extra_template_vars)
