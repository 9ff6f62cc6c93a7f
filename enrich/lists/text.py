"""Text as lists hold it: bytes to characters, characters to clean lines."""

import codecs
import re
from collections.abc import Iterator

_UNSTORABLE = re.compile("[\x00-\x08\x0e-\x1b\x7f]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def decode(data: bytes) -> str:
    """Return text with \\n line ends from UTF-8, UTF-16 with its mark, or Windows Latin-1."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = data.decode("utf-16", errors="replace")
    else:
        text = _decode_bytewise(data.removeprefix(codecs.BOM_UTF8))
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _decode_bytewise(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        # By line, so that one stray byte does not garble the rest of a UTF-8 file.
        return "".join(_decode_line(line) for line in data.splitlines(keepends=True))


def _decode_line(line: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        try:
            return line.decode(encoding)
        except UnicodeDecodeError:
            continue
    return line.decode("latin-1")


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line with its number from 1, as an editor counts them, without the line end."""
    number, start = 1, 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield number, text[start:end]
        number, start = number + 1, end + 1


def tidy(text: str) -> str:
    """Return text that a database can hold, with white space collapsed."""
    return " ".join(storable(text).split())


def storable(text: str) -> str:
    """Return text without control characters; half characters, from broken JSON, are replaced."""
    if text.isprintable():
        return text
    return _SURROGATE.sub("\ufffd", _UNSTORABLE.sub("", text))
