"""Text as XML 1.0 holds it; a character that it cannot hold becomes U+FFFD."""

import re

_ILLEGAL = "\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff"
# A bare carriage return would be read as a line feed. '>' is left alone where XML allows it:
# each reference is one more piece of text in Gephi's reader, which drops blank pieces.
_IN_CONTENT = re.compile(rf"[&<\r{_ILLEGAL}]|\]\]>")
_IN_ATTRIBUTE = re.compile(rf'[&<"\t\n\r{_ILLEGAL}]')
_ESCAPES = {
    "&": "&amp;",
    "<": "&lt;",
    '"': "&quot;",
    "\t": "&#9;",
    "\n": "&#10;",
    "\r": "&#13;",
    "]]>": "]]&gt;",
}


def content(text: str) -> str:
    """Return text as the content of an element."""
    return _IN_CONTENT.sub(_legal, text)


def attribute(text: str) -> str:
    """Return text as the value of an attribute, to stand between double quotes."""
    return _IN_ATTRIBUTE.sub(_legal, text)


def comment(text: str) -> str:
    """Return text as a comment; two hyphens in a row, which would end it, are parted."""
    legal = re.sub(f"[{_ILLEGAL}]", "\ufffd", text)
    return f"<!-- {re.sub('-(?=-)', '- ', legal)} -->"


def _legal(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[0], "\ufffd")
