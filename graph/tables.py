"""What networks say of papers, as rows for the tables of db/network_tables.py."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

from db import network_rows
from db.database import open_readonly
from db.network_tables import STRONGEST

from .asking import asked
from .building import build
from .kinds import kind as kind_named
from .measures import community
from .measuring import Options
from .network import Booleans, Network, Selection
from .ranks import rank_at_ends

Rows = Iterator[tuple[object, ...]]
_TIES = ("coupling", "cocitation")


def community_rows(path: Path) -> Rows:
    """Yield (paper, community, name) of the citation network's papers that have a link."""
    made = _made(path, "citation")
    numbers, names = community.columns(made, Options())
    there = numbers.present
    columns = (made.node_ids[there], numbers.values[there], names.values[there])
    yield from zip(*(column.tolist() for column in columns), strict=True)


def tie_rows(path: Path) -> Rows:
    """Yield (kind, paper, other, shared, cosine) both ways, of each paper the strongest."""
    for kind in _TIES:
        made = _made(path, kind)
        kept = among_strongest(made)
        ends = (made.node_ids[made.source[kept]], made.node_ids[made.target[kept]])
        shared, cosine = (made.edge_column(each).values[kept] for each in ("shared", "cosine"))
        for paper, other in (ends, ends[::-1]):
            columns = (paper.tolist(), other.tolist(), shared.tolist(), cosine.round(6).tolist())
            yield from ((kind, *row) for row in zip(*columns, strict=True))


def _made(path: Path, name: str) -> Network:
    """Return a network of all listed papers, without measures."""
    kind = kind_named(name)
    selection, options = asked(kind, None, Selection(), {})
    with closing(open_readonly(path)) as connection, network_rows.one_moment(connection):
        return build(connection, kind, selection, options)


def among_strongest(made: Network, most: int = STRONGEST) -> Booleans:
    """Return which edges are among the `most` of either end that share most."""
    return rank_at_ends(made, made.edge_column("shared").values) < most


TABLES: Mapping[str, Callable[[Path], Rows]] = {"communities": community_rows, "ties": tie_rows}
"""How to make each table's rows from a database."""
