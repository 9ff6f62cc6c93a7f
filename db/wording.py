"""How counts and long texts are written for people."""

_CONTROLS = {
    code: "\ufffd" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\n"
}
_IRREGULAR = {"community": "communities", "entry": "entries"}


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: 1 paper, 2,260 papers."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def plural(noun: str) -> str:
    """Return the noun for any number but one."""
    return _IRREGULAR.get(noun, f"{noun}s")


def shortened(text: str, length: int) -> str:
    """Return text on one line of at most `length` characters, with … where it was cut."""
    text = " ".join(text.split())
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def legible(text: str) -> str:
    """Return text as a terminal may show it: a control character, of any kind, is a sign."""
    return text.translate(_CONTROLS).encode("utf-8", "replace").decode("utf-8")
