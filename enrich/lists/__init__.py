"""Reading lists of papers. Every file in this folder that defines a reader is a format."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

from db.rows import Listing, Unusable

from . import files
from .base import ListError
from .text import decode

__all__ = ["Format", "ListContent", "ListError", "formats", "read_list"]

MOST_ENTRIES = 1_000_000
"""Papers and unusable lines that a list may have; a million take some 500 MB of memory."""
_HEAD = 2**16
_FOREIGN = (
    (b"PK\x03\x04", "an Excel workbook or another zip archive; save the table as CSV"),
    (b"%PDF", "a PDF; copy its text or its ids into a text file"),
    (b"\xd0\xcf\x11\xe0", "an old Office document; save the table as CSV"),
    (b"BZh", "packed with bzip2; unpack it or use gzip"),
    (b"\xfd7zXZ", "packed with xz; unpack it or use gzip"),
    (b"\x28\xb5\x2f\xfd", "packed with zstd; unpack it or use gzip"),
    (b"<", "HTML or XML; open it and copy what the page shows into a text file"),
)


@dataclass(frozen=True)
class ListContent:
    """A list as it was read: its papers in its order, and the lines that name none."""

    file: str
    format: str
    listings: tuple[Listing, ...]
    unusable: tuple[Unusable, ...]


@dataclass(frozen=True)
class Format:
    """A list format: its name, a line about it, and the two functions of its module."""

    name: str
    description: str
    takes_bytes: bool
    recognises: Callable[[Any, str], int]
    read: Callable[[Any], Iterator[Listing | Unusable]]


@cache
def formats() -> tuple[Format, ...]:
    """Return the formats in this folder, by name."""
    found = (_format(module.name) for module in pkgutil.iter_modules(__path__))
    return tuple(sorted((f for f in found if f), key=lambda f: f.name))


def read_list(path: str) -> ListContent:
    """Return the papers of a list in whatever format; `-` is standard input, .gz is unpacked.

    ListError where it cannot be read, is in no known format or names no paper.
    """
    name, data = files.shown_name(path), files.read_bytes(path)
    if not data.strip():
        raise ListError(f"{name}: the list is empty")
    chosen, content = _choose(data, name)
    del data  # a large list is not to be held three times
    try:
        found = list(islice(chosen.read(content), MOST_ENTRIES + 1))
    except ListError as error:
        raise ListError(f"{name}: {error}") from None
    if len(found) > MOST_ENTRIES:
        raise ListError(
            f"{name}: it has more than {MOST_ENTRIES:,} entries, which would take the services "
            "days; split it, or take Semantic Scholar's dumps for so many"
        )
    listings = tuple(item for item in found if isinstance(item, Listing))
    unusable = tuple(item for item in found if isinstance(item, Unusable))
    if not listings:
        raise ListError(_nothing_usable(name, chosen, unusable))
    return ListContent(name, chosen.name, listings, unusable)


def _format(name: str) -> Format | None:
    module = importlib.import_module(f".{name}", __package__)
    description = (module.__doc__ or "").partition("\n")[0]
    for suffix in ("", "_bytes"):
        if hasattr(module, f"recognises{suffix}"):
            recognises = getattr(module, f"recognises{suffix}")
            read = getattr(module, f"read{suffix}")
            return Format(name.replace("_", " "), description, bool(suffix), recognises, read)
    return None


def _choose(data: bytes, name: str) -> tuple[Format, bytes | str]:
    plain_name = name.lower().removesuffix(".gz")
    head = data[:_HEAD]
    sure = [(f.recognises(head, plain_name), f) for f in formats() if f.takes_bytes]
    text = decode(data) if not any(score for score, _ in sure) else ""
    if "\0" not in text[:_HEAD]:
        sure += [
            (f.recognises(text[:_HEAD], plain_name), f) for f in formats() if not f.takes_bytes
        ]
    score, chosen = min(sure, key=lambda scored: (-scored[0], scored[1].name))
    if score <= 0:
        raise ListError(f"{name}: {_unrecognised(data)}")
    return chosen, data if chosen.takes_bytes else text


def _unrecognised(data: bytes) -> str:
    start = data.lstrip()[:16]
    for magic, what in _FOREIGN:
        if start.startswith(magic):
            return f"this is {what}"
    return (
        "not a list in a format known here. A CSV needs a first line of column names, among them "
        "title, arxiv_id, openreview_id or url; plain ids or links go one a line; bare abstracts "
        "are whole paragraphs with blank lines between them"
    )


def _nothing_usable(name: str, chosen: Format, unusable: tuple[Unusable, ...]) -> str:
    if not unusable:
        return f"{name}: read as {chosen.name}, it has no papers"
    first = unusable[0]
    return (
        f"{name}: read as {chosen.name}, none of its entries names a paper. "
        f"Line {first.line}: {first.reason}" + (f" ({first.text})" if first.text else "")
    )
