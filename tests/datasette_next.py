"""Ask for every kind of page under another Datasette than the pinned one, and say which answer.

    pip install . && pip install datasette==1.0a41 && python tests/datasette_next.py

Datasette's next version is an alpha, so citeweave does not install it; that the pages would
answer there too is tried here.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

import datasette
from browsed_database import ALPHA, browsed_database

from db.pages import application
from db.queries import queries
from db.snapshot_copy import snapshot
from graph.site.pages import page_kinds
from graph.site.served import Served
from graph.tables import TABLES

GIVEN = {"paper": "2310.00001", "from": "2310.00001", "to": "2310.00002", "run": "1"}


def addresses() -> list[str]:
    """Return the pages to ask for."""
    asked = [
        f"/papers/{name}?" + "&".join(f"{p.name}={GIVEN.get(p.name, '')}" for p in query.parameters)
        for name, query in queries().items()
        if not query.is_detail
    ]
    alone = [f"/{name}" for name, kind in page_kinds().items() if not kind.KEYS and name != "home"]
    return [
        *("/", "/papers", "/papers/papers", "/papers/papers?_search=C%2B%2B", "/papers/citations"),
        *(f"/papers/papers/{ALPHA}", "/papers/authors/1", "/papers/collections/1"),
        *("/papers/papers.json", "/papers/most_cited.csv", "/papers/most_cited.json"),
        *("/network", "/style.css", "/community?community=1", "/compare?one=2310.00001&other=b"),
        *alone,
        *asked,
    ]


async def ask(copy: Path) -> list[str]:
    """Return what did not answer."""
    served = application(copy, Served)
    failed = []
    for address in addresses():
        answer = await served.client.get(address, follow_redirects=True)
        if answer.status_code != 200:
            failed.append(f"{answer.status_code} {address}")
    return failed


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        snapshot(browsed_database(Path(folder) / "papers.db"), TABLES) as copy,
    ):
        failed = asyncio.run(ask(copy))
    print(f"Datasette {datasette.__version__}: {len(addresses())} pages, {len(failed)} failed")
    sys.exit("\n".join(failed) or None)


if __name__ == "__main__":
    main()
