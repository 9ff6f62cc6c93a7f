"""The files of a dataset: found, looked at from outside, and put in the order of releases."""

import glob
import gzip
import os
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

from .engine import Group, is_remote
from .errors import ShardError
from .release import File, Release, load_release

GZIP = b"\x1f\x8b"
_ADDRESS = re.compile(r"[a-z][a-z0-9]+:/")


@dataclass(frozen=True)
class Shards:
    """The shards of one dataset.

    `sizes` has the bytes of each shard that lies on this machine; of others it knows nothing.
    """

    dataset: str
    pattern: str
    groups: tuple[Group, ...]
    sizes: dict[str, int]
    release: Release | None = None
    left_out: int = 0
    """Files of the release that the pattern does not name."""

    @property
    def size(self) -> int:
        """All bytes, as far as they are known."""
        return sum(self.sizes.values())

    @property
    def paths(self) -> tuple[str, ...]:
        return tuple(path for group in self.groups for path in group.paths)

    @property
    def has_diffs(self) -> bool:
        return len(self.groups) > 1


def name_shards(paths: Iterable[str]) -> dict[str, str]:
    """Return what shards are called: their paths below the folder that all of them lie in.

    What engines tell are paths, or addresses with escapes.
    """
    plain = {path: Path(_path(path)) for path in paths}
    folder = os.path.commonpath([path.parent for path in plain.values()]) if plain else ""
    return {path: plain[path].relative_to(folder).as_posix() for path in plain}


def _path(path: str) -> str:
    return unquote(urlsplit(path).path) if _ADDRESS.match(path) else path


def find_shards(dataset: str, pattern: str) -> Shards:
    """Return the shards that a pattern names, with the diffs that lie beside them.

    Raises ShardError where there is none, or one is not what its name says.
    """
    if is_remote(pattern):
        return Shards(dataset, pattern, (Group(0, (pattern,)),), {})
    named = sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207 - it may be absolute
    paths = [path for path in named if Path(path).is_file() and Path(path).suffix != ".json"]
    if not paths:
        raise ShardError(_nothing(dataset, pattern))
    folder = Path(paths[0]).parent
    release = load_release(folder)
    if release is not None:
        _refuse_unfit(dataset, folder, release)
        _refuse_strange(folder, release, paths)
    groups = (Group(0, tuple(paths)), *_diffs(folder, release))
    sizes = {path: _check(path) for group in groups for path in group.paths}
    known = {each.name for each in release.files} if release else set()
    left_out = len(known - {Path(path).name for path in paths})
    return Shards(dataset, pattern, groups, sizes, release, left_out)


def _nothing(dataset: str, pattern: str) -> str:
    if Path(pattern).is_dir():
        return (
            f"{pattern} is a folder; name the {dataset} shards in it by a pattern in quotes: "
            f"'{pattern.rstrip('/')}/*.gz'"
        )
    return f"No file fits {pattern}, so there are no {dataset} shards to read."


def _refuse_unfit(dataset: str, folder: Path, release: Release) -> None:
    if release.dataset != dataset:
        raise ShardError(f"The shards in {folder} are {release.dataset}, not {dataset}.")
    if not release.is_whole:
        raise ShardError(
            f"The download of {dataset} to {folder} has not ended; run citeweave bulk download "
            "again, which goes on where it stopped."
        )
    for each in release.all_files:
        path = folder / each.name
        size = path.stat().st_size if path.is_file() else None
        if size != each.size:
            is_ = "is missing" if size is None else f"has {size:,} bytes"
            raise ShardError(
                f"The shard {path} {is_}, but {each.size:,} bytes were downloaded; fetch it again "
                "with citeweave bulk download."
            )


def _refuse_strange(folder: Path, release: Release, paths: Iterable[str]) -> None:
    """Raise ShardError where a file is not one of the release, whose records may count twice."""
    known = {each.name for each in release.files}
    for path in map(Path, paths):
        if path.parent != folder or path.name not in known:
            raise ShardError(
                f"{path} is not one of the files of the release that {folder} holds; move it away, "
                "or name the others alone."
            )


def _diffs(folder: Path, release: Release | None) -> Iterator[Group]:
    for number, diff in enumerate(release.diffs if release else ()):
        for step, files in ((2 * number + 1, diff.update), (2 * number + 2, diff.delete)):
            if files:
                yield Group(step, _named(folder, files))


def _named(folder: Path, files: Iterable[File]) -> tuple[str, ...]:
    return tuple(str(folder / each.name) for each in files)


def _check(path: str) -> int:
    """Return a shard's size in bytes; raise ShardError where its outside is wrong."""
    with Path(path).open("rb") as file:
        is_packed = file.read(2) == GZIP
    if is_packed and not path.endswith(".gz"):
        raise ShardError(
            f"The shard {path} is gzipped, but its name does not end with .gz, without which "
            f"engines take it for text; rename it to {path}.gz"
        )
    if not is_packed:
        raise ShardError(f"The shard {path} is not gzipped, as all shards of a release are.")
    try:
        with gzip.open(path) as unpacked:
            is_empty = not unpacked.read(1)
    except (OSError, EOFError, zlib.error) as error:
        raise ShardError(f"The shard {path} cannot be unpacked: {error}.") from error
    if is_empty:
        raise ShardError(f"The shard {path} has no rows, so the download of it went wrong.")
    return Path(path).stat().st_size
