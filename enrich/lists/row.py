"""One row of any table as a listing. A broken identifier costs it that, not the paper."""

from collections.abc import Iterable, Iterator, Mapping

from db.identifiers import IdentifierError
from db.rows import Listing, Unusable

from . import columns
from .base import refuse
from .cells import as_authors, as_text, as_year, is_missing, unwrap
from .decisions import read_decision, split_venue
from .findings import find_identifiers
from .identification import Identifier, identify

_STRONGEST_FIRST = ("arxiv", "s2", "corpus", "doi", "openreview")


def read_row(row: Iterable[tuple[str, object]], line: int) -> Iterator[Listing | Unusable]:
    """Yield what is wrong with a row, if anything is, and the paper it names, if it names one."""
    cells = _fold(row)
    findings = find_identifiers(cells)
    listing = _listing(cells, findings.settle(), line)
    named = listing.title or listing.abstract or listing.given
    for reason, given in findings.problems:
        yield refuse(line, f"{reason}; the paper is kept without it" if named else reason, given)
    if named:
        yield listing
    elif not findings.problems:
        shown = ", ".join(text for cell in cells.values() if (text := as_text(cell)))
        yield refuse(line, "names no paper: no title, no abstract, no id or link known here", shown)


def read_marks(texts: Iterable[object], line: int) -> Iterator[Listing | Unusable]:
    """Yield the paper that cells without column names identify by themselves."""
    return read_row([(f"link {n}", text) for n, text in enumerate(texts)], line)


def _fold(row: Iterable[tuple[str, object]]) -> dict[str, object]:
    """Return the cells that hold something, by folded name; of two with one name the first."""
    flat: list[tuple[str, object]] = []
    nested: list[tuple[str, object]] = []
    for name, wrapped in row:
        folded, cell = columns.fold_name(name), unwrap(wrapped)
        if folded in columns.NESTED and isinstance(cell, Mapping):
            nested += [(columns.fold_name(str(key)), unwrap(value)) for key, value in cell.items()]
        else:
            flat.append((folded, cell))
    cells: dict[str, object] = {}
    for folded, cell in (*flat, *nested):
        if not is_missing(cell):
            cells.setdefault(folded, cell)
    return cells


def _listing(cells: dict[str, object], found: dict[str, Identifier], line: int) -> Listing:
    decision, venue = _decision_and_venue(cells)
    value = {scheme: identifier.value for scheme, identifier in found.items()}
    return Listing(
        line=line,
        title=_title(cells),
        abstract=_first(cells, columns.ABSTRACT),
        decision=decision,
        authors=next(map(as_authors, _of(cells, columns.AUTHORS)), ()),
        year=next((year for cell in _of(cells, columns.YEAR) if (year := as_year(cell))), None),
        venue=venue,
        arxiv_id=value.get("arxiv"),
        arxiv_version=found["arxiv"].version if "arxiv" in found else None,
        openreview_id=value.get("openreview"),
        doi=value.get("doi"),
        corpus_id=int(value["corpus"]) if "corpus" in value else None,
        s2_paper_id=value.get("s2"),
        given=next((found[scheme].given for scheme in _STRONGEST_FIRST if scheme in found), None),
    )


def _first(cells: dict[str, object], names: Iterable[str]) -> str | None:
    return next((text for cell in _of(cells, names) if (text := as_text(cell))), None)


def _of(cells: dict[str, object], names: Iterable[str]) -> Iterator[object]:
    """Yield the cells of these names that are there; most rows have a few of many names."""
    return (cells[name] for name in names if name in cells)


def _title(cells: dict[str, object]) -> str | None:
    for name in columns.TITLE:
        text = as_text(cells[name]) if name in cells else None
        # A column called `paper` or `name` may hold links, or the papers' running numbers.
        if text and (columns.scheme_of(name) is None or _is_wording(cells[name], text)):
            return text
    return None


def _is_wording(cell: object, text: str) -> bool:
    try:
        return isinstance(cell, str) and identify(text) is None
    except IdentifierError:
        return False


def _decision_and_venue(cells: dict[str, object]) -> tuple[str | None, str | None]:
    named = _first(cells, columns.VENUE)
    venue, implied = split_venue(named) if named else (None, None)
    stated = _first(cells, columns.DECISION)
    if stated is None:
        return implied, venue or None
    place, decision = split_venue(stated)
    return decision or read_decision(stated) or stated, venue or (place if decision else None)
