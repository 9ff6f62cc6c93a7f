"""The venue and year that a name tells of: 'iclr2024-accepted' is 'ICLR 2024'."""

import re

_NAMED = re.compile(r"(?<![A-Za-z])([A-Za-z]{2,12})[-_ ']*((?:19|20)\d\d)(?!\d)")
# Words that stand before a year without being a venue's.
_OTHER = {"accepted", "papers", "list", "in", "of", "since", "until", "before", "after", "dataset"}


def find_venue(text: str) -> str | None:
    """Return the acronym and year that a collection's name begins or ends with, or None."""
    for acronym, year in _NAMED.findall(text):
        if acronym.lower() not in _OTHER:
            return f"{acronym.upper()} {year}"
    return None
