"""What a folder of downloaded shards is: which release of which dataset, file by file.

`release.json` beside the shards says it. Diffs that bring the release up to date lie in
folders below, in the order in which they are to be applied.
"""

import re
from datetime import date
from pathlib import Path

import msgspec

from .errors import ShardError
from .json_file import write_whole

NAME = "release.json"
_FORMAT = "citeweave/release/1"
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def is_release(name: str) -> bool:
    """Return whether a name is a release's: a day of the calendar, as 2026-11-24 is."""
    try:
        return bool(_DAY.fullmatch(name)) and bool(date.fromisoformat(name))
    except ValueError:
        return False


class File(msgspec.Struct, frozen=True, kw_only=True):
    """A file that was downloaded whole; its name is relative to the folder."""

    name: str
    size: int
    sha256: str


class Diff(msgspec.Struct, frozen=True, kw_only=True):
    """The records that changed from one release to the next."""

    from_release: str
    to_release: str
    update: tuple[File, ...] = ()
    delete: tuple[File, ...] = ()
    is_complete: bool = False

    @property
    def files(self) -> tuple[File, ...]:
        """Both kinds of files."""
        return (*self.update, *self.delete)


class Release(msgspec.Struct, frozen=True, kw_only=True):
    """A dataset of a release, as it lies in a folder.

    `base` is the release that is downloaded whole; `is_complete` says whether all of it is
    there, without the diffs.
    """

    dataset: str
    base: str
    files: tuple[File, ...] = ()
    diffs: tuple[Diff, ...] = ()
    is_complete: bool = False
    format: str = _FORMAT

    @property
    def release(self) -> str:
        """The release that the diffs lead to."""
        return self.diffs[-1].to_release if self.diffs else self.base

    @property
    def all_files(self) -> tuple[File, ...]:
        """Every file that lies there, those of diffs too."""
        return (*self.files, *(file for diff in self.diffs for file in diff.files))

    @property
    def is_whole(self) -> bool:
        """Whether all of it is there, the diffs too."""
        return self.is_complete and all(diff.is_complete for diff in self.diffs)


def load_release(folder: Path) -> Release | None:
    """Return what a folder says of itself; None where it says nothing. Raises ShardError."""
    path = folder / NAME
    try:
        release = msgspec.json.decode(path.read_bytes(), type=Release)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError) as error:
        raise ShardError(f"{path} cannot be read: {error}") from error
    if release.format != _FORMAT:
        raise ShardError(f"{path} was written by another citeweave ({release.format}).")
    return release


def save_release(folder: Path, release: Release) -> None:
    """Write what a folder is; whole or not at all."""
    write_whole(folder / NAME, release)
