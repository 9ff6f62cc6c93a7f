"""JSON Lines: one object a line."""

import json
from collections.abc import Iterator
from itertools import islice

from db.rows import Listing, Unusable

from .base import refuse
from .json_objects import read_value
from .text import numbered_lines


def recognises(head: str, name: str) -> int:
    """Return 90 where most of the first lines are whole objects."""
    whole = head if len(head) < 2**16 else head[: head.rfind("\n") + 1]
    lines = [line for _, line in islice(numbered_lines(whole), 20) if line.strip()]
    objects = sum(map(_is_object, lines))
    is_named = name.endswith((".jsonl", ".ndjson"))
    if objects and objects * 2 >= len(lines):
        return 90 if objects > 1 or is_named else 45
    return 70 if is_named and head.lstrip().startswith("{") else 0


def read(text: str) -> Iterator[Listing | Unusable]:
    """Yield the paper of each line."""
    for line, raw in numbered_lines(text):
        if not raw.strip():
            continue
        try:
            value = json.loads(raw)
        except json.JSONDecodeError as error:
            yield refuse(line, f"not JSON: {error.msg} at character {error.pos + 1}", raw)
        except (ValueError, RecursionError) as error:
            yield refuse(line, f"JSON past all measure: {error}", raw)
        else:
            yield from read_value(value, line)


def _is_object(line: str) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except (ValueError, RecursionError):
        return False
