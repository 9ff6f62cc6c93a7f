"""Parquet: one paper a row, columns named as in a CSV table."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from db.rows import Listing, Unusable

from .base import ListError
from .columns import count_known, name_papers
from .row import read_row

if TYPE_CHECKING:
    import duckdb


def recognises_bytes(head: bytes, name: str) -> int:  # noqa: ARG001  every format is asked alike
    """Return 100 for Parquet's magic number."""
    return 100 if head.startswith(b"PAR1") else 0


def read_bytes(data: bytes) -> Iterator[Listing | Unusable]:
    """Yield the papers of a table; `line` is the row's number from 1."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        path = Path(folder) / "list.parquet"
        path.write_bytes(data)
        yield from _read_file(path)


def _read_file(path: Path) -> Iterator[Listing | Unusable]:
    import duckdb  # noqa: PLC0415  a quarter of a second that only this format needs

    # No extension is fetched from the network, whatever the file asks for.
    with duckdb.connect(
        config={"autoinstall_known_extensions": False, "autoload_known_extensions": False}
    ) as connection:
        try:
            table = connection.read_parquet(str(path), binary_as_string=True)
            yield from _read_table(table)
        except duckdb.Error as error:
            reason = str(error).replace(str(path), "the file").splitlines()[0]
            raise ListError(f"the Parquet file cannot be read: {reason}") from None


def _read_table(table: "duckdb.DuckDBPyRelation") -> Iterator[Listing | Unusable]:
    import duckdb  # noqa: PLC0415

    columns = [name for name in table.columns if count_known([name])]
    if not name_papers(columns):
        raise ListError(
            f"none of the Parquet columns ({', '.join(table.columns[:20])}) is called title, "
            "abstract, arxiv_id, openreview_id, doi, id or url; rename one"
        )
    chosen = table.select(*(duckdb.ColumnExpression(name) for name in columns))
    for line, row in enumerate(chosen.fetchall(), start=1):
        yield from read_row(zip(columns, row, strict=True), line)
