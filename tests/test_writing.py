"""Files that are written: where, in place of what, and what is left where it fails."""

import os
import sys
import threading
from pathlib import Path

import pytest
from click.testing import CliRunner
from made_database import five_papers

import graph
from enrich.cli import citeweave
from enrich.errors import BadInput
from graph.errors import GraphError
from graph.writing import writing


@pytest.fixture
def papers_db(tmp_path: Path) -> Path:
    return five_papers(tmp_path / "papers.db")


@pytest.mark.parametrize("command", [["graph", "--format", "graphml"], ["report"]])
@pytest.mark.parametrize("name", ["papers.db", "link.db"])
def test_no_file_takes_the_place_of_a_database(
    command: list[str], name: str, papers_db: Path
) -> None:
    (papers_db.parent / "link.db").symlink_to(papers_db)
    before = papers_db.read_bytes()
    output = str(papers_db.parent / name)
    done = CliRunner().invoke(citeweave, [*command, "--db", str(papers_db), "-o", output])
    assert isinstance(done.exception, BadInput)
    assert "is a database, which would be lost" in str(done.exception)
    assert papers_db.read_bytes() == before


def interrupted(path: Path) -> None:
    with writing(path) as file:
        file.write(b"new")
        raise KeyboardInterrupt


def test_a_failure_leaves_what_was_there_and_a_success_its_rights(tmp_path: Path) -> None:
    file = tmp_path / "file.txt"
    file.write_text("old")
    file.chmod(0o600)
    (tmp_path / "link.txt").symlink_to(file)
    with pytest.raises(KeyboardInterrupt):
        interrupted(file)
    assert file.read_text() == "old"
    with writing(tmp_path / "link.txt") as unfinished:
        unfinished.write(b"new")
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("new", 0o600)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file.txt", "link.txt"]
    assert (tmp_path / "link.txt").is_symlink()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no named pipes in folders")
@pytest.mark.parametrize("name", ["n.graphml", "n.csv.zip"])
def test_a_pipe_is_written_to_and_stays_one(name: str, papers_db: Path) -> None:
    network = graph.network(papers_db)
    graph.export(network, papers_db.with_name(f"as_file.{name}"))
    pipe = papers_db.with_name(name)
    os.mkfifo(pipe)
    received = list[bytes]()
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    graph.export(network, pipe)
    reader.join()
    assert pipe.is_fifo()
    # An archive says for itself that it could not go back and fill in lengths.
    whole = papers_db.with_name(f"as_file.{name}").read_bytes()
    assert received == [whole] or (name == "n.csv.zip" and received[0].startswith(b"PK"))


def test_where_nothing_can_be_written_is_said(tmp_path: Path) -> None:
    for path, told in (
        (tmp_path, "is a folder"),
        (Path("-"), "'-' is no file"),
        (tmp_path / "none" / "n.net", "There is no folder"),
        (tmp_path / ("n" * 300), "File name too long"),
    ):
        with pytest.raises(GraphError, match=told), writing(path):
            pass


def test_a_long_name_has_room(tmp_path: Path) -> None:
    with writing(tmp_path / ("n" * 250)) as file:
        file.write(b"")
    assert len(list(tmp_path.iterdir())) == 1
