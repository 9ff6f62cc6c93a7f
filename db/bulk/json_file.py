"""A file of JSON that is there whole, as it was or as it is to be."""

from pathlib import Path

import msgspec


def write_whole(path: Path, content: msgspec.Struct) -> None:
    """Write content, indented, in place of what is there."""
    waiting = path.with_name(f"{path.name}.new")
    waiting.write_bytes(msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n")
    waiting.replace(path)
