"""How the tables look in Datasette: labels, facets, order, search, licences.

Only data for Datasette is made here, so this module needs nothing of it.
Keys: https://docs.datasette.io/en/0.65.5/metadata.html
"""

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from .columns import NETWORK_TABLES, TABLES
from .coverage import count_listed, measure_coverage, source_titles
from .lookup import LOOKED_UP
from .queries import Parameter, Query, ask, queries
from .wording import counted

SETTINGS: Mapping[str, int | bool] = {
    "default_page_size": 50,
    "max_returned_rows": 5000,
    "truncate_cells_html": 300,  # an abstract must not fill the screen
    "default_facet_size": 20,
    "facet_time_limit_ms": 1000,
    "sql_time_limit_ms": 3000,
    "suggest_facets": False,  # tries every column on every page; the useful ones are declared
}


@dataclass(frozen=True)
class Look:
    """How one table is shown. `label` stands for a row wherever another table points to it."""

    label: str | None = None
    facets: tuple[str, ...] = ()
    sort: str | None = None
    sort_desc: str | None = None
    size: int | None = None
    search: str | None = None


LOOKS: Mapping[str, Look] = {
    "papers": Look(
        label="title",
        facets=("is_listed", "year", "primary_category"),
        sort_desc="citation_count",
        search="papers_fts",
    ),
    "collections": Look(label="name"),
    "listed": Look(facets=("collection", "decision"), sort="line"),
    "unusable_lines": Look(facets=("collection", "reason")),
    "authors": Look(label="name", search="authors_fts"),
    "authorships": Look(facets=("position",)),
    "categories": Look(facets=("category", "is_primary")),
    # SQLite counts generated columns row by row, so how a link was seen is no facet here.
    "citations": Look(facets=("is_influential",)),
    "unlinked_references": Look(facets=("direction", "year")),
    "embeddings": Look(facets=("model",)),
    "identifiers": Look(facets=("scheme",)),
    "sightings": Look(facets=("direction", "source")),
    "resolutions": Look(facets=("band", "place", "is_decided"), sort_desc="score"),
    "decisions": Look(facets=("is_accepted",)),
    "unresolved": Look(facets=("reason",)),
    "judgements": Look(),
    "fetches": Look(facets=("source", "part", "state")),
    "records": Look(facets=("source",)),
    # A page of answers reads their bodies, some megabytes each.
    "answers": Look(label="part", facets=("source", "part", "status"), sort_desc="id", size=10),
    "runs": Look(label="command", facets=("command", "exit_code"), sort_desc="id"),
    "run_services": Look(facets=("source",), sort_desc="run"),
    "sources": Look(label="title", sort="rank"),
    "problems": Look(facets=("source", "part", "state")),
    "provenance": Look(),
    "communities": Look(facets=("name",)),
    "ties": Look(facets=("kind",), sort_desc="shared"),
}
_SHOWN = {**TABLES, **NETWORK_TABLES}
_HIDDEN = ("_sqlite_migrations", "papers_fts", "authors_fts")


def browsed_columns() -> Iterator[tuple[str, str]]:
    """Yield each (table, column) that the pages group, order or look papers up by."""
    yield from (("papers", column) for column in LOOKED_UP.values())
    for table, look in LOOKS.items():
        for column in (*look.facets, look.sort, look.sort_desc):
            if column:
                yield table, column


def metadata(connection: sqlite3.Connection, name: str, base: str) -> dict[str, Any]:
    """Return Datasette's metadata for the database that it serves as `name` at `base`."""
    terms = f"{base}/sources"
    there = ", ".join(count_listed(connection).collections) or "none"
    return {
        "title": f"{name}: papers and who cites whom",
        "description": describe_contents(connection),
        "source": _source_names(connection),
        "source_url": terms,
        "license": "Terms of each source",
        "license_url": terms,
        "databases": {
            name: {
                "description": describe_contents(connection),
                "queries": {query.name: _canned(query, there) for query in queries().values()},
                "tables": {table: _table(table) for table in _SHOWN}
                | {table: {"hidden": True} for table in _HIDDEN},
            }
        },
    }


def _table(name: str) -> dict[str, Any]:
    look, table = LOOKS.get(name, Look()), _SHOWN[name]
    shown = {
        "description": table.about,
        "columns": dict(table.columns),
        "label_column": look.label,
        "facets": list(look.facets),
        "sort": look.sort,
        "sort_desc": look.sort_desc,
        "size": look.size,
        "fts_table": look.search,
    }
    return {key: value for key, value in shown.items() if value}


def _canned(query: Query, collections: str) -> dict[str, Any]:
    return {
        "sql": query.sql_with_defaults,
        "title": query.title,
        "description_html": _described(query, collections),
        "params": [parameter.name for parameter in query.parameters],
        "hide_sql": True,
        **({"is_detail": True} if query.is_detail else {}),
    }


def _described(query: Query, collections: str) -> str:
    blanks = "".join(
        f"<li><code>{parameter.name}</code>: {escape(_blank(parameter, collections))}</li>"
        for parameter in query.parameters
    )
    return f"<p>{escape(query.description)}</p>" + (f"<ul>{blanks}</ul>" if blanks else "")


def _blank(parameter: Parameter, collections: str) -> str:
    """Return what can be filled in: for a collection, the names there are; else the choices."""
    if parameter.name == "collection":
        return f"{parameter.label}; there is: {collections}"
    choices = ", ".join(filter(None, parameter.choices))
    label = parameter.label + (f"; one of: {choices}" if choices else "")
    return label + (f" (empty: {parameter.default})" if parameter.default else "")


def describe_contents(connection: sqlite3.Connection) -> str:
    answer = ask(connection, "contents")
    held = dict(zip(answer.columns, answer.rows[0], strict=True))
    counts = {name: int(str(held[name])) for name in ("listed", "other_papers", "links")}
    return (
        f"{counted(counts['listed'], 'listed paper')} ({held['with_identifier']:,} with an "
        f"identifier), {counted(counts['other_papers'], 'paper')} around them, "
        f"{counted(counts['links'], 'citation')}, "
        f"{held['links_between_listed']:,} of them between listed papers. "
        + (
            f"Latest answer: {str(held['latest_answer'])[:10]}, "
            f"from {str(held['asked'] or 'nowhere').replace(',', ' and ')}."
            if held["latest_answer"]
            else "No source has been asked yet."
        )
    )


def describe_coverage(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield for each part of each source how many of the listed papers it brought."""
    titles = source_titles(connection)
    for c in measure_coverage(connection):
        if c.is_total:
            counts = {"absent": c.absent, "failed": c.failed, "not asked": c.not_asked}
            missing = "".join(f", {n:,} {state}" for state, n in counts.items() if n)
            part = c.part.replace("_", " ")
            yield f"{titles[c.source]}, {part}: {c.found:,} of {c.listed:,} found{missing}"


def _source_names(connection: sqlite3.Connection) -> str:
    titles = connection.execute("SELECT title FROM sources ORDER BY rank, name")
    return ", ".join(title for (title,) in titles) or "none yet"
