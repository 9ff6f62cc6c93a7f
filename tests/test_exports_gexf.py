"""GEXF: networkx reads the same graph, the schema is kept, times are those that are known."""

import io
import re
import zipfile
from functools import cache

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree
from made_network import NASTY, TITLES, as_xml_holds, bytes_of, papers_network
from test_graphml import JAR

from graph.names import plain_ids

VIZ = "{http://gexf.net/1.3/viz}"


def read(data: bytes) -> "nx.DiGraph[str]":
    return nx.read_gexf(io.BytesIO(data))  # type: ignore[no-any-return]


@pytest.mark.parametrize("directed", [True, False])
def test_networkx_reads_the_same_graph_back(directed: bool) -> None:
    network = papers_network(directed=directed)
    back = read(bytes_of(network, "gexf"))
    assert back.is_directed() is directed
    ids = plain_ids(network.keys)
    assert list(back) == list(ids)
    ends = zip(network.source.tolist(), network.target.tolist(), strict=True)
    assert {frozenset((ids[s], ids[t])) for s, t in ends} == set(map(frozenset, back.edges()))
    assert sorted(d["weight"] for *_, d in back.edges(data=True)) == sorted(network.weight)
    for row, (_, facts) in enumerate(back.nodes(data=True)):
        for name in ("year", "citation_count", "decision", "community", "pagerank", "is_listed"):
            assert facts.get(name) == network.column(name).cells()[row]
        viz = facts["viz"]
        assert viz["size"] == network.column("size").cells()[row]
        for name, part in (("x", "position"), ("y", "position"), ("r", "color"), ("b", "color")):
            assert viz[part][name] == network.column(name).cells()[row]


def test_a_day_that_is_not_known_whole_gives_no_time() -> None:
    back = read(bytes_of(papers_network(), "gexf"))
    starts = [facts.get("start") for _, facts in back.nodes(data=True)]
    assert starts == ["2023-01-31", "2024-02-29", None, None, None, "1999-12-31"]
    by_edge = {facts["id"]: facts.get("start") for *_, facts in back.edges(data=True)}
    assert [by_edge[str(i)] for i in range(5)] == ["2023-01-31", "2024-02-29", None, None, None]


def test_without_any_day_there_is_no_timeline() -> None:
    data = bytes_of(papers_network(()), "gexf").decode()
    assert 'mode="static"' in data
    assert "timeformat" not in data
    data = bytes_of(papers_network(), "gexf").decode()
    assert 'mode="dynamic" timeformat="date" timerepresentation="interval"' in data


@settings(deadline=None, max_examples=50)
@given(st.lists(st.none() | NASTY, max_size=6))
def test_any_text_comes_back_as_it_was(titles: list[str | None]) -> None:
    data = bytes_of(papers_network(titles), "gexf")
    back = read(data)
    assert [facts.get("title") for _, facts in back.nodes(data=True)] == [
        as_xml_holds(text) if text and not text.isspace() else None for text in titles
    ]
    if JAR.exists():
        assert_valid(data)


@cache
def gexf_schema() -> etree.XMLSchema:
    """Load the schema of GEXF 1.2 that Debian's libjgrapht-java carries, as 1.3 changes it.

    What 1.3 adds and we write: its namespaces, its number, and `timerepresentation`.
    """
    if not JAR.exists():
        pytest.skip(f"the GEXF schema is not here: no {JAR.name} (Debian: libjgrapht-java)")
    with zipfile.ZipFile(JAR) as jar:
        files = {name: jar.read(name).decode() for name in ("gexf.xsd", "viz.xsd")}
    files = {
        name: text.replace("www.gexf.net/1.2draft", "gexf.net/1.3") for name, text in files.items()
    }
    time = '<xs:attribute name="timerepresentation" type="xs:string"/>'
    format_ = '<xs:attribute name="timeformat"'
    files["gexf.xsd"] = files["gexf.xsd"].replace(format_, time + format_)
    files["gexf.xsd"] = files["gexf.xsd"].replace('value="1.2"', 'value="1.3"')

    class FromJar(etree.Resolver):
        def resolve(self, url: str, public_id: str, context: object) -> object:  # type: ignore[override]
            return self.resolve_string(files["viz.xsd"], context)  # type: ignore[call-arg]

    parser = etree.XMLParser(no_network=True)
    parser.resolvers.add(FromJar())
    text = re.sub(r"<\?xml.*?\?>", "", files["gexf.xsd"])
    return etree.XMLSchema(etree.fromstring(text, parser))


def assert_valid(data: bytes) -> None:
    """Validate; the schema, unlike every program, has viz elements in the main namespace."""
    moved = re.sub(rb"<(/?)viz:", rb"<\1", data)
    assert moved != data or b"<node " not in data
    gexf_schema().assertValid(etree.fromstring(moved))


@pytest.mark.parametrize("titles", [TITLES, ()])
def test_it_passes_the_schema(titles: tuple[str | None, ...]) -> None:
    for directed in (True, False):
        assert_valid(bytes_of(papers_network(titles, directed), "gexf"))


def test_gephi_finds_the_value_of_a_size_first_and_all_positions() -> None:
    tree = etree.fromstring(bytes_of(papers_network(), "gexf"))
    assert len(tree.findall(f".//{VIZ}position")) == len(TITLES)
    assert {size.attrib.keys()[0] for size in tree.iter(f"{VIZ}size")} == {"value"}
