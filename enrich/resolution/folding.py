"""One spelling for all the ways in which sources write the same words."""

import re
import unicodedata

_GREEK = {
    chr(code): name.rsplit(" ", 1)[1].lower()
    for code in range(0x3B1, 0x3CA)
    if (name := unicodedata.name(chr(code), "")) and "FINAL" not in name
} | {"ς": "sigma", "λ": "lambda", "ϵ": "epsilon", "∞": "infinity"}
# Letters that Unicode does not take apart, and signs that say something.
_SIGNS = str.maketrans(
    _GREEK
    | {"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "ı": "i", "×": "x", "&": " and "}
    | {"%": " percent ", "+": " plus ", "≠": " not equal ", "¬": " not ", "\u0338": " not "}
    | dict.fromkeys("'’‘`´ʼ′\"“”„\u00ad\u200b", "")
)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
_MARKS = re.compile("[\u0300-\u0337\u0339-\u036f]")
_POWER = re.compile(r"(\d)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
_TEX_POWER = re.compile(r"(\d)\s*\^\s*\{?\s*(?=\d)")
_TEX_DRESS = re.compile(
    r"\\(?:math|text|operatorname|emph|bf|it|rm|sc|tt|cal|bm|boldsymbol|left|right)[a-z]*\b\s*"
)
_TEX_ACCENT = re.compile(r"\\(?:[\"'`^~=.]|[cHkruv](?=\{))\s*")
_TEX_NAME = re.compile(r"\\(?:var)?([a-zA-Z]+)\s*")
_TEX_NAMES = {"infty": "infinity", "ell": "l", "times": "x", "ne": " not equal ",
              "neq": " not equal ", "pm": " plus minus ", "lambda": "lambda"}  # fmt: skip
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_MINUS = re.compile(r"(?:(?<=^)|(?<=[\s($=]))[-\u2212\u2013](?=\d)")
_NOT = ((re.compile(r"\bcan't\b|\bcannot\b"), "can not"), (re.compile(r"\bwon't\b"), "will not"),
        (re.compile(r"n't\b"), " not"), (re.compile(r"\bnon(?=[^\W\d_]{3})"), "non "))  # fmt: skip
# A word, or a number with its parts: 2, gpt4, 1.5, 10^6, 24/7.
_WORD = re.compile(r"[^\W_]+(?:(?<=\d)[./^:](?=\d)[^\W_]+)*")


def fold(text: str) -> str:
    """Return the text in lower case without TeX, accents, quotes and kinds of dashes."""
    text = _POWER.sub(lambda found: f"{found[1]}^{found[2].translate(_RAISED)}", text)
    if "\\" in text or "$" in text or "^" in text:
        text = _without_tex(text)
    if not text.isascii():
        text = _MARKS.sub("", unicodedata.normalize("NFKD", text.replace("≠", " not equal ")))
        text = text.replace("’", "'")
    text = text.casefold()
    if "n" in text:
        for pattern, plain in _NOT:
            text = pattern.sub(plain, text)
    return _MINUS.sub("minus ", text).translate(_SIGNS)


def fold_words(text: str) -> tuple[str, ...]:
    """Return the words in order; a text of signs alone is a word by itself."""
    words = tuple(_WORD.findall(_THOUSANDS.sub("", fold(text))))
    bare = text.strip()
    return words or ((bare,) if bare else ())


def _without_tex(text: str) -> str:
    text = _TEX_POWER.sub(r"\1^", text)
    text = _TEX_DRESS.sub("", _TEX_ACCENT.sub("", text))
    text = _TEX_NAME.sub(lambda found: _TEX_NAMES.get(found[1], found[1]), text)
    text = re.sub(r"\\([%&#$_])", r"\1", text)
    text = re.sub(r"[${}_\\]", "", text)
    return re.sub(r"(?<!\d)\^", "", text)
