"""Small networks and hostile texts for tests of written files."""

import io
from collections.abc import Sequence

import numpy as np
from hypothesis import strategies as st

from graph.drawing import drawn
from graph.exports import formats
from graph.network import Column, Network, Selection

TITLES = (
    "A plain title",
    '"Quotes", commas; and & <tags> ]]> {braces} 100% $x_1^2$ #1 ~ \\input{x}',
    "=HYPERLINK(1)",
    "שלום \u202bright to left\u202c, 中文, 𝔸 and Zoë",
    "nul \0, half a pair \ud83d, bell \a, two\nlines\tand\r\nmore \u2028 end",
    None,
)


def small_network(
    texts: Sequence[str | None],
    directed: bool = True,
    collection: str | None = None,
    keys: tuple[str, ...] | None = None,
) -> Network:
    """Make a network with one node for each text, each citing the next."""
    count = len(texts)
    numbers = np.linspace(0, 1, count)
    return Network(
        kind="citation",
        directed=directed,
        node_ids=np.arange(count),
        keys=keys or tuple(f"2310.{number:05}" for number in range(count)),
        nodes=(
            Column.of("label", "string", texts, 'A "label" & <more>'),
            Column.of("share", "double", [x if x else float("nan") for x in numbers], ""),
        ),
        source=np.arange(max(count - 1, 0)),
        target=np.arange(1, max(count, 1)),
        weight=np.ones(max(count - 1, 0)),
        edges=(Column.of("note", "string", texts[1:], ""),),
        selection=Selection((collection,) if collection else ()),
    )


def papers_network(titles: Sequence[str | None] = TITLES, directed: bool = True) -> Network:
    """Make papers as the kinds make them, in a circle but for the last two, drawn.

    The last but one has no edge; the first and second cite each other where it is directed.
    """
    count = len(titles)
    source, target = np.arange(max(count - 2, 0)), np.arange(1, max(count - 1, 1))
    if directed and count > 2:
        source, target = np.append(source, 1), np.append(target, 0)
    days = ["2023-01-31", "2024-02-29", None, "2023", "2023-02-30", "1999-12-31"]
    network = Network(
        kind="citation",
        directed=directed,
        node_ids=np.arange(count),
        keys=("cs/0701001", "cs-0701001", "aBc_-1", "AbC_-1", "2310.00010", "2310.0001")[:count],
        nodes=(
            Column.of("label", "string", titles, "Title"),
            Column.of("title", "string", titles, "Title"),
            Column.of("arxiv_id", "string", ["cs/0701001", *[None] * 5][:count], ""),
            Column.of("openreview_id", "string", [None, None, "aBc_-1", *[None] * 3][:count], ""),
            Column.of("authors", "string", ["Zoë Ünal; Rand And Co, Inc.", *titles][:count], ""),
            Column.of("decision", "string", ["oral", *["poster"] * 5][:count], ""),
            Column.of("published", "string", days[:count], "Day"),
            Column.of("year", "long", [2023, 2024, None, 2023, 2023, 2**40][:count], ""),
            Column.of("citation_count", "long", [0, 5, 500, None, 1, 2][:count], ""),
            Column.of("community", "long", [7, 7, 7, 3, 3, None][:count], ""),
            Column.of("community_name", "string", ["big", "big", "big", *titles[:3]][:count], ""),
            Column.of("pagerank", "double", np.full(count, 1 / max(count, 1)), ""),
            Column.of("is_listed", "boolean", [True, None, False, True, True, True][:count], ""),
        ),
        source=source,
        target=target,
        weight=1 + np.arange(len(source)) / 4,
        edges=(
            Column.of("date", "string", [*days, None][: len(source)], "Day"),
            Column.of("is_impossible", "boolean", np.arange(len(source)) % 2 == 0, ""),
        ),
        selection=Selection(("one",)),
        as_of="2026-12-01T03:09:18.804Z",
    )
    return drawn(network)


def bytes_of(network: Network, name: str) -> bytes:
    """Write a network in a format."""
    file = io.BytesIO()
    formats()[name].write(network, file)
    return file.getvalue()


NASTY = st.text(
    st.one_of(
        st.sampled_from(
            "<>&]\"'-\r\n\t \0\x0b\x1f\x7f\x85\u2028\ufffe\uffff\u202e\u200f\ud800\udfff"
        ),
        st.characters(exclude_categories=()),
    )
)


def as_xml_holds(text: str) -> str:
    """Replace what XML 1.0 cannot hold, by its own definition of Char."""
    legal = [(0x20, 0xD7FF), (0xE000, 0xFFFD), (0x10000, 0x10FFFF), (9, 10), (13, 13)]
    return "".join(
        character if any(low <= ord(character) <= high for low, high in legal) else "\ufffd"
        for character in text
    )


def as_utf8_holds(text: str) -> str:
    """Replace halves of surrogate pairs."""
    return "".join("\ufffd" if 0xD800 <= ord(sign) <= 0xDFFF else sign for sign in text)
