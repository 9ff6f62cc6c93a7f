"""Writes files whole or not at all, and none in place of a database."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from .errors import GraphError

_DATABASE = b"SQLite format 3\0"


@contextmanager
def writing(path: Path) -> Iterator[BinaryIO]:
    """Open a file that takes the place of `path` at the end, or vanishes on an error.

    Where `path` is a device or a pipe, it is written to as it is. Raises GraphError as
    `refuse_unwritable` does, and where the disk takes no more.
    """
    refuse_unwritable(path)
    with _explained(path), path.open("wb") if _is_no_file(path) else _replacing(path) as file:
        yield file


def refuse_unwritable(path: Path) -> None:
    """Raise GraphError where a path is no place for a file, or holds a database."""
    if str(path) == "-":
        raise GraphError("'-' is no file; name one, or /dev/stdout.")
    with _explained(path):
        if path.is_dir():
            raise GraphError(f"{path} is a folder; name a file.")
        if not path.parent.is_dir():
            raise GraphError(f"There is no folder {path.parent} to write {path.name} to.")
        if path.is_file() and _is_database(path):
            raise GraphError(f"{path} is a database, which would be lost; name another file.")


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise GraphError(f"Cannot write {path}: {error.strerror or error}.") from error


def _is_database(path: Path) -> bool:
    # One that cannot be read is not ours to write either, which writing then says.
    with suppress(PermissionError), path.open("rb") as file:
        return file.read(len(_DATABASE)) == _DATABASE
    return False


def _is_no_file(path: Path) -> bool:
    """Return whether there is something that cannot be replaced, such as a pipe."""
    return path.exists() and not path.is_file()


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    # What a link leads to is replaced, not the link.
    path = Path(os.path.realpath(path))
    unfinished = path.with_name(f".{secrets.token_hex(8)}.unfinished")
    try:
        with unfinished.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if path.is_file():
            unfinished.chmod(path.stat().st_mode & 0o777)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
