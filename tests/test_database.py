"""Making the file: whole, or not at all."""

import sqlite3
from pathlib import Path

import pytest

from db import database
from db.database import open_database
from db.errors import DatabaseError


def test_a_file_that_could_not_be_made_whole_is_not_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "papers.db"

    def fill(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE papers (id INTEGER)")
        connection.commit()
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(database, "migrate", fill)
        with pytest.raises(DatabaseError, match="takes no more"):
            open_database(path, create=True)
    assert not path.exists()
    open_database(path, create=True).close()
