"""Graphology's parsers, those of Gephi Lite and sigma.js, and Cytoscape.js read the files.

The registry of npm gives them, into a temporary folder.
"""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from made_network import TITLES, as_utf8_holds, as_xml_holds, papers_network

import graph
from graph.looks import labels
from graph.names import plain_ids

pytestmark = pytest.mark.node

PROGRAM = Path(__file__).with_name("read_on_node.cjs")
MODULES = (
    "graphology@0.26.0",
    "graphology-gexf@0.13.2",
    "graphology-graphml@0.5.2",
    "cytoscape@3.35.0",
)
ENDINGS = ("gexf", "graphml", "graphology.json", "cyjs")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the parsers, or skip where they cannot be had."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            pytest.skip(f"the parsers cannot be run: there is no {program}")
    folder = tmp_path_factory.mktemp("node")
    (folder / "package.json").write_text("{}")
    install = ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", *MODULES]
    run = subprocess.run(install, cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode:
        pytest.skip(f"the parsers cannot be had: npm says {run.stderr.strip()[-200:]}")
    return folder


@pytest.fixture(scope="module")
def read(folder: Path) -> dict[str, Any]:
    """Return what each file holds: directed and undirected papers, and an empty network."""
    names = []
    for name, network in (
        ("directed", papers_network()),
        ("undirected", papers_network(directed=False)),
        ("none", papers_network(())),
    ):
        for ending in ENDINGS:
            names.append(f"{name}.{ending}")
            graph.export(network, folder / names[-1])
    run = subprocess.run(
        ["node", str(PROGRAM), *names], cwd=folder, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def spaced(text: str) -> str:
    """Leave open what U+2028 is: the XML parser on Node has it as a line end, as XML 1.1 does."""
    return re.sub("[ \n\u2028]", " ", text)


def rgb(colour: str) -> list[int]:
    """Read #e69f00 or rgb(230,159,0)."""
    if colour.startswith("#"):
        return list(bytes.fromhex(colour[1:]))
    return [int(shade) for shade in re.findall(r"\d+", colour)]


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("ending", ENDINGS[:3])
def test_graphology_reads_the_same_network(directed: bool, ending: str, read: Any) -> None:
    network = papers_network(directed=directed)
    back = read[f"{'directed' if directed else 'undirected'}.{ending}"]
    is_xml = ending != "graphology.json"
    ids = plain_ids(network.keys) if is_xml else network.keys
    assert [node["key"] for node in back["nodes"]] == list(ids)
    held = as_xml_holds if is_xml else as_utf8_holds
    for row, (node, label) in enumerate(zip(back["nodes"], labels(network), strict=True)):
        facts = node["attributes"]
        assert spaced(facts.get("label", node["key"])) == spaced(held(label))
        assert rgb(facts["color"]) == [network.column(name).cells()[row] for name in "rgb"]
        for name in ("x", "y", "size", "year", "pagerank", "decision", "is_listed"):
            wanted = network.column(name).cells()[row]
            assert facts.get(name) == wanted
    ends = {
        (edge["source"], edge["target"], edge["attributes"]["weight"]) for edge in back["edges"]
    }
    assert ends == {
        (ids[s], ids[t], w)
        for s, t, w in zip(network.source, network.target, network.weight, strict=True)
    }
    assert back["options"]["type"] == ("directed" if directed else "undirected")


def test_cytoscape_reads_the_same_network(read: Any) -> None:
    network = papers_network(TITLES)
    elements = read["directed.cyjs"]["elements"]
    assert [node["data"]["id"] for node in elements["nodes"]] == list(network.keys)
    assert [node["position"]["x"] for node in elements["nodes"]] == network.column("x").cells()
    assert len(elements["edges"]) == network.edge_count


def test_an_empty_network_is_read_too(read: Any) -> None:
    for ending in ENDINGS[:3]:
        assert read[f"none.{ending}"]["nodes"] == []
