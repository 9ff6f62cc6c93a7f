"""Lists of papers in every format that people have them in."""

import csv
import gzip
import io
import json
import math
import random
import sys
import types
from collections import Counter
from pathlib import Path

import duckdb
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import enrich.lists
from db.rows import Listing, Unusable
from enrich.lists import ListError, files, formats, read_list

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"


@pytest.fixture
def write(tmp_path):
    """Write a list and return its path; the name says nothing about the format."""

    def write(content: str | bytes, name: str = "papers.txt") -> str:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


@pytest.fixture
def read(write):
    def read(content: str | bytes, name: str = "papers.txt") -> enrich.lists.ListContent:
        return read_list(write(content, name))

    return read


def shared(relative: str) -> Path:
    path = SHARED / relative
    if not path.exists():
        pytest.skip(f"the shared folder with {relative} is not beside the checkout")
    return path


def facts(listing: Listing) -> tuple[str | int | None, ...]:
    return (
        listing.decision,
        listing.title,
        listing.arxiv_id,
        listing.arxiv_version,
        listing.openreview_id,
    )


# The two pasted seeds and the table that ships.


def test_the_pasted_dataset_page_gives_its_hundred_papers():
    path = shared("seeds/iclr2024-dataset-page.txt")
    content = read_list(str(path))
    lines = path.read_text(encoding="utf-8").split("\n")
    links = [line.partition("forum?id=")[2] for line in lines if "openreview.net/forum" in line]

    assert content.format == "dataset page"
    assert not content.unusable
    assert [listing.openreview_id for listing in content.listings] == links
    assert len(links) == 100
    assert sum(listing.arxiv_id is not None for listing in content.listings) == 79
    decisions = Counter(listing.decision for listing in content.listings)
    assert decisions == {"oral": 38, "spotlight": 4, "poster": 58}
    for listing in content.listings:
        assert lines[listing.line - 1] in ("Oral", "Poster", "Spotlight Poster")
        assert listing.abstract == " ".join(lines[listing.line + 1].split())
        assert listing.title == " ".join(lines[listing.line + 3].split())
        if listing.arxiv_id:
            assert lines[listing.line + 5] == listing.given == listing.arxiv_id


def test_the_bare_abstracts_are_papers_without_an_id():
    content = read_list(str(shared("seeds/iclr2024-abstracts.txt")))
    assert content.format == "abstracts"
    assert [listing.line for listing in content.listings] == list(range(3, 41, 2))
    assert all(listing.abstract for listing in content.listings)
    assert not any(listing.title or listing.given for listing in content.listings)
    assert not content.unusable


def test_the_shipped_table_holds_the_facts_of_the_page():
    shipped = read_list(str(ROOT / "db/iclr2024.csv"))
    assert len(shipped.listings) == 100
    assert sum(listing.arxiv_id is not None for listing in shipped.listings) == 79
    assert not any(listing.abstract for listing in shipped.listings)
    page = read_list(str(shared("seeds/iclr2024-dataset-page.txt")))
    assert [*map(facts, shipped.listings)] == [*map(facts, page.listings)]


def test_a_gzipped_table_of_real_papers_is_read_as_json_reads_it():
    path = shared("data/iclr2024-accepted.jsonl.gz")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    content = read_list(str(path))
    assert not content.unusable
    assert [*map(facts, content.listings)] == [
        (
            row["decision"],
            " ".join(row["title"].split()),
            row["arxiv_id"],
            None,
            row["openreview_id"],
        )
        for row in rows
    ]


# One table in every format.

TABLE = [
    {
        "Title": "A first: study, with “marks”",
        "arXiv ID": "2305.09955v2",
        "Decision": "Accept (Oral)",
        "open_review": None,
        "Abstract": "Two lines\nof “text”, quoted.",
        "authors": "Jane Doe; Richard Roe",
        "year": "2023",
    },
    {
        "Title": "0",
        "arXiv ID": "https://arxiv.org/abs/math.GT/0309136",
        "Decision": "Spotlight Poster",
        "open_review": "https://openreview.net/forum?id=WbWtOYIzIK",
        "Abstract": "N/A",
        "authors": "Zoë Müller",
        "year": "2004",
    },
    {
        "Title": "No id yet",
        "arXiv ID": "null",
        "Decision": "Best of show ",
        "open_review": "-",
        "Abstract": "",
        "authors": "NaN",
        "year": "",
    },
]
EXPECTED = [
    Listing(
        line=0,
        title="A first: study, with “marks”",
        abstract="Two lines of “text”, quoted.",
        decision="oral",
        authors=("Jane Doe", "Richard Roe"),
        year=2023,
        arxiv_id="2305.09955",
        arxiv_version=2,
        given="2305.09955v2",
    ),
    Listing(
        line=0,
        title="0",
        decision="spotlight",
        authors=("Zoë Müller",),
        year=2004,
        arxiv_id="math/0309136",
        openreview_id="WbWtOYIzIK",
        given="https://arxiv.org/abs/math.GT/0309136",
    ),
    Listing(line=0, title="No id yet", decision="Best of show"),
]


def as_delimited(delimiter: str) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, TABLE[0].keys(), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(TABLE)
    return text.getvalue().replace("open_review", "OpenReview")


def as_json() -> str:
    return json.dumps(TABLE, indent=1, ensure_ascii=False).replace("open_review", "openreview_id")


def as_parquet(folder: Path) -> bytes:
    (folder / "table.json").write_text(as_json(), encoding="utf-8")
    with duckdb.connect() as connection:
        table = connection.read_json(str(folder / "table.json"))
        table.write_parquet(str(folder / "table.parquet"))
    return (folder / "table.parquet").read_bytes()


TABLES = {
    "comma": (lambda folder: as_delimited(",").encode(), "csv table", [2, 4, 5]),
    "tab": (lambda folder: as_delimited("\t").encode("utf-16"), "csv table", [2, 4, 5]),
    "semicolon": (lambda folder: as_delimited(";").encode("cp1252"), "csv table", [2, 4, 5]),
    "bar": (lambda folder: as_delimited("|").encode("utf-8-sig"), "csv table", [2, 4, 5]),
    "list": (lambda folder: as_json().encode(), "json objects", [2, 11, 20]),
    "held list": (lambda folder: b'{"n": 3,\n"papers":' + as_json().encode() + b"}",
                  "json objects", [3, 12, 21]),
    "lines": (lambda folder: b"\n".join(json.dumps(row).replace("open_review", "forum").encode()
                                         for row in TABLE), "json lines", [1, 2, 3]),
    "parquet": (as_parquet, "parquet", [1, 2, 3]),
}  # fmt: skip


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gzipped"])
@pytest.mark.parametrize("table", TABLES)
def test_one_table_reads_alike_in_every_format(read, tmp_path, table, packed):
    make, name, lines = TABLES[table]
    data = make(tmp_path)
    content = read(gzip.compress(data) if packed else data)
    assert content.format == name
    assert not content.unusable
    assert [listing.line for listing in content.listings] == lines
    found = [Listing(**{**vars(listing), "line": 0}) for listing in content.listings]
    assert found == EXPECTED


def test_standard_input_is_a_list_too(monkeypatch):
    data = gzip.compress(b"2305.09955\n")
    monkeypatch.setattr(sys, "stdin", types.SimpleNamespace(buffer=io.BytesIO(data)))
    content = read_list("-")
    assert content.file == "standard input"
    assert content.listings == (Listing(line=1, arxiv_id="2305.09955", given="2305.09955"),)


# Reference managers.


def test_bibtex_in_the_forms_of_arxiv_scholar_and_openreview(read):
    content = read(r"""% exported
@misc{doe2023,
  title={Knowledge {LLM}s: {\"U}ber $\alpha$-{N}ets by \v{C}ech {\'e}t\'e, 50% more},
  author={Doe, Jane and Richard Roe and {Barnes and Noble} and others},
  year={2023}, eprint={2305.09955}, archivePrefix={arXiv}, primaryClass={cs.CL},
}
@article{roe, title="As Scholar has it", author="Roe, R.",
  journal={arXiv preprint arXiv:hep-th/9901001}, year=1999}
@inproceedings{doe2023, title={The same key again}, eprint={123}, eprinttype={jstor},
  url={https://openreview.net/forum?id=WbWt\_YIzIK}}
@misc{cut, title={never closed
@misc{last, title={Last}, doi={10.1609/AAAI.v38i1.1}}
""")
    assert content.format == "bibtex"
    first, scholar, again, last = content.listings
    assert first == Listing(
        line=2,
        title=r"Knowledge LLMs: Über $\alpha$-Nets by Čech été, 50% more",
        authors=("Jane Doe", "Richard Roe", "Barnes and Noble"),
        year=2023,
        arxiv_id="2305.09955",
        given="2305.09955",
    )
    assert (scholar.line, scholar.arxiv_id, scholar.authors) == (7, "hep-th/9901001", ("R. Roe",))
    assert (again.line, again.title) == (9, "The same key again")
    assert again.openreview_id == "WbWt_YIzIK"
    assert (last.line, last.doi) == (12, "10.1609/aaai.v38i1.1")
    assert [problem.line for problem in content.unusable] == [11]


def test_ris_with_lists_wrapped_lines_and_a_missing_end(read):
    content = read(
        "TY  - JOUR\r\nAU  - Doe, Jane\r\nAU  - Roe, Richard\r\nTI  - A title\r\n of two lines\r\n"
        "PY  - 2023/05/17\r\nUR  - http://arxiv.org/abs/2305.09955v3\r\nAB  - Text.\r\nER  - \r\n"
        "\r\nTY  - CONF\r\nT1  - Second\r\nA1  - Poe, E.\r\nDO  - 10.48550/ARXIV.2310.11230\r\n"
    )
    assert content.format == "ris"
    assert content.listings == (
        Listing(
            line=1,
            title="A title of two lines",
            abstract="Text.",
            authors=("Jane Doe", "Richard Roe"),
            year=2023,
            arxiv_id="2305.09955",
            arxiv_version=3,
            given="http://arxiv.org/abs/2305.09955v3",
        ),
        Listing(
            line=11,
            title="Second",
            authors=("E. Poe",),
            arxiv_id="2310.11230",
            given="10.48550/ARXIV.2310.11230",
        ),
    )


def test_plain_ids_and_links(read):
    sha = "0123456789abcdef0123456789abcdef01234567"
    content = read(f"""# from the reading group
2305.09955
arXiv:2310.11230v2   # good
https://arxiv.org/pdf/math.GT/0309136v1.pdf

- arXiv:2305.09955v1 [cs.CL] 17 May 2023
https://doi.org/10.48550/arXiv.2309.14322
10.1609/AAAI.v38i1.1
https://openreview.net/forum?id=WbWtOYIzIK
https://www.semanticscholar.org/paper/Some-Title/{sha}
{sha.upper()}
CorpusId:258841328
0704.0001, hep-th/9901001
2310.1
an interesting one
""")
    assert content.format == "plain ids"
    fields = ("line", "arxiv_id", "arxiv_version", "doi", "openreview_id", "s2_paper_id")
    assert [
        (*(getattr(listing, name) for name in fields), listing.corpus_id)
        for listing in content.listings
    ] == [
        (2, "2305.09955", None, None, None, None, None),
        (3, "2310.11230", 2, None, None, None, None),
        (4, "math/0309136", 1, None, None, None, None),
        (6, "2305.09955", 1, None, None, None, None),
        (7, "2309.14322", None, None, None, None, None),
        (8, None, None, "10.1609/aaai.v38i1.1", None, None, None),
        (9, None, None, None, "WbWtOYIzIK", None, None),
        (10, None, None, None, None, sha, None),
        (11, None, None, None, None, sha, None),
        (12, None, None, None, None, None, 258841328),
        (13, "0704.0001", None, None, None, None, None),
        (13, "hep-th/9901001", None, None, None, None, None),
    ]
    assert content.listings[1].given == "arXiv:2310.11230v2"
    assert [(problem.line, problem.text) for problem in content.unusable] == [
        (14, "2310.1"),
        (15, "an interesting one"),
    ]
    assert "read as a number" in content.unusable[0].reason


# What goes wrong costs as little as it can.


def test_a_broken_id_costs_the_id_and_not_the_paper(read):
    content = read(
        "title,arxiv_id,openreview\n"
        "Kept,2310.1,\n"
        ",2310.1,\n"
        "Sound,2310.10000,WbWtOYIzIK\n"
        ",TBD,WbWtOYIzIK\n"
        ",,\n"
    )
    assert [*map(facts, content.listings)] == [
        (None, "Kept", None, None, None),
        (None, "Sound", "2310.10000", None, "WbWtOYIzIK"),
        (None, None, None, None, "WbWtOYIzIK"),
    ]
    kept, lost, vague = content.unusable
    assert (kept.line, lost.line, vague.line) == (2, 3, 5)
    assert "read as a number" in kept.reason
    assert "kept without" in kept.reason
    assert "kept" not in lost.reason


@pytest.mark.parametrize("name", ["json", "parquet"])
def test_ids_that_arrive_as_numbers_are_refused(read, tmp_path, name):
    (tmp_path / "numbers.json").write_text(
        '[{"title": "Kept", "arxiv_id": 2310.10000},\n {"title": null, "arxiv_id": 2310.1}]'
    )
    path = tmp_path / "numbers.json"
    if name == "parquet":
        with duckdb.connect() as connection:
            table = connection.read_json(str(path))
            table.write_parquet(str(tmp_path / "numbers.parquet"))
        path = tmp_path / "numbers.parquet"
    content = read_list(str(path))
    assert content.listings == (Listing(line=1, title="Kept"),)
    assert [problem.line for problem in content.unusable] == [1, 2]
    assert all("was read as a number" in problem.reason for problem in content.unusable)


def test_two_different_ids_in_one_row_are_neither_believed(read):
    content = read(
        "title,arxiv_id,url\n"
        "Torn,2305.09955,https://arxiv.org/abs/2310.11230\n"
        "Agreed,2305.09955,https://arxiv.org/abs/2305.09955v3\n"
    )
    assert [*map(facts, content.listings)] == [
        (None, "Torn", None, None, None),
        (None, "Agreed", "2305.09955", 3, None),
    ]
    (problem,) = content.unusable
    assert (problem.line, problem.text) == (2, "2305.09955 and 2310.11230")


def test_unquoted_commas_and_open_quotes_do_not_shift_or_swallow_papers(read):
    content = read(
        "title,decision,url\n"
        "Bias, variance, and all that,Poster,https://arxiv.org/abs/2310.11230\n"
        '"Opened,Oral,https://arxiv.org/abs/2305.09955\n'
        "Next,Oral,https://arxiv.org/abs/2309.14322\n"
    )
    assert [*map(facts, content.listings)] == [
        (None, None, "2310.11230", None, None),
        ("oral", '"Opened', "2305.09955", None, None),
        ("oral", "Next", "2309.14322", None, None),
    ]
    assert [problem.line for problem in content.unusable] == [2, 3]


def test_json_that_breaks_off_keeps_what_came_before(read):
    content = read('{"papers": [\n{"title": "A"},\n{"title": "B"},\n{"title": "C')
    assert [listing.title for listing in content.listings] == ["A", "B"]
    assert [problem.line for problem in content.unusable] == [4]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ({"id": "WbWtOYIzIK"}, ("WbWtOYIzIK", None)),
        ({"id": "2305.09955"}, (None, "2305.09955")),
        ({"id": 17}, (None, None)),
        ({"id": "paper_0017"}, (None, None)),
        ({"link": "https://openreview.net/forum?id=WbWtOYIzIK"}, ("WbWtOYIzIK", None)),
        ({"openreview": "https://arxiv.org/abs/2305.09955"}, (None, "2305.09955")),
        ({"url": "https://example.org/page", "EPrint": "2305.09955"}, (None, "2305.09955")),
        ({"forum": {"value": "WbWtOYIzIK"}, "id": "noteIdABC1"}, ("WbWtOYIzIK", None)),
        ({"externalIds": {"ArXiv": "2305.09955"}}, (None, "2305.09955")),
        ({"arxiv": math.nan, "urls": ["https://arxiv.org/abs/2305.09955"]}, (None, "2305.09955")),
    ],
)
def test_a_cell_is_judged_by_what_it_holds(read, row, expected):
    (listing,) = read(json.dumps([{"title": {"value": "T"}, **row}])).listings
    assert (listing.openreview_id, listing.arxiv_id) == expected
    assert listing.title == "T"


@pytest.mark.parametrize(
    ("column", "cell", "expected"),
    [
        ("decision", "Accept (Oral)", ("oral", None)),
        ("decision", "Accept: notable-top-5%", ("oral", None)),
        ("type", "notable-top-25%", ("spotlight", None)),
        ("status", "Accept (Poster)", ("poster", None)),
        ("decision", "Accept", ("accept", None)),
        ("decision", "Reject", ("reject", None)),
        ("decision", "Desk Rejected", ("desk reject", None)),
        ("decision", "Withdrawn Submission", ("withdrawn", None)),
        ("decision", " Invite to Workshop Track ", ("Invite to Workshop Track", None)),
        ("venue", "ICLR 2024 poster", ("poster", "ICLR 2024")),
        ("venue", "NeurIPS 2023 oral", ("oral", "NeurIPS 2023")),
        ("venue", "Journal of Oral History", (None, "Journal of Oral History")),
        ("decision", "ICLR 2024 Conference Withdrawn Submission", ("withdrawn", "ICLR 2024")),
    ],
)
def test_decisions_and_venues(read, column, cell, expected):
    (listing,) = read(json.dumps([{"title": "T", column: cell}])).listings
    assert (listing.decision, listing.venue) == expected


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("Jane Doe; Richard Roe", ("Jane Doe", "Richard Roe")),
        ("Jane Doe, Richard Roe", ("Jane Doe", "Richard Roe")),
        ("Jane Doe, Richard Roe, and Edgar Poe", ("Jane Doe", "Richard Roe", "Edgar Poe")),
        ("Doe, Jane and Roe, Richard", ("Jane Doe", "Richard Roe")),
        ("Doe, Jane; Roe, Richard", ("Jane Doe", "Richard Roe")),
        ("Doe, Jane", ("Jane Doe",)),
        ("['Jane Doe', \"Pat O'Neil\"]", ("Jane Doe", "Pat O'Neil")),
        (["Jane Doe", None, {"name": "Richard Roe"}], ("Jane Doe", "Richard Roe")),
    ],
)
def test_authors(read, cell, expected):
    (listing,) = read(json.dumps([{"title": "T", "authors": cell}])).listings
    assert listing.authors == expected


# Lists that are none.


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        (b"PK\x03\x04\x00\x00", "save the table as CSV"),
        (b"<!DOCTYPE html><p>2305.09955", "HTML"),
        (b"Dear all,\nsee you on Monday.\n", "not a list in a format known here"),
        (b"PAR1 and then nothing", "Parquet file cannot be read"),
        (gzip.compress(b"2305.09955\n" * 99)[:-9], "damaged or cut short"),
        (b"2310.1\n", "read as a number"),
        (b"title,arxiv_id\n", "has no papers"),
        (random.Random(1).randbytes(4096), "not a list in a format known here"),
    ],
)
def test_what_is_no_list_says_so_and_what_to_do(write, content, reason):
    path = write(content)
    with pytest.raises(ListError, match=reason) as caught:
        read_list(path)
    assert str(caught.value).startswith(f"{path}: ")


def test_a_missing_file_and_a_folder_are_no_lists(tmp_path):
    with pytest.raises(ListError, match="no such file"):
        read_list(str(tmp_path / "absent.csv"))
    with pytest.raises(ListError, match="folder"):
        read_list(str(tmp_path))


def test_a_gzip_bomb_ends_in_an_error(write, monkeypatch):
    monkeypatch.setattr(files, "MAX_UNPACKED", 10**6)
    bomb = write(gzip.compress(bytes(10**8)))
    with pytest.raises(ListError, match="unpacked, more than"):
        read_list(bomb)


def test_a_list_without_end_is_refused(write, monkeypatch):
    path = write(b"2305.09955\n" * 1000)
    monkeypatch.setattr(enrich.lists, "MOST_ENTRIES", 999)
    with pytest.raises(ListError, match="more than 999 entries"):
        read_list(path)
    monkeypatch.setattr(enrich.lists, "MOST_ENTRIES", 1000)
    assert len(read_list(path).listings) == 1000
    monkeypatch.setattr(files, "MAX_UNPACKED", 10**4)
    with pytest.raises(ListError, match="unpacked, more than"):
        read_list(path)


def test_a_new_format_is_one_new_file(tmp_path, monkeypatch, write):
    (tmp_path / "shouted.py").write_text(
        '"""Titles in capitals, after an exclamation mark."""\n'
        "from db.rows import Listing\n"
        "def recognises(head, name):\n    return 99 if head.startswith('!') else 0\n"
        "def read(text):\n    yield Listing(line=1, title=text[1:].strip())\n"
    )
    monkeypatch.setattr(enrich.lists, "__path__", [*enrich.lists.__path__, str(tmp_path)])
    formats.cache_clear()
    try:
        content = read_list(write("!LOUD\n"))
    finally:
        formats.cache_clear()
        sys.modules.pop("enrich.lists.shouted", None)
    assert (content.format, content.listings[0].title) == ("shouted", "LOUD")


# Nothing that anyone can write crashes a reader or makes a paper out of nothing.

FRAGMENTS = st.sampled_from(
    [
        *(
            "2305.09955",
            "2310.1",
            "arXiv:",
            "https://openreview.net/forum?id=",
            "http://[",
            "10.1/",
        ),
        *("WbWtOYIzIK", "CorpusId:1", "@article{a,", "title={", "}", "{", '"', ",", "\t", ";", "|"),
        *("[", "]", ":", '"title"', '"arxiv_id"', '{"papers":[{', "1e999", "null", "TY  - JOUR\n"),
        *(
            "TI  - ",
            "AU  - ",
            "ER  - \n",
            "Oral",
            "Poster",
            "title,arxiv_id\n",
            "title\n",
            "#",
            "%",
        ),
        *("\n", "\n\n", "\r", "\0", "\ud800", "\\", "$", "\\sqrt", "\\url{", "\\'", "word " * 90),
    ]
)
TEXTS = st.lists(FRAGMENTS | st.text(max_size=6), max_size=30).map("".join)


def check(items: list[Listing | Unusable]) -> None:
    for item in items:
        assert item.line >= 1
        if isinstance(item, Unusable):
            assert item.reason
            assert len(item.text) <= 200
            continue
        assert item.title or item.abstract or item.given
        for value in vars(item).values():
            assert not isinstance(value, str) or "\0" not in value.encode().decode()
            assert not isinstance(value, int) or value < 2**53


@pytest.mark.parametrize("name", [f.name for f in formats() if not f.takes_bytes])
@given(text=TEXTS)
@example(text="[" * 100_000)
@example(text="{" * 10_000 + "}" * 10_000)
@example(text="@misc{a, title={" + "{" * 5000 + "x" + "}" * 5000 + "}}")
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_text_crashes_a_reader(name, text):
    (chosen,) = [f for f in formats() if f.name == name]
    assert 0 <= chosen.recognises(text, "list") <= 100
    check(list(chosen.read(text)))


@given(
    st.binary(max_size=300)
    | TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass"))
    | TEXTS.map(lambda text: text.encode("utf-16", "surrogatepass"))
    | st.binary(max_size=99).map(lambda data: b"PAR1" + data + b"PAR1")
    | st.binary(max_size=99).map(lambda data: b"\x1f\x8b" + data)
    | TEXTS.map(lambda text: gzip.compress(text.encode("utf-8", "replace")))
)
@settings(
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_no_bytes_crash_reading(tmp_path, data):
    path = tmp_path / "list"
    path.write_bytes(data)
    try:
        content = read_list(str(path))
    except ListError as error:
        assert str(error).startswith(str(path))  # noqa: PT017  either way it ends well
    else:
        assert content.listings
        check([*content.listings, *content.unusable])


def test_a_row_that_says_nothing_in_words_is_reported_and_an_empty_one_is_not(tmp_path):
    path = tmp_path / "l.csv"
    path.write_text("title,arxiv_id\nOne Paper,\nnull,nan\n,\n\nnan,-\n", "utf-8")
    content = read_list(str(path))
    assert [listing.title for listing in content.listings] == ["One Paper"]
    assert [unusable.line for unusable in content.unusable] == [3, 6]


@pytest.mark.parametrize(
    ("header", "row"),
    [
        ("Authors,Article Title,Source Title,DOI,Abstract", "Ann Lee,One Paper,J. X,,Short"),
        ("Title,ArticleURL", "One Paper,https://arxiv.org/abs/2302.03660"),
        ("Titel,Entscheidung,Zusammenfassung,arxiv_id", "One Paper,Poster,Kurz,2302.03660"),
        ("Preprint,Titel", "https://arxiv.org/abs/2302.03660,One Paper"),
    ],
)
def test_columns_of_other_tools_and_tongues_are_known(tmp_path, header, row):
    path = tmp_path / "l.csv"
    path.write_text(f"{header}\n{row}\n", "utf-8")
    (listing,) = read_list(str(path)).listings
    assert listing.title == "One Paper"
    assert listing.arxiv_id == ("2302.03660" if "2302" in row else None)
    assert bool(listing.abstract) == ("Abstract" in header or "Zusammen" in header)
