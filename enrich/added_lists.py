"""What became of lists, stored or only read, and how that is told."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from db.listings import Added, by_strongest_key
from db.rows import Unusable
from db.wording import counted, shortened

from .clock import now
from .lists import ListContent
from .parameters import say

if TYPE_CHECKING:
    from db.store import Store

_SHOWN_LINES, _SHOWN_TEXT = 10, 60


@dataclass(frozen=True)
class ListAdded:
    """What became of one list; it has no collection where it was only read."""

    file: str
    format: str
    collection: str
    added: Added
    unusable: tuple[Unusable, ...]


class _Line(Protocol):
    @property
    def line(self) -> int: ...
    @property
    def reason(self) -> str: ...
    @property
    def text(self) -> str: ...


def add_lists(store: "Store", lists: Sequence[tuple[str, ListContent]]) -> tuple[ListAdded, ...]:
    """Store each list under the collection's name that comes with it."""
    return tuple(_add_list(store, collection, content) for collection, content in lists)


def only_read(content: ListContent) -> ListAdded:
    """Return what would become of a list that goes into no database."""
    papers, doubtful, lines = by_strongest_key(content.listings)
    unusable = (*content.unusable, *doubtful)
    added = Added(len(papers), lines - len(papers), len(unusable), 0, tuple(doubtful))
    return ListAdded(content.file, content.format, "", added, unusable)


def _add_list(store: "Store", collection: str, content: ListContent) -> ListAdded:
    added = store.add_list(collection, content.file, content.listings, content.unusable, now())
    unusable = (*content.unusable, *added.doubtful)
    return ListAdded(content.file, content.format, collection, added, unusable)


def print_lists(lists: Iterable[ListAdded]) -> None:
    """Print what became of lists, and which of their lines could not be used."""
    for each in lists:
        added = each.added
        text = f"{each.file}: {counted(added.papers, 'paper')} ({each.format})"
        if each.collection:
            text += f" in '{each.collection}'"
        if added.repeated:
            names = "names" if added.repeated == 1 else "name"
            text += f", {counted(added.repeated, 'line')} {names} one twice"
        say(text)
        if added.missing:
            is_kept = "is no longer in the list file; it is kept"
            are_kept = "are no longer in the list file; they are kept"
            kept = is_kept if added.missing == 1 else are_kept
            say(f"  {counted(added.missing, 'paper')} of '{each.collection}' {kept}.")
        print_unusable(each)


def print_unusable(each: ListAdded) -> None:
    """Print the lines of a list that could not be used."""
    for line in unusable_lines(
        ((each.file, line) for line in each.unusable), bool(each.collection)
    ):
        say(f"  {line}")


def unusable_lines(lines: Iterable[tuple[str, _Line]], are_stored: bool = True) -> Iterator[str]:
    """Yield the first of the lines that could not be used, by their files, and how many more."""
    further = 0
    for number, (file, each) in enumerate(lines):
        if number < _SHOWN_LINES:
            text = f" ({shortened(each.text, _SHOWN_TEXT)})" if each.text else ""
            yield f"{file}, line {each.line}: {each.reason}{text}"
        further = number + 1 - _SHOWN_LINES
    if further > 0:
        where = ": see lines_not_used in citeweave browse" if are_stored else ""
        yield f"… and {counted(further, 'more line')}{where}"
