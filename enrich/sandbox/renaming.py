"""The same paper under another title: from small spelling to no word in common."""

import re
from collections.abc import Callable

from .phrases import (
    Rng,
    capitalise,
    content_words,
    draw_phrases,
    find_words,
    make_name,
    pick,
    split_name,
)
from .vocabulary import FUNCTION_WORDS, TITLE_FRAMES

_SYMBOLS = {
    "alpha": r"$\alpha$", "beta": r"$\beta$", "gamma": r"$\gamma$", "lambda": r"$\lambda$",
    "epsilon": r"$\epsilon$", "sigma": r"$\sigma$", "infinity": r"$\infty$", "3d": "3$D$",
    "2d": "2$D$", "k": "$k$", "l1": r"$\ell_1$", "l2": r"$\ell_2$",
}  # fmt: skip
_ACCENTED = {"naive": "naïve", "schrodinger": "Schrödinger", "nystrom": "Nyström",
             "holder": "Hölder", "renyi": "Rényi", "poincare": "Poincaré"}  # fmt: skip
_COMPOUND = re.compile(
    r"\b(multi|semi|self|pre|non|sub|meta|auto|hyper|fine|long|large|zero|few|high|low|cross)-(?=\w)",
    re.IGNORECASE,
)


def rename(title: str, abstract: str, rng: Rng) -> str:
    """Return another title of the same paper, made from what its abstract speaks of.

    Of four ways: the system's name stays and the rest is new; the subtitle stays without or
    under a new name; a third of the words stay; no content word stays.
    """
    named = split_name(title)
    ways: list[Callable[[], str]] = [
        lambda: _keep_third(title, abstract, rng),
        lambda: _keep_nothing(title, abstract, rng),
    ]
    if named:
        name, rest = named
        ways += [
            lambda: f"{name}: {_frame(draw_phrases(abstract, 2, rng, content_words(title)), rng)}",
            lambda: capitalise(rest) if rng.random() < 0.6 else f"{make_name(rng)}: {rest}",
        ]
    new = ways[int(rng.integers(len(ways)))]()
    return new if new.lower() != title.lower() else _keep_nothing(title, abstract, rng)


def respell(title: str, rng: Rng) -> str:
    """Return the title with the same words, in one of the ways in which services differ."""
    ways = [way(title) for way in (_sentence_case, _dot, _dash, _part, _join, _tex, _accent)]
    return pick([new for new in ways if new != title] or [title.upper()], rng)


def _keep_third(title: str, abstract: str, rng: Rng) -> str:
    """Return a title with about a third of the content words, in their order, and new ones."""
    words = [word for word in find_words(title) if word.lower() not in FUNCTION_WORDS]
    if not words:
        return _keep_nothing(title, abstract, rng)
    count = max(1, round(len(words) / 3))
    start = int(rng.integers(len(words) - count + 1))
    kept = " ".join(words[start : start + count])
    (new,) = draw_phrases(abstract, 1, rng, content_words(title))
    return _frame([kept, new] if rng.random() < 0.5 else [new, kept], rng)


def _keep_nothing(title: str, abstract: str, rng: Rng) -> str:
    taken = content_words(title)
    frames = [
        frame for frame in TITLE_FRAMES if not content_words(frame.format(a="", b="")) & taken
    ]
    first, second = draw_phrases(abstract, 2, rng, taken)
    return capitalise(pick(frames, rng).format(a=first, b=second))


def _frame(phrases: list[str], rng: Rng) -> str:
    first, second = phrases
    return capitalise(pick(TITLE_FRAMES, rng).format(a=first, b=second))


def _sentence_case(title: str) -> str:
    first, *rest = title.split(" ")
    lower = [word.lower() if word[1:].islower() else word for word in rest]
    return " ".join([first, *lower])


def _dot(title: str) -> str:
    return title if title.endswith((".", "?", "!")) else f"{title}."


def _dash(title: str) -> str:
    """Write a hyphen, or the colon, as one of Unicode's dashes."""
    return title.replace("-", "‐", 1) if "-" in title else title.replace(": ", " – ", 1)


def _part(title: str) -> str:
    return title.replace("-", " ", 1)


def _join(title: str) -> str:
    """Write a compound as one word: `multi-task` as `multitask`."""
    return _COMPOUND.sub(r"\1", title, count=1)


def _tex(title: str) -> str:
    """Write a symbol or a number with a sign as TeX."""
    words = [_SYMBOLS.get(word.lower(), word) for word in re.split(r"(\W+)", title)]
    return re.sub(r"(?<!\$)(\d+)%", r"\1\\%", "".join(words)).replace(" & ", r" \& ")


def _accent(title: str) -> str:
    words = [_ACCENTED.get(word.lower(), word) for word in re.split(r"(\W+)", title)]
    return "".join(words)
