"""The page of networks, as a file: what it holds, what it leaves out, and what cannot run in it."""

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from made_database import five_papers
from made_network import NASTY, TITLES, papers_network

import graph
from enrich.cli import citeweave
from graph.drawing import PALETTE, drawn
from graph.network import Column, Network
from graph.pane import pane
from graph.pane.groups import groupings
from graph.pane.strongest import left_out, strongest

ROOT = Path(__file__).parents[1]
HOSTILE = (
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "<!-- <script>",
    "half a pair \ud83d, line \u2028 end",
    '"><img src=x onerror=alert(1)>',
    "{{ title }}",
)
PROGRAM = """
import sys, graph
from graph.pane import pane
networks = [graph.drawn(graph.network(sys.argv[1], kind)) for kind in ("citation", "coupling")]
sys.stdout.buffer.write(pane(networks, "Two").encode())
"""


def held(page: str) -> dict[str, Any]:
    """Return the data of a page as a browser would find them."""
    text = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert text is not None
    found: dict[str, Any] = json.loads(text[1])
    return found


def words(data: dict[str, Any], place: int) -> list[str | None]:
    """Return a column of texts."""
    column = data["columns"][place]
    return [column["words"][of] if of >= 0 else None for of in column["of"]]


def weighted(weights: list[float], ends: list[tuple[int, int]], count: int) -> Network:
    """Return an undirected network of these edges."""
    source, target = (np.array([end[side] for end in ends], np.int64) for side in (0, 1))
    return Network(
        kind="coupling",
        directed=False,
        node_ids=np.arange(count),
        keys=tuple(map(str, range(count))),
        nodes=(),
        source=source,
        target=target,
        weight=np.array(weights, float),
        edges=(),
    )


def test_the_same_database_gives_the_same_bytes(tmp_path: Path) -> None:
    database = five_papers(tmp_path / "papers.db")
    pages = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM, str(database)],
            check=True,
            capture_output=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "4711")
    ]
    assert pages[0] == pages[1]
    data = held(pages[0].decode())
    assert [each["kind"] for each in data["networks"]] == ["citation", "coupling"]
    # Both have the same papers, whose columns are held once.
    assert data["networks"][0]["label"] == data["networks"][1]["label"]


def test_its_policy_names_its_own_script_and_style_and_nothing_else() -> None:
    page = pane([papers_network()], "A title")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    rules = dict(rule.strip().split(" ", 1) for rule in policy[1].split(";"))
    assert rules.keys() == {"default-src", "script-src", "style-src", "base-uri", "form-action"}
    assert rules["default-src"] == "'none'"
    for tag, rule in (("script", "script-src"), ("style", "style-src")):
        inner = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        hashes = [base64.b64encode(hashlib.sha256(each.encode()).digest()) for each in inner]
        assert [f"'sha256-{each.decode()}'" for each in hashes] == [rules[rule]]
    assert not re.search(r"\s(style|on\w+)=", page.split('<script id="data"')[0])
    assert "http" not in re.sub(r'http-equiv="', "", page.split('<script id="data"')[0])


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text: str) -> None:
    page = pane([papers_network((text, *TITLES[1:]))], text)
    plain = pane([papers_network()], "A title")
    for tag in ("<script", "</script", "<img", "<!--", "<title"):
        assert page.count(tag) == plain.count(tag)
    data = held(page)
    shown = text.replace("\ud83d", "\ufffd")
    assert words(data, data["networks"][0]["label"])[0] == shown
    page.encode()


@settings(deadline=None, max_examples=30)
@given(st.lists(st.none() | NASTY, max_size=6))
def test_any_text_leaves_the_page_whole(titles: list[str | None]) -> None:
    page = pane([papers_network(titles)], titles[0] if titles and titles[0] else "A title")
    page.encode()
    assert page.count("<script") == page.count("</script>") == 2
    assert held(page)["networks"][0]["count"] == len(titles)


@pytest.mark.parametrize("count", [0, 1])
def test_a_network_of_nothing_or_of_one_is_a_page(count: int) -> None:
    network = replace(papers_network(TITLES[:count]), reason=("Nothing was listed.",))
    data = held(pane([network], "Small"))["networks"][0]
    assert data["count"] == count
    assert data["source"] == []
    assert data["remarks"] == ["Nothing was listed."]


def test_what_cannot_be_shown_is_refused_in_words() -> None:
    with pytest.raises(graph.GraphError, match="no network to show"):
        pane([], "Nothing")
    with pytest.raises(graph.GraphError, match="draw it"):
        pane([weighted([1], [(0, 1)], 2)], "Not drawn")


def test_of_each_node_the_strongest_edges_are_kept_first() -> None:
    ends = [(0, 1), (0, 2), (0, 3), (0, 4), (3, 4), (1, 2)]
    network = weighted([9, 8, 1, 2, 3, 7], ends, 5)
    # First of some node: 0-1 (of 0 and 1), 0-2 (of 2), 3-4 (of 3 and 4). Then second of some
    # node: 1-2 (of 1 and 2), 0-4 (of 4), 0-3 (of 3), the heavier first.
    for most, kept in ((2, [0, 1]), (3, [0, 1, 4]), (4, [0, 1, 4, 5]), (5, [0, 1, 3, 4, 5])):
        assert np.flatnonzero(strongest(network, most)).tolist() == kept
    assert strongest(network, 6).all()
    assert left_out(network, 6) == ()
    assert "draws 2 of 6 pairs" in left_out(network, 2)[0]


@settings(deadline=None)
@given(st.integers(2, 30), st.integers(0, 200), st.integers(0, 60), st.integers(0, 2**32 - 1))
def test_every_node_keeps_its_strongest_edge_where_there_is_room(
    count: int, edges: int, most: int, seed: int
) -> None:
    random = np.random.default_rng(seed)
    ends = [tuple(pair) for pair in random.integers(0, count, (edges, 2)).tolist()]
    network = weighted(random.integers(1, 5, edges).tolist(), ends, count)
    kept = strongest(network, most)
    assert kept.sum() == min(most, edges)
    if most >= count:
        for node in range(count):
            has = (network.source == node) | (network.target == node)
            best = network.weight[has].max(initial=0)
            assert network.weight[has & kept].max(initial=0) == best


def test_a_page_of_too_many_edges_says_how_many_it_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strongest, "__defaults__", (2,))
    monkeypatch.setattr(left_out, "__defaults__", (2,))
    network = papers_network()
    data = held(pane([network], "Cut"))["networks"][0]
    assert len(data["source"]) == len(data["target"]) == len(data["weight"]) == 2
    assert data["edge_count"] == network.edge_count > 2
    assert f"draws 2 of {network.edge_count} links" in data["remarks"][0]


def test_groups_have_the_colours_of_the_files_for_gephi() -> None:
    """Whatever column a network is coloured by, the page finds it and begins with it."""
    count = 60
    network = replace(
        papers_network(()),
        node_ids=np.arange(count),
        keys=tuple(map(str, range(count))),
        nodes=(
            Column.of("decision", "string", ["oral", "poster", None] * 20, ""),
            Column.of("community", "long", [1] * 30 + [2] * 20 + [3] * 10, ""),
            Column.of("community_name", "string", ["b"] * 30 + ["a"] * 20 + ["c"] * 10, ""),
        ),
    )
    for place, name in enumerate(("community_name", "decision")):
        coloured = drawn(network, name)
        data = held(pane([coloured], "Colours"))["networks"][0]
        assert data["groupings"][data["grouping"]]["name"] == name
        assert data["grouping"] == place
    community = groupings(network)[0]
    assert community.words == ("b", "a", "c")
    assert community.colours.tolist() == [list(shade) for shade in PALETTE[:3]]
    assert np.bincount(community.of).tolist() == [30, 20, 10]


def test_numbers_become_steps_of_about_as_many_nodes() -> None:
    years = [2019] * 10 + [2020, 2021] * 10 + [2022] * 20 + [2023] * 30 + [2030, None]
    count = len(years)
    network = replace(
        papers_network(()),
        node_ids=np.arange(count),
        keys=tuple(map(str, range(count))),
        nodes=(Column.of("year", "long", years, ""),),
    )
    (steps,) = groupings(network)
    assert steps.is_ordered
    # A fifth of 81 values each, equal ones together: the cuts are 2020, 2022 and 2023.
    assert steps.words == ("2019 – 2020", "2021 – 2022", "2023", "2030")
    assert np.bincount(steps.of[steps.of >= 0]).tolist() == [20, 30, 30, 1]
    assert steps.of[-1] == -1
    assert len({tuple(colour) for colour in steps.colours.tolist()}) == 4


def test_the_time_is_when_a_paper_had_appeared_for_certain() -> None:
    network = papers_network()
    data = held(pane([network], "Time"))
    months = data["columns"][data["networks"][0]["month"]]
    # 2023-01-31; 2024-02-29; neither day nor year; a year alone is over in December; the 30th
    # of February is no day, so 2023; 1999-12-31, though the year that is told is none.
    assert months == [
        2023 * 12,
        2024 * 12 + 1,
        None,
        2023 * 12 + 11,
        2023 * 12 + 11,
        1999 * 12 + 11,
    ]


def test_addresses_are_those_that_are_given() -> None:
    network = papers_network()
    given_ = [f"/papers/{key}" if at % 2 else None for at, key in enumerate(network.keys)]
    data = held(pane([network], "Addresses", address=lambda _: given_))
    assert words(data, data["networks"][0]["address"]) == given_
    data = held(pane([network], "Addresses"))
    found = words(data, data["networks"][0]["address"])
    assert found[0] == "https://arxiv.org/abs/cs/0701001"
    assert found[2] == "https://openreview.net/forum?id=aBc_-1"


def test_formats_hold_one_network_or_say_so(tmp_path: Path) -> None:
    two = [papers_network(), papers_network(directed=False)]
    graph.export(two, tmp_path / "two.html")
    data = held((tmp_path / "two.html").read_text("utf-8"))
    assert [each["directed"] for each in data["networks"]] == [True, False]
    with pytest.raises(graph.GraphError, match=r"graphml file holds one network, not 2.+\.html"):
        graph.export(two, tmp_path / "two.graphml")
    assert [file.name for file in tmp_path.iterdir()] == ["two.html"]


def test_the_command_makes_a_page_of_several_kinds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(left_out, "__defaults__", (1,))
    database = str(five_papers(tmp_path / "papers.db"))
    asked = ["graph", "--db", database, "--json", "-o", str(tmp_path / "n.html")]
    kinds = ["--kind", "coupling", "--kind", "citation", "--kind", "coupling"]
    # Only coupling networks have a weighting; citation networks are made all the same.
    done = CliRunner().invoke(citeweave, [*asked, *kinds, "--weighting", "cosine"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)["networks"]
    assert [each["kind"] for each in told] == ["coupling", "citation"]
    data = held((tmp_path / "n.html").read_text("utf-8"))
    assert [each["edge_count"] for each in data["networks"]] == [each["edges"] for each in told]
    assert f"The page draws 1 of {told[1]['edges']} links" in told[1]["reasons"][0]
    assert f"- {told[1]['reasons'][0]}" in done.stderr
    one = CliRunner().invoke(citeweave, asked)
    assert json.loads(one.stdout)["kind"] == "citation"


def test_the_command_refuses_several_kinds_where_one_is_meant(tmp_path: Path) -> None:
    database = str(five_papers(tmp_path / "papers.db"))
    kinds = ["--kind", "citation", "--kind", "coauthor"]
    page = str(tmp_path / "n.html")
    for end, message in (
        (["-o", str(tmp_path / "n.gexf")], "A gexf file holds one network, not 2"),
        (["--explain", "1", "2"], "give one --kind"),
        (["-o", page, "--neighbours", "3"], "citation networks have no option neighbours"),
    ):
        done = CliRunner().invoke(citeweave, ["graph", "--db", database, *kinds, *end])
        assert done.exit_code
        assert message in f"{done.output} {done.exception}"
    assert [file.name for file in tmp_path.iterdir()] == ["papers.db"]
