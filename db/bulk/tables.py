"""Reading the tables of a finished folder: as columns for networks, row by row for a database."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import numpy as np
from numpy.typing import NDArray

from .errors import BulkError, first_line
from .manifest import NAME, Manifest, load_manifest
from .parquet_files import files_of

Integers = NDArray[np.int64]
_AT_ONCE = 10_000


class Paper(NamedTuple):
    """One paper, as the release has it; all but the number may be missing."""

    corpus_id: int
    arxiv_id: str | None
    doi: str | None
    paper_id: str | None
    title: str | None
    authors: list[dict[str, str | None] | None] | None
    venue: str | None
    year: int | None
    published: str | None
    reference_count: int | None
    citation_count: int | None
    influential_citation_count: int | None
    publication_types: list[str | None] | None


class Link(NamedTuple):
    """A link of a listed paper, with the paper at the other end."""

    listed: int
    """The listed paper's corpus id."""
    is_influential: bool | None
    other: Paper


class Links(NamedTuple):
    """Citations by corpus ids, ordered by the citing paper, then the cited."""

    citing: Integers
    cited: Integers
    is_influential: NDArray[np.int8]
    """1 yes, 0 no, -1 where no row says."""


class Pairs(NamedTuple):
    """Listed papers that share something, by corpus ids, paper < other, in order of both."""

    paper: Integers
    other: Integers
    shared: Integers


class Neighbours(NamedTuple):
    """The listed papers and those around them, ordered by corpus id."""

    corpus_id: Integers
    is_listed: NDArray[np.bool_]
    cited_by_listed: Integers
    citing_listed: Integers


class Degrees(NamedTuple):
    """How many papers cite a paper, and how many it cites, ordered by corpus id."""

    corpus_id: Integers
    in_degree: Integers
    out_degree: Integers


class Tables:
    """The tables of one folder. Raises BulkError where one is missing."""

    def __init__(self, folder: Path) -> None:
        self.manifest: Manifest = load_manifest(folder)
        self._folder = folder
        self._connection = duckdb.connect(config={"threads": 1})

    @property
    def has_papers(self) -> bool:
        """Whether the release's papers were given too; else papers are bare numbers."""
        return "papers" in self.manifest.tables

    def close(self) -> None:
        """Close the reader."""
        self._connection.close()

    def links(self, table: str) -> Links:
        """Read the links of the table induced or neighbourhood."""
        query = (
            f"SELECT citing, cited, coalesce(cast(is_influential AS tinyint), -1) "  # noqa: S608
            f"AS influential FROM {self._from(table)} ORDER BY citing, cited"
        )
        columns = self._columns(query)
        return Links(columns[0], columns[1], columns[2].astype(np.int8))

    def pairs(self, table: str) -> Pairs:
        """Read the pairs of the table coupling or cocitation."""
        query = f"SELECT paper, other, shared FROM {self._from(table)} ORDER BY paper, other"  # noqa: S608
        return Pairs._make(self._columns(query))

    def neighbours(self) -> Neighbours:
        """Read the listed papers and those around them."""
        number, listed, cited_by, citing = self._columns(
            "SELECT corpus_id, cast(is_listed AS tinyint) AS listed, cited_by_listed, "  # noqa: S608
            f"citing_listed FROM {self._from('neighbours')} ORDER BY corpus_id"
        )
        return Neighbours(number, listed.astype(bool), cited_by, citing)

    def degrees(self) -> Degrees:
        """Read the degrees of the listed papers and those around them, zero without a link."""
        # Degrees of the whole graph have no row of a paper that is in no link.
        query = (
            "SELECT corpus_id, coalesce(in_degree, 0) AS in_degree, "  # noqa: S608
            f"coalesce(out_degree, 0) AS out_degree FROM {self._from('neighbours')} AS neighbours "
            f"LEFT JOIN {self._from('degrees')} AS degrees USING (corpus_id) ORDER BY corpus_id"
        )
        return Degrees._make(self._columns(query))

    def papers(self, *, listed: bool = False) -> Iterator[Paper]:
        """Yield what is known of the neighbours, or of the listed ones alone, by corpus id."""
        where = "WHERE is_listed" if listed else ""
        query = f"SELECT {_told('papers')} FROM {self._papers()} {where} ORDER BY corpus_id"  # noqa: S608
        return (Paper(*row) for row in self._rows(query))

    def found(self) -> list[tuple[int, str, str, int]]:
        """Return of each wanted paper that was found (position, scheme, value, corpus id)."""
        query = f"SELECT position, scheme, value, corpus_id FROM {self._from('listed')}"  # noqa: S608
        return list(self._rows(f"{query} ORDER BY position"))

    def references(self) -> Iterator[Link]:
        """Yield the references of the listed papers, ordered by both ends."""
        return self._links_of("citing", "cited")

    def citations(self) -> Iterator[Link]:
        """Yield the citations to the listed papers, ordered by both ends."""
        return self._links_of("cited", "citing")

    def unlinked(self) -> dict[int, tuple[int, int]]:
        """Return of listed papers how many references and citations lead to no paper."""
        query = (
            "SELECT corpus_id, unlinked_references, unlinked_citations "  # noqa: S608
            f"FROM {self._from('unlinked')}"
        )
        return {row[0]: (row[1], row[2]) for row in self._rows(query)}

    def _links_of(self, listed: str, other: str) -> Iterator[Link]:
        query = (
            f"SELECT links.{listed}, links.is_influential, {_told('papers')} "  # noqa: S608
            f"FROM {self._from('neighbourhood')} AS links "
            f"JOIN {self._papers()} ON papers.corpus_id = links.{other} "
            f"WHERE links.{listed}_is_listed ORDER BY links.{listed}, links.{other}"
        )
        return (Link(row[0], row[1], Paper(*row[2:])) for row in self._rows(query))

    def _papers(self) -> str:
        """Return where papers are read from: bare numbers, where no papers were given."""
        if self.has_papers:
            return f"{self._from('papers')} AS papers"
        nothing = ", ".join(
            f"cast(NULL AS {type_}) AS {name}" for name, type_ in _UNKNOWN_TYPES.items()
        )
        return f"(SELECT corpus_id, is_listed, {nothing} FROM {self._from('neighbours')}) AS papers"  # noqa: S608

    def _from(self, table: str) -> str:
        if table not in self.manifest.tables:
            raise BulkError(
                f"{self._folder} has no table {table}; make it with a list: citeweave bulk --list."
            )
        self._refuse_changed(table)
        return f"read_parquet({files_of(self._folder / table)})"

    def _refuse_changed(self, table: str) -> None:
        """Raise BulkError where a table's files are not those that were made."""
        files = {path.name: path.stat().st_size for path in self._folder.glob(f"{table}/*.parquet")}
        made = {Path(each.name).name: each.size for each in self.manifest.tables[table].files}
        if files != made:
            raise BulkError(
                f"The tables in {self._folder} cannot be used: the files of {table} are not those "
                f"that {NAME} names; make them again with citeweave bulk."
            )

    def _columns(self, query: str) -> list[Integers]:
        with _Explained(self._folder):
            found = self._connection.execute(query).fetchnumpy()
        return [np.asarray(column).astype(np.int64) for column in found.values()]

    def _rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        # A cursor of its own: several may be read in turns.
        with _Explained(self._folder):
            cursor = self._connection.cursor().execute(query)
            while rows := cursor.fetchmany(_AT_ONCE):
                yield from rows


class _Explained:
    """Turns DuckDB's errors into a sentence."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, duckdb.Error):
            reason = first_line(error)
            raise BulkError(f"The tables in {self._folder} cannot be read: {reason}") from error


_TEXT, _COUNT = "text", "bigint"
_UNKNOWN_TYPES = {
    "arxiv_id": _TEXT,
    "doi": _TEXT,
    "paper_id": _TEXT,
    "title": _TEXT,
    "authors": "STRUCT(authorId text, name text)[]",
    "venue": _TEXT,
    "year": _COUNT,
    "published": _TEXT,
    "reference_count": _COUNT,
    "citation_count": _COUNT,
    "influential_citation_count": _COUNT,
    "publication_types": "text[]",
}


def _told(table: str) -> str:
    return ", ".join(f"{table}.{name}" for name in Paper._fields)
