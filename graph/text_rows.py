"""Rows of text out of columns, thousands at a time: joining columns of text is many times
faster than handling each row.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .network import Column

_ROWS = 20_000
_SURROGATE = re.compile("[\ud800-\udfff]")


def blocks(count: int) -> Iterator[tuple[int, int]]:
    """Yield (start, stop) of some thousand rows each, until `count`."""
    for start in range(0, count, _ROWS):
        yield start, min(start + _ROWS, count)


def pieces(
    column: Column,
    rows: tuple[int, int],
    before: str,
    after: str,
    of_text: Callable[[str], str],
    missing: str = "",
) -> list[str]:
    """Return one text a row: the value as `of_text` writes it between `before` and `after`.

    Numbers have Python's shortest digits, which give the same number back and which Java and
    JavaScript read; truths are true and false. `missing` stands where there is no value.
    """
    start, stop = rows
    values, present = column.values[start:stop], column.present[start:stop]
    # Days, years, counts and truths repeat: each is written once and placed many times.
    if column.type == "string":
        texts_ = [text if there else None for text, there in zip(values, present, strict=True)]
        written = {
            text: f"{before}{of_text(text)}{after}" for text in set(texts_) if text is not None
        }
        return [written.get(text, missing) for text in texts_]
    different, which = np.unique(values, return_inverse=True)
    words = [f"{before}{_word(value)}{after}" for value in different.tolist()]
    texts = np.array([*words, missing], dtype=object)
    return texts[np.where(present, which, len(words))].tolist()  # type: ignore[no-any-return]


def _word(value: float) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def texts(words: Sequence[str]) -> NDArray[Any]:
    """Return words as an array (dtype object), from which many are taken by their positions."""
    array = np.empty(len(words), dtype=object)
    array[:] = words
    return array


def joined(*parts: Sequence[str]) -> str:
    """Return the text of all rows, each made of one piece of every part, in their order."""
    return "".join(chain.from_iterable(zip(*parts, strict=True)))


def utf8(text: str) -> bytes:
    """Encode; half a surrogate pair, which no UTF-8 holds, becomes U+FFFD."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text).encode()
