"""The plots of a report, as SVG that stands inside a page: no fonts, no dates, no scripts."""

import io
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
from lxml import etree

from db.wording import legible, shortened

from ..measures.mixing import Mixing
from ..network import Integers

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

BLUE, RED, GREY = "#2f6690", "#c8553d", "#8a8f98"
_STYLE: Any = {
    "svg.hashsalt": "citeweave",
    "svg.fonttype": "none",  # text stays text
    "text.parse_math": False,  # a dollar sign in a title is no formula
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.axisbelow": True,
    "grid.color": "#e3e5e8",
}
_LABEL = 44
_POINTS = 100
_UNLIKELY = 0.05


def draw_years(listed: Mapping[int, int], cited: Mapping[int, int]) -> str:
    """Draw when the listed papers appeared, and when what they cite did."""
    from matplotlib.ticker import MaxNLocator  # noqa: PLC0415

    with _figure("years", 7.2, 2.6, columns=2) as (figure, axes):
        for axis, counts, colour, title in (
            (axes[0], listed, BLUE, "Listed papers"),
            (axes[1], cited, RED, "What they cite"),
        ):
            years, numbers = list(counts), list(counts.values())
            axis.bar(years, numbers, color=colour, width=0.8)
            axis.set_title(title, loc="left", fontsize=10)
            axis.grid(axis="y")
            axis.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
        axes[0].set_ylabel("papers")
        axes[1].set_ylabel("citations")
    return figure.svg


def draw_degrees(degrees: Mapping[str, Integers]) -> str:
    """Draw for each network the share of nodes that have at least so many edges."""
    with _figure("degrees", 7.2, 3.2) as (figure, (axis,)):
        for (name, counts), colour in zip(degrees.items(), (BLUE, RED, "#4f8a5b"), strict=False):
            values, times = np.unique(counts[counts > 0], return_counts=True)
            share = times[::-1].cumsum()[::-1] / max(1, len(counts))
            drawn = _spread(values)
            axis.plot(
                values[drawn],
                share[drawn],
                "o-",
                color=colour,
                markersize=3,
                linewidth=1,
                label=name,
            )
        axis.set(xscale="log", yscale="log", xlabel="links, at least", ylabel="share of papers")
        axis.xaxis.set_major_formatter(lambda links, _: f"{links:,.0f}" if links >= 1 else "")
        axis.yaxis.set_major_formatter(lambda share, _: f"{100 * share:g} %")
        axis.grid()
        axis.legend(frameon=False)
    return figure.svg


def _spread(values: Integers) -> Integers:
    """Return the places of a hundred values at most, evenly spread over the logarithmic axis."""
    bins = np.floor(_POINTS * np.log(values) / np.log(max(values[-1], 2) + 1)).astype(int)
    return np.unique(bins, return_index=True)[1]


def draw_sizes(kind: str, names: Sequence[str], sizes: Sequence[int]) -> str:
    """Draw how many nodes the communities of a network have, the largest on top."""
    with _figure(f"communities-{kind}", 7.2, 0.7 + 0.28 * len(names)) as (figure, (axis,)):
        places = range(len(names))
        bars = axis.barh(places, sizes, color=BLUE, height=0.7)
        axis.bar_label(bars, padding=3, fontsize=9)
        axis.set_yticks(places, [shortened(legible(name), _LABEL) for name in names])
        axis.invert_yaxis()
        axis.set_xlabel("papers")
        axis.tick_params(axis="y", length=0)
    return figure.svg


def draw_flow(found: Mixing) -> str:
    """Draw the citations between groups: the number, and by colour how it differs from chance."""
    size = len(found.groups)
    names = [shortened(legible(name), 18) for name in found.groups]
    with _figure("flow", 2.4 + 1.05 * size, 1.5 + 0.62 * size) as (figure, (axis,)):
        ratio = np.log2((found.observed + 0.5) / (found.expected + 0.5))
        image = axis.imshow(ratio, cmap="RdBu_r", vmin=-2, vmax=2, aspect="auto")
        for row in range(size):
            for column in range(size):
                mark = "*" if found.p[row, column] < _UNLIKELY else ""
                is_dark = abs(ratio[row, column]) > 1.2
                axis.text(
                    column,
                    row,
                    f"{found.observed[row, column]:,}{mark}\n({found.expected[row, column]:,.1f})",
                    ha="center",
                    va="center",
                    fontsize=9,
                    color="white" if is_dark else "black",
                )
        axis.set_xticks(range(size), names)
        axis.set_yticks(range(size), names)
        axis.set(xlabel="cited", ylabel="citing")
        axis.tick_params(length=0)
        bar = figure.drawn.colorbar(image, ax=axis, ticks=[-2, -1, 0, 1, 2])
        bar.ax.set_yticklabels(["¼", "½", "as by chance", "2 times", "4 times"])
    return figure.svg


class _Drawing:
    """A figure while it is drawn, then its SVG."""

    def __init__(self, drawn: "Figure") -> None:
        self.drawn = drawn
        self.svg = ""


@contextmanager
def _figure(
    name: str, width: float, height: float, columns: int = 1
) -> Iterator[tuple[_Drawing, list["Axes"]]]:
    """Yield a figure and its axes; its SVG is there at the end. Sizes in inches."""
    # Here, because importing matplotlib takes longer than most commands.
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    with mpl.rc_context(_STYLE), warnings.catch_warnings():
        # The browser has signs that matplotlib's own font lacks.
        warnings.filterwarnings("ignore", "Glyph .* missing")
        drawing = _Drawing(Figure(figsize=(width, height), layout="constrained"))
        yield drawing, list(drawing.drawn.subplots(1, columns, squeeze=False)[0])
        file = io.BytesIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        drawing.drawn.savefig(file, format="svg", metadata=nothing, transparent=True)
        drawing.svg = _inline(file.getvalue(), name)


def _inline(svg: bytes, name: str) -> str:
    """Return the svg element with names of its own, as wide as the page lets it be."""
    root = etree.fromstring(svg)
    for element in root.iter(etree.Element):
        for attribute, value in element.attrib.items():
            key, text = str(attribute), str(value)
            if key == "id":
                element.set(key, f"{name}-{text}")
            elif key.endswith("href") and text.startswith("#"):
                element.set(key, f"#{name}-{text[1:]}")
            elif "url(#" in text:
                element.set(key, text.replace("url(#", f"url(#{name}-"))
    # Its style would hold for the whole page.
    etree.strip_elements(root, "{*}style", "{*}metadata", with_tail=False)
    del root.attrib["width"], root.attrib["height"]
    root.set("role", "img")
    width = float(root.get("viewBox", "0 0 500 0").split()[2])
    root.set("style", f"max-width: {width:.0f}pt; stroke-linejoin: round")
    etree.cleanup_namespaces(root)
    return etree.tostring(root, encoding="unicode", with_tail=False)
