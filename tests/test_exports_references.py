"""BibTeX and RIS: parsers of their fields read the papers back."""

import re
import sqlite3
from pathlib import Path

import bibtexparser
import rispy
from bibtexparser.middlewares import LatexDecodingMiddleware
from hypothesis import example, given, settings
from hypothesis import strategies as st
from made_database import five_papers
from made_network import NASTY, TITLES, as_utf8_holds, bytes_of, papers_network

import graph
from graph.exports.bibtex import tex

# What ends a line or steers a terminal becomes a blank, and blanks in a row one.
BLANK = re.compile(
    "[\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufffe\uffff]+"
)

SIGNS = {
    r"\textbackslash{}": "\\",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
}
UNDO = re.compile("|".join([*map(re.escape, SIGNS), r"\\."]))


def on_a_line(text: str) -> str:
    return BLANK.sub(" ", as_utf8_holds(text)).strip()


def entries(titles: tuple[str | None, ...] | list[str | None]) -> list[dict[str, str]]:
    text = bytes_of(papers_network(titles), "bibtex").decode()
    library = bibtexparser.parse_string(text)
    assert library.failed_blocks == []
    assert not library.comments
    return [
        {"key": entry.key, **{field.key: field.value for field in entry.fields}}
        for entry in library.entries
    ]


def test_bibtex_has_what_is_known_of_each_paper() -> None:
    found = entries(TITLES)
    assert len({entry["key"].lower() for entry in found}) == len(found) == 5
    assert found[0] == {
        "key": "cs-0701001",
        "author": "Zoë Ünal and {Rand And Co, Inc.}",
        "title": "{A plain title}",
        "year": "2023",
        "eprint": "cs/0701001",
        "archiveprefix": "arXiv",
        "url": "https://arxiv.org/abs/cs/0701001",
        "keywords": "oral",
        "month": "jan",
    }
    assert found[2]["url"] == "https://openreview.net/forum?id=aBc_-1"
    assert "month" not in found[3]


def test_a_paper_known_by_its_doi_alone_is_found_by_it(tmp_path: Path) -> None:
    papers = five_papers(tmp_path / "papers.db")
    with sqlite3.connect(papers) as connection:
        connection.execute("UPDATE papers SET doi = '10.1000/a.b', openreview_id = NULL")
    network = graph.network(papers)
    library = bibtexparser.parse_string(bytes_of(network, "bibtex").decode())
    told = [(entry["doi"], entry["url"]) for entry in library.entries]
    assert told[-1] == ("10.1000/a.b", "https://doi.org/10.1000/a.b")
    assert told[0] == ("10.1000/a.b", "https://arxiv.org/abs/2310.00001")
    of_ris = rispy.loads(bytes_of(network, "ris").decode())
    assert of_ris[-1]["doi"] == "10.1000/a.b"


def test_tex_runs_nothing_that_a_title_says() -> None:
    assert tex(r"\input{x} 100% $x_1^2$ #1 & ~") == (
        r"\textbackslash{}input\{x\} 100\% \$x\_1\textasciicircum{}2\$ \#1 \& \textasciitilde{}"
    )


@settings(deadline=None, max_examples=50)
@given(st.lists(st.none() | NASTY, max_size=6))
@example(["}", "{", "\\", "\\\\}", "a\n\n@misc{x,", '"'])
def test_any_title_is_one_field_of_its_entry(titles: list[str | None]) -> None:
    found = entries(titles)
    network = papers_network(titles)
    written = [
        row
        for row in range(network.node_count)
        if network.column("title").present[row] or row in (0, 2)
    ]
    assert len(found) == len(written)
    for entry, row in zip(found, written, strict=True):
        title = titles[row]
        inside = on_a_line(title) if title and not title.isspace() else ""
        if "title" not in entry:
            assert not inside
            continue
        assert (
            UNDO.sub(lambda found: SIGNS.get(found[0], found[0][1:]), entry["title"][1:-1])
            == inside
        )


def test_another_decoder_of_tex_sees_the_same_titles() -> None:
    text = bytes_of(papers_network(TITLES), "bibtex").decode()
    decoded = bibtexparser.parse_string(text, append_middleware=[LatexDecodingMiddleware()])
    assert decoded.failed_blocks == []
    # pylatexenc reads \\textasciicircum as a look-alike.
    assert decoded.entries[1]["title"].replace("\u02c6", "^") == TITLES[1]


@settings(deadline=None, max_examples=50)
@given(st.lists(st.none() | NASTY, max_size=6))
@example(["ER  - ", "a\nTY  - JOUR", "\x1c", None])
def test_ris_reads_back(titles: list[str | None]) -> None:
    text = bytes_of(papers_network(titles), "ris").decode()
    found = rispy.loads(text)
    network = papers_network(titles)
    present = network.column("title").present
    rows = [row for row in range(network.node_count) if present[row] or row in (0, 2)]
    assert [entry["id"] for entry in found] == [network.keys[row] for row in rows]
    for entry, row in zip(found, rows, strict=True):
        title = titles[row]
        assert entry.get("title", "") == (on_a_line(title) if title and present[row] else "")


def test_ris_has_what_is_known_of_each_paper() -> None:
    first = rispy.loads(bytes_of(papers_network(), "ris").decode())[0]
    assert first == {
        "type_of_reference": "GEN",
        "id": "cs/0701001",
        "title": "A plain title",
        "authors": ["Zoë Ünal", "Rand And Co, Inc."],
        "year": "2023",
        "date": "2023/01/31",
        "accession_number": "arXiv:cs/0701001",
        "urls": ["https://arxiv.org/abs/cs/0701001"],
        "keywords": ["oral"],
    }
