"""The pages as a folder of files, which any web server serves and a browser opens from disk.

All links are relative. The same database gives the same bytes, whenever and wherever.
"""

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from urllib.parse import quote

from db.database import explained, open_readonly
from db.formulas import csv_text
from db.network_rows import last_answer, one_moment
from db.queries import ask, queries
from db.version import __version__
from db.wording import plural

from ..report import report
from .answers import answered
from .pages import page_kinds
from .parts import Address, Links, Page, Question
from .pictures import collection_names, draw_networks
from .writing import write_file

_NAVIGATION = (
    ("Network", "network.html"),
    ("Report", "report.html"),
    ("Communities", "communities.html"),
    ("What is missing", "gaps.html"),
    ("Runs", "runs.html"),
)
MANIFEST = "manifest.json"

Progress = Callable[[int, int], None]
"""Called with how many of how many pages, networks and reports are written."""


@dataclass(frozen=True)
class FileLinks:
    """Links from a file to others of the same folder; `root` leads from it to the top."""

    held: Mapping[str, frozenset[str]]
    """By the name of a page, of what there are such pages."""
    root: str = ""
    rows: int = 10_000

    def page(self, address: Address) -> str | None:
        """Return the way to a page, or None where there is none of it."""
        if address.page in self.held and address.keys[0] in self.held[address.page]:
            return f"{self.root}{_file(address.page, address.keys[0])}"
        return f"{self.root}{_file(address.page)}" if address.page in _alone() else None

    def question(self, question: Question, form: str = "") -> str | None:
        """Return the way to an answer; only to what is asked without filling anything in."""
        query = queries()[question.name]
        if question.given or query.is_detail or not query.stands_alone or form == "json":
            return None
        return f"{self.root}questions/{question.name}.{form or 'html'}"

    def network(self, fragment: str, collection: str | None = None) -> str | None:
        """Return the way to the picture."""
        name = f"networks/{collection}.html" if collection else "network.html"
        return f"{self.root}{name}" + (f"#{fragment}" if fragment else "")


def publish(copy: Path, original: Path | None, folder: Path, progress: Progress) -> int:
    """Write the site of a database into an empty folder and return how many files it has.

    `copy` sees the tables of db/network_tables.py; `original`, if given, is put beside the pages
    as it is. Raises db.errors.DatabaseError, GraphError and OSError.
    """
    with explained(copy), closing(open_readonly(copy)) as connection, one_moment(connection):
        links = FileLinks(dict(_held(connection)))
        around = {
            "name": copy.stem,
            "as_of": (last_answer(connection) or "never")[:10],
            "version": __version__,
        }
        pictures = _pictures(collection_names(connection))
        held = sum(map(len, links.held.values()))
        total = len(_alone()) + held + len(_questions()) + len(pictures) + 1  # that is the report
        done = 0
        for name, page, root in _pages(connection, links):
            there = FileLinks(links.held, root)
            text = write_file(page, there, root=root, navigation=_navigation(original), **around)
            _write(folder / name, text)
            progress(done := done + 1, total)
        for name in _questions():
            answer = ask(connection, name)
            text = csv_text(answer.columns, answer.rows)
            _write(folder / "questions" / f"{name}.csv", text)
    for name, root, collection in pictures:
        _write(folder / name, draw_networks(copy, FileLinks(links.held, root), collection))
        progress(done := done + 1, total)
    _write(folder / "report.html", report(copy))
    progress(done + 1, total)
    _write(folder / "style.css", _style())
    if original is not None:
        shutil.copyfile(original, folder / original.name)
    return _write_manifest(folder, around)


def _pictures(names: Mapping[str, str]) -> list[tuple[str, str, str | None]]:
    """Return the file of each picture, the way from there to the top, and its collection if one."""
    apart = names.items() if len(names) > 1 else ()
    return [
        ("network.html", "", None),
        *((f"networks/{number}.html", "../", collection) for number, collection in apart),
    ]


def _navigation(original: Path | None) -> tuple[tuple[str, str], ...]:
    database = (("The database", quote(original.name)),) if original else ()
    return (*_NAVIGATION, *database, ("Files and hashes", MANIFEST))


def _alone() -> list[str]:
    """Return the pages of which there is one."""
    return [name for name, kind in page_kinds().items() if not kind.KEYS]


def _file(page: str, key: str | None = None) -> str:
    """Return the file of a page: `papers/7.html`, `gaps.html`."""
    if key is not None:
        return f"{plural(page)}/{quote(key)}.html"
    return "index.html" if page == "home" else f"{page}.html"


def _held(connection: sqlite3.Connection) -> Iterator[tuple[str, frozenset[str]]]:
    for page, kind in page_kinds().items():
        if kind.EVERY:
            has_limit = any(each.name == "limit" for each in queries()[kind.EVERY].parameters)
            answer = ask(connection, kind.EVERY, **({"limit": 10**9} if has_limit else {}))
            place = answer.columns.index(page)
            yield page, frozenset(str(row[place]) for row in answer.rows)


def _questions() -> list[str]:
    return [name for name, query in queries().items() if query.stands_alone and not query.is_detail]


def _pages(connection: sqlite3.Connection, links: FileLinks) -> Iterator[tuple[str, Page, str]]:
    """Yield each page with its file and the way from there to the top."""
    kinds = page_kinds()

    def made(page: str, at: Links, *keys: str) -> Page:
        found = kinds[page].page(connection, at, *keys)
        assert found is not None, f"{page} {keys} is held"
        return found

    for page in _alone():
        yield _file(page), made(page, links), ""
    below = FileLinks(links.held, "../")
    for page, keys in links.held.items():
        for key in sorted(keys, key=int):
            yield _file(page, key), made(page, below, key), "../"
    for name in _questions():
        query = queries()[name]
        answer = answered(
            below,
            "Answer",
            Question(name),
            ask(connection, name),
            nothing="Nothing answers it here.",
        )
        yield (
            f"questions/{name}.html",
            Page(query.title, (query.description,), (), (answer,)),
            "../",
        )


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _style() -> str:
    here = files(__package__ or "")
    return "".join(here.joinpath(name).read_text("utf-8") for name in ("style.css", "file.css"))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8", newline="\n")


def _write_manifest(folder: Path, around: Mapping[str, str]) -> int:
    """Write names, sizes and hashes of all files beside them, and return how many there are."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    told = {
        **around,
        "made_by": "citeweave",
        "files": {
            path.relative_to(folder).as_posix(): {
                "bytes": path.stat().st_size,
                "sha256": _digest(path),
            }
            for path in paths
        },
    }
    _write(folder / MANIFEST, json.dumps(told, indent=1, ensure_ascii=False) + "\n")
    return len(paths) + 1
