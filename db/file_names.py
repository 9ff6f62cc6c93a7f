"""The name of a file without its folders: pages are shown to others, whom these do not concern."""

import sqlite3
from pathlib import PureWindowsPath


def register(connection: sqlite3.Connection) -> None:
    """Let SQL on this connection say `file_name(path)`."""
    connection.create_function("file_name", 1, file_name, deterministic=True)


def file_name(path: object) -> str | None:
    """Return the last part of a path of any system, or None without one."""
    # The Windows rules part at both kinds of slash.
    return PureWindowsPath(str(path)).name or str(path) if path is not None else None
