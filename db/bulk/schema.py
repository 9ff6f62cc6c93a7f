"""Which columns of the dumps are read; all others are passed over unread.

A type is a word both engines know, a mapping for a structure, or a list of one type for a
list. Interface: https://api.semanticscholar.org/api-docs/datasets.
"""

from collections.abc import Mapping

Type = str | Mapping[str, str] | tuple[str | Mapping[str, str]]
Columns = Mapping[str, Type]

CITATIONS: Columns = {
    "citingcorpusid": "bigint",
    "citedcorpusid": "bigint",
    "isinfluential": "boolean",
}
# By which diffs tell what they change; read only where there are diffs.
CITATION_KEY: Columns = {"citationid": "bigint"}

PAPERS: Columns = {
    "corpusid": "bigint",
    "externalids": {"ArXiv": "string", "DOI": "string"},
    "url": "string",
    "title": "string",
    "authors": ({"authorId": "string", "name": "string"},),
    "venue": "string",
    "year": "bigint",
    "referencecount": "bigint",
    "citationcount": "bigint",
    "influentialcitationcount": "bigint",
    "publicationtypes": ("string",),
    "publicationdate": "string",
}

DATASETS: Mapping[str, Columns] = {"papers": PAPERS, "citations": CITATIONS}
"""The datasets that are fetched and read."""

WANTED: Mapping[str, str] = {
    "position": "bigint",
    "place": "bigint",
    "scheme": "string",
    "value": "string",
}
