"""Getting a list's bytes: a path, standard input, either of them gzipped."""

import gzip
import io
import os
import sys
import zlib
from pathlib import Path

from .base import ListError

MAX_UNPACKED = 2**30
"""Bytes a list may have, unpacked."""

_GZIP = b"\x1f\x8b"


def read_bytes(path: str) -> bytes:
    """Return the content of a path, or of standard input for `-`, unpacked if it is gzipped."""
    data = sys.stdin.buffer.read(MAX_UNPACKED + 1) if path == "-" else _read_file(path)
    name = shown_name(path)
    return _bounded(_unpack(data, name) if data.startswith(_GZIP) else data, name)


def shown_name(path: str) -> str:
    """Return what messages and the database call the list."""
    return "standard input" if path == "-" else os.fsencode(path).decode("utf-8", "replace")


def collection_name(path: str) -> str:
    """Return the name that a list's file gives its papers: iclr2024 for lists/iclr2024.csv.gz."""
    if path == "-":
        return "standard input"
    name = shown_name(Path(path).name)
    return name.removesuffix(".gz").partition(".")[0] or name


def _read_file(path: str) -> bytes:
    try:
        with Path(path).open("rb") as file:
            return file.read(MAX_UNPACKED + 1)
    except FileNotFoundError:
        raise ListError(f"{path}: there is no such file; check the name and the folder") from None
    except IsADirectoryError:
        raise ListError(f"{path}: this is a folder; name a list in it") from None
    except (OSError, ValueError) as error:
        raise ListError(f"{path}: cannot be read: {error}") from None


def _unpack(data: bytes, name: str) -> bytes:
    try:
        with gzip.open(io.BytesIO(data)) as packed:
            return packed.read(MAX_UNPACKED + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise ListError(
            f"{name}: the gzip file is damaged or cut short ({error}); fetch or pack it again"
        ) from None


def _bounded(data: bytes, name: str) -> bytes:
    if len(data) > MAX_UNPACKED:
        raise ListError(
            f"{name}: it has, unpacked, more than {MAX_UNPACKED // 2**20} MiB, which no list of "
            "papers should; split it if it is right"
        )
    return data
