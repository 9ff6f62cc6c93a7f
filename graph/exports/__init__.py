"""The files a network can be written to. A file in this folder adds one by defining

- `NAME`: the word for it on the command line;
- `SUFFIXES`: the endings of file names that mean it, with their dots;
- `DESCRIPTION`: one sentence for `--help`;
- `write(network, file)`: writes the bytes; the same network gives the same bytes;
- `IS_DRAWN = False`, if the file tells nothing of places, sizes and colours;
- `write_all(networks, file)`, if a file can hold several networks;
- `left_out(network)`, sentences on what of a network the file does not hold, if there may be such.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from ..discovery import modules_of
from ..errors import GraphError
from ..network import Network
from ..writing import writing


class Format(Protocol):
    """What a file in this folder provides."""

    NAME: str
    SUFFIXES: tuple[str, ...]
    DESCRIPTION: str

    def write(self, network: Network, file: BinaryIO) -> None: ...


def formats() -> dict[str, Format]:
    """Return every export format by its name, sorted."""
    required = ("NAME", "SUFFIXES", "DESCRIPTION", "write")
    found: dict[str, Any] = dict(modules_of(__name__, required))
    return found


def format_for(path: Path, name: str | None = None) -> Format:
    """Return the named format, or the one of the file's ending; raises GraphError."""
    found = formats()
    if name is not None:
        if name not in found:
            raise GraphError(f"There is no export format '{name}'; there is: {', '.join(found)}.")
        return found[name]
    endings = [
        (len(suffix), candidate)
        for candidate in found.values()
        for suffix in candidate.SUFFIXES
        if path.name.lower().endswith(suffix)
    ]
    if not endings:
        known = ", ".join(suffix for candidate in found.values() for suffix in candidate.SUFFIXES)
        raise GraphError(f"The ending of '{path.name}' names no export format; known are: {known}.")
    return max(endings, key=lambda ending: ending[0])[1]


def is_drawn(path: Path, name: str | None = None) -> bool:
    """Return whether the format tells of places, sizes and colours; raises GraphError."""
    return bool(getattr(format_for(path, name), "IS_DRAWN", True))


def left_out(network: Network, path: Path, name: str | None = None) -> tuple[str, ...]:
    """Say what of the network the file does not hold; raises GraphError."""
    chosen: Any = format_for(path, name)
    sentences: tuple[str, ...] = chosen.left_out(network) if hasattr(chosen, "left_out") else ()
    return sentences


def check_number(number: int, path: Path, name: str | None = None) -> None:
    """Raise GraphError where the format cannot hold so many networks in one file."""
    chosen = format_for(path, name)
    if number > 1 and not hasattr(chosen, "write_all"):
        able = [each for each in formats().values() if hasattr(each, "write_all")]
        endings = ", ".join(suffix for each in able for suffix in each.SUFFIXES)
        raise GraphError(
            f"A {chosen.NAME} file holds one network, not {number}; give one --kind, or a file "
            f"that holds several: {endings}."
        )


def export(
    networks: Network | Sequence[Network], path: str | Path, format: str | None = None
) -> None:
    """Write a network, or several, to a file, whole or not at all; raises GraphError."""
    path = Path(path)
    several = [networks] if isinstance(networks, Network) else list(networks)
    check_number(len(several), path, format)
    chosen: Any = format_for(path, format)
    with writing(path) as file:
        if len(several) == 1:
            chosen.write(several[0], file)
        else:
            chosen.write_all(several, file)
