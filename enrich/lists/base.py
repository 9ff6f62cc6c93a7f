"""What a list format is: a file in this folder that defines these two functions.

- `recognises(head: str, name: str) -> int`: how sure the reader is that the text belongs
  to it, 0 (no) to 100 (certainly), from the first 64 KiB of text and the file's name;
- `read(text: str) -> Iterator[Listing | Unusable]`: the papers in the list's order.

A format that is not text defines `recognises_bytes(head: bytes, name: str) -> int` and
`read_bytes(data: bytes) -> Iterator[Listing | Unusable]` instead. The module's first
docstring line is what `--help` says of it.
"""

from db.rows import Unusable

from ..errors import BadInput

SHOWN = 200
"""Characters of a refused line that are shown."""


class ListError(BadInput):
    """The list as a whole cannot be used; the message says why and what to do."""


def refuse(line: int, reason: str, text: str = "") -> Unusable:
    """Return the report of a line that cannot be used, its text cut to a readable length."""
    text = " ".join(text[: 4 * SHOWN].split())
    return Unusable(line, reason, text if len(text) <= SHOWN else text[: SHOWN - 1] + "…")
