"""A snapshot to keep or to hand on: the database, the raw answers as files, and a manifest.

The manifest names the sha256 of every file, so a copy can be checked, and says with what
the snapshot was made. Answers are the bodies as received, gzipped, named by their number.
"""

import gzip
import hashlib
import json
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from .answers import load_answers
from .errors import DatabaseError

DATABASE, MANIFEST, ANSWERS = "papers.db", "manifest.json", "answers"
_FORMAT = "citeweave/snapshot/1"
_CHUNK = 2**20


@dataclass(frozen=True)
class Archived:
    """What a snapshot holds."""

    files: int
    answers: int
    tables: Mapping[str, int]


def write_archive(
    connection: sqlite3.Connection, folder: Path, versions: Mapping[str, str], at: str
) -> Archived:
    """Write a snapshot into an empty folder. Raises DatabaseError where it is not empty."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise DatabaseError(f"{folder} is there already and not an empty folder; name another.")
    (folder / ANSWERS).mkdir(parents=True)
    connection.execute("VACUUM INTO ?", (str(folder / DATABASE),))
    with closing(sqlite3.connect(folder / DATABASE)) as copy:
        requests = list(_write_answers(copy, folder / ANSWERS))
        tables = dict(_count_rows(copy))
    (folder / f"{ANSWERS}.jsonl").write_text("".join(requests), "utf-8")
    files = {
        path.relative_to(folder).as_posix(): sha256_of(path)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    manifest = {
        "format": _FORMAT,
        "made_at": at,
        "made_with": dict(sorted(versions.items())),
        "tables": tables,
        "files": files,
    }
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")
    return Archived(len(files) + 1, len(requests), tables)


def restore_archive(folder: Path, target: Path) -> int:
    """Copy the database of a snapshot to `target`, after checking every file; return their number.

    Raises DatabaseError where a file is missing or changed, or `target` is there already.
    """
    files = _read_manifest(folder)
    for name, expected in files.items():
        path = folder / name
        if not path.is_file():
            raise DatabaseError(f"The snapshot {folder} lacks {name}.")
        if sha256_of(path) != expected:
            raise DatabaseError(f"In the snapshot {folder}, {name} is not what the manifest says.")
    if target.exists():
        raise DatabaseError(f"{target} is there already; name another file with --db.")
    shutil.copyfile(folder / DATABASE, target)
    return len(files)


def sha256_of(path: Path) -> str:
    """Return the sha256 of a file's content."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _read_manifest(folder: Path) -> dict[str, str]:
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text("utf-8"))
        if manifest["format"] != _FORMAT:
            raise ValueError(manifest["format"])
        files = {str(name): str(digest) for name, digest in manifest["files"].items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise DatabaseError(f"{folder} is not a citeweave snapshot: {path} says so.") from error
    outside = [name for name in files if ".." in Path(name).parts or Path(name).is_absolute()]
    if outside or DATABASE not in files:
        raise DatabaseError(f"{folder} is not a citeweave snapshot: its manifest is not one.")
    return files


def _write_answers(connection: sqlite3.Connection, folder: Path) -> Iterator[str]:
    """Write each answer's body to a file; yield a line of JSON that says what it answers."""
    for number, answer in load_answers(connection):
        name = f"{number:06d}.gz"
        # Without a name and a time inside, the same body gives the same file.
        (folder / name).write_bytes(gzip.compress(answer.body, mtime=0))
        told = {
            "file": f"{folder.name}/{name}",
            "source": answer.request.source,
            "part": answer.request.part,
            "method": answer.request.method,
            "path": answer.request.path,
            "params": dict(answer.request.params),
            "body": answer.request.body,
            "status": answer.status,
            "answered_at": answer.answered_at,
            "sha256": hashlib.sha256(answer.body).hexdigest(),
        }
        yield json.dumps(told, ensure_ascii=False) + "\n"


def _count_rows(connection: sqlite3.Connection) -> Iterator[tuple[str, int]]:
    names = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '%\\_fts%' "
        "ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_%' "
        "ESCAPE '\\' ORDER BY name"
    ).fetchall()
    for (name,) in names:
        (count,) = connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()  # noqa: S608
        yield name, count
