"""A small network as a picture in the page: what is around one paper, or one author.

The picture is SVG: it needs no script, prints well, and each dot is a link with a name.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from markupsafe import Markup

from db.wording import legible, shortened

from ..drawing import GREY, PALETTE
from ..layout import positions
from ..network import Floats
from .parts import Address, Links

_SMALLEST, _LARGEST = 6.0, 18.0
_MARGIN = 30.0
_NAME_LENGTH = 42
_NAMED = 16
_LETTER, _LINE = 6.6, 13.0  # width and height of the names' letters, in wide fonts too
_MINIMUM = (640.0, 120.0)


@dataclass(frozen=True)
class Dot:
    """A node: what it is called, where it leads, how much it counts, and its group."""

    name: str
    to: Address
    amount: int = 0
    group: int | None = None


@dataclass(frozen=True)
class Line:
    """What joins two dots, named by their places."""

    one: int
    other: int
    weight: int = 1
    is_faint: bool = False


def draw_corner(
    dots: Sequence[Dot], lines: Sequence[Line], links: Links, about: str
) -> Markup | None:
    """Return the picture, or None where there is nothing beside the first dot.

    The first dot is the one that the page is about.
    """
    if len(dots) < 2:
        return None
    radius = _radii([dot.amount for dot in dots])
    ends = np.array([(line.one, line.other) for line in lines], dtype=np.int64).reshape(-1, 2)
    pull = np.array([0.2 if line.is_faint else line.weight for line in lines], dtype=np.float64)
    place = positions(ends[:, 0], ends[:, 1], pull, radius) * (1, -1)
    low, high = place.min(axis=0), place.max(axis=0)
    size = np.maximum(high - low + 2 * (_MARGIN + _LARGEST), _MINIMUM)
    width, height = size
    place = (place - (low + high) / 2 + size / 2).round(1)
    dots = [replace(dot, name=legible(dot.name)) for dot in dots]
    parts = [
        # Shown at its own size where there is room: a few dots are not blown up.
        Markup(
            '<svg viewBox="0 0 {0:.0f} {1:.0f}" width="{0:.0f}" height="{1:.0f}" '
            'role="group" aria-label="{2}">'
        ).format(width, height, about),
        Markup('<g stroke="#8a939d">'),
        *(_line(line, place) for line in lines),
        Markup("</g>"),
        *(
            _dot(dot, place[number], radius[number], links, is_first=number == 0)
            for number, dot in enumerate(dots)
        ),
        Markup(
            '<g font-size="11" fill="#1d2329" text-anchor="middle" aria-hidden="true" '
            'stroke="#f5f7f9" stroke-width="3" paint-order="stroke">'
        ),
        *_names(dots, place, radius, float(width)),
        Markup("</g></svg>"),
    ]
    return Markup("").join(parts)


def _radii(amounts: Sequence[int]) -> Floats:
    amount = np.log1p(np.array(amounts, dtype=np.float64))
    share = amount / (amount.max(initial=0.0) or 1.0)
    return np.sqrt(_SMALLEST**2 + share * (_LARGEST**2 - _SMALLEST**2))


def _line(line: Line, place: Floats) -> Markup:
    width = 1.0 if line.is_faint else min(1 + float(np.log2(line.weight)), 6)
    dashes = Markup(' stroke-dasharray="2 4" stroke-opacity=".6"') if line.is_faint else Markup("")
    return Markup('<line x1="{:g}" y1="{:g}" x2="{:g}" y2="{:g}" stroke-width="{:.1f}"{}/>').format(
        *place[line.one], *place[line.other], width, dashes
    )


def _dot(dot: Dot, place: Floats, radius: float, links: Links, *, is_first: bool) -> Markup:
    is_coloured = dot.group is not None and 1 <= dot.group <= len(PALETTE)
    shade = PALETTE[(dot.group or 0) - 1] if is_coloured else GREY
    ring = Markup(' stroke="#1d2329" stroke-width="3"') if is_first else Markup("")
    drawn = Markup(
        '<circle cx="{:g}" cy="{:g}" r="{:.1f}" fill="#{}"{}><title>{}</title></circle>'
    ).format(*place, radius, "{:02x}{:02x}{:02x}".format(*shade), ring, dot.name)
    where = links.page(dot.to)
    if where is None:
        return drawn
    return Markup('<a href="{}" aria-label="{}">{}</a>').format(where, dot.name, drawn)


def _names(dots: Sequence[Dot], place: Floats, radius: Floats, width: float) -> Iterator[Markup]:
    """Yield the names that have room, the first dot's first, then the largest."""
    taken: list[tuple[float, float, float]] = []
    for number in [0, *(np.argsort(-radius[1:], kind="stable") + 1).tolist()]:
        text = shortened(dots[number].name, _NAME_LENGTH)
        half = _LETTER * len(text) / 2
        x = min(max(float(place[number, 0]), half), max(width - half, half))
        y = float(place[number, 1] - radius[number] - 4)
        if len(taken) < _NAMED and all(
            abs(x - at) > half + other or abs(y - to) > _LINE for at, to, other in taken
        ):
            taken.append((x, y, half))
            yield Markup('<text x="{:.1f}" y="{:.1f}">{}</text>').format(x, y, text)
