"""A paper's number in the database, made from its strongest identifier alone.

The number does not depend on the order in which lists and answers arrive, so the same
knowledge gives the same rows, links between papers can be written without looking
anything up, and a number can be quoted: arXiv 2305.09955 is paper 230509955.

| strongest identifier       | number                           |
|----------------------------|----------------------------------|
| arXiv id, since 2007       | YYMMNNNNN                        |
| arXiv id, before           | 10^10 + archive * 10^7 + YYMMNNN |
| Semantic Scholar corpus id | 10^12 + corpus id                |
| any other                  | 10^15 + 52 bits of a hash        |

All stay below 2^53, so JSON and JavaScript keep them exact. Of 10,000 papers without an
arXiv or corpus id, two share a number with a chance of one in 10^8.
"""

import hashlib

from .identifiers import ARCHIVES

FIRST_CORPUS = 10**12
FIRST_HASHED = 10**15
# The largest corpus id that does not run into the hashed numbers.
LARGEST_CORPUS_ID = FIRST_HASHED - FIRST_CORPUS - 1
FIRST_AUTHOR_BY_NAME = 10**12


def number_of(scheme: str, value: str) -> int:
    """Return the number for one canonical identifier, e.g. ("arxiv", "2305.09955")."""
    if scheme == "arxiv":
        return _arxiv_number(value)
    if scheme == "corpus" and int(value) <= LARGEST_CORPUS_ID:
        return FIRST_CORPUS + int(value)
    return FIRST_HASHED + _hash52(f"{scheme}:{value}")


def _arxiv_number(base: str) -> int:
    if base[4] == ".":
        return int(base[:4]) * 10**5 + int(base[5:])
    archive, _, number = base.partition("/")
    return 10**10 + ARCHIVES.index(archive) * 10**7 + int(number)


def author_number(s2_author_id: str | None, name: str) -> int:
    """Return an author's number: the S2 author id, or a hash of the name where there is none."""
    if s2_author_id and s2_author_id.isascii() and s2_author_id.isdecimal():
        number = int(s2_author_id)
        if number < FIRST_AUTHOR_BY_NAME:
            return number
    return FIRST_HASHED + _hash52(f"author:{s2_author_id or fold(name)}")


def fold(text: str) -> str:
    """Return text with case and spacing folded, for comparing what people typed."""
    return " ".join(text.split()).casefold()


def _hash52(text: str) -> int:
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big") >> 12
