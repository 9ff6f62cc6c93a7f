"""RIS of the papers, for Zotero, EndNote, Mendeley and Rayyan.

Every entry is of type GEN: the database does not say where a paper appeared for certain.
A value is one line, so line breaks and control characters become blanks.
"""

from typing import BinaryIO

from ..network import Network
from ..references import Reference, one_line, references
from ..text_rows import utf8

NAME = "ris"
SUFFIXES = (".ris",)
DESCRIPTION = "RIS of the papers, for Zotero, EndNote and Mendeley."
IS_DRAWN = False


def write(network: Network, file: BinaryIO) -> None:
    """Write an entry for each paper; raises GraphError where the nodes are no papers."""
    for paper in references(network):
        file.write(utf8(_entry(paper)))


def _entry(paper: Reference) -> str:
    fields = [
        ("TY", "GEN"),
        ("ID", paper.key),
        ("TI", paper.title),
        *(("AU", name) for name in paper.authors),
        ("PY", None if paper.year is None else str(paper.year)),
        ("DA", paper.published and paper.published[:10].replace("-", "/")),
        ("AN", paper.arxiv_id and f"arXiv:{paper.arxiv_id}"),
        ("DO", paper.doi),
        ("UR", paper.url),
        ("KW", paper.decision),
        ("KW", paper.category),
    ]
    lines = [f"{tag}  - {one_line(value)}\r\n" for tag, value in fields if value]
    return f"{''.join(lines)}ER  - \r\n\r\n"
