"""Text from anywhere as HTML and SVG can hold it."""

import re

_UNSHOWABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def legible(text: str) -> str:
    """Return text with U+FFFD for each character that cannot be shown."""
    return _UNSHOWABLE.sub("\ufffd", text)
