"""Single values of answers as they may be stored, or None where they are not usable."""

import re
from datetime import date
from functools import lru_cache

_DAY = re.compile(r"[1-9]\d{3}-\d\d-\d\d", re.ASCII)
_LONGEST_NAME = 1000


def collapse(text: str | None) -> str | None:
    """Return text with its white space collapsed and NUL replaced; None where none is left."""
    if not text:
        return None
    # Most titles are as they should be, and seeing that is quicker than making it so.
    if text.isprintable() and "  " not in text:
        return text.strip(" ") or None
    return " ".join(text.replace("\0", "\ufffd").split()) or None


def name(text: str | None) -> str | None:
    """Return an identifier as given, None where it is empty, endless or not printable."""
    return text if text and text.isprintable() and len(text) <= _LONGEST_NAME else None


# Links of one field fall on the same few thousand days.
@lru_cache(maxsize=2**15)
def day(text: str | None) -> str | None:
    """Return the day that an ISO date or time starts with: 2024-05-07."""
    if not text or not _DAY.match(text):
        return None
    try:
        date.fromisoformat(text[:10])
    except ValueError:
        return None
    return text[:10]
