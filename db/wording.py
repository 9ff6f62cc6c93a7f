"""How counts, times and texts from anywhere are written for people."""

import re

# Control characters but tab and line feed, halves of pairs, and what XML knows as no character.
_UNSHOWABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_IRREGULAR = {"community": "communities", "entry": "entries"}


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: 1 paper, 2,260 papers."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def sized(size: int) -> str:
    """Return bytes as people read them: 86.1 KB, 2.09 GB."""
    if size < 1000:
        return counted(size, "byte")
    units = ("KB", "MB", "GB", "TB")
    # What would be rounded to 1,000 of a unit is one of the next.
    power = next((n for n in range(len(units)) if size < 999.95 * 1000 ** (n + 1)), len(units) - 1)
    amount = size / 1000 ** (power + 1)
    return f"{amount:,.{2 if amount < 9.995 else 1}f} {units[power]}"


def plural(noun: str) -> str:
    """Return the noun for any number but one."""
    return _IRREGULAR.get(noun, f"{noun}s")


def duration(seconds: float) -> str:
    """Return a time for people: 12 s, 3 min 20 s, 1 h 52 min."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s" if whole or not seconds else "1 s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes} min {rest} s" if rest else f"{minutes} min"
    return f"{minutes // 60} h {minutes % 60} min"


def shortened(text: str, length: int) -> str:
    """Return text on one line of at most `length` characters, with … where it was cut."""
    text = " ".join(text.split())
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def legible(text: str) -> str:
    """Return text as a terminal, HTML and SVG may show it: what they may not is U+FFFD."""
    return _UNSHOWABLE.sub("\ufffd", text.replace("\r\n", "\n"))
