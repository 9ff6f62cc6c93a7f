"""The real Gephi opens GraphML and GEXF without a warning and sees what was written.

Gephi is its toolkit, which Maven fetches (some 80 MB), in a JVM without a screen.
"""

import json
import shutil
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from made_database import five_papers
from made_network import TITLES, as_xml_holds, papers_network

import graph
from graph.drawing import drawn
from graph.looks import LOOKS, labels
from graph.names import plain_ids
from graph.network import Cell, Column, Network

pytestmark = pytest.mark.gephi

PROGRAM = Path(__file__).parent / "gephi" / "OpenInGephi.java"
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy"
# The newest that the registry at hand gives.
VERSIONS = ("0.11.3", "0.10.1", "0.9.7")
TYPES = {"boolean": "Boolean", "long": "Long", "double": "Double", "string": "String"}


def networks(folder: Path) -> dict[str, Network]:
    return {
        "hostile": papers_network(TITLES),
        "undirected": papers_network(TITLES, directed=False),
        "database": drawn(graph.network(five_papers(folder / "papers.db"))),
        "one": papers_network(TITLES[:1]),
        "none": papers_network(()),
    }


@pytest.fixture(scope="module")
def toolkit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return Gephi's toolkit, or skip where it cannot be had."""
    for program in ("java", "mvn"):
        if shutil.which(program) is None:
            pytest.skip(f"Gephi cannot be run: there is no {program}")
    folder = tmp_path_factory.mktemp("toolkit")
    for version in VERSIONS:
        artifact = f"-Dartifact=org.gephi:gephi-toolkit:{version}:jar:all"
        subprocess.run(
            ["mvn", "-B", "-q", COPY, artifact, f"-DoutputDirectory={folder}"],
            cwd=folder,
            capture_output=True,
            check=False,
        )
        for jar in folder.glob("*.jar"):
            return jar
    pytest.skip(f"Gephi cannot be run: Maven has no gephi-toolkit (all) of {', '.join(VERSIONS)}")


@pytest.fixture(scope="module")
def opened(
    toolkit: Path, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, tuple[Network, dict[str, Any], Path]]:
    """Return each file's network and what Gephi told of it."""
    folder = tmp_path_factory.mktemp("opened")
    made = {
        f"{name}.{ending}": network
        for name, network in networks(folder).items()
        for ending in ("graphml", "gexf")
    }
    for name, network in made.items():
        graph.export(network, folder / name)
    run = subprocess.run(
        ["java", "-cp", str(toolkit), str(PROGRAM), *made],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return {
        name: (network, json.loads((folder / f"{name}.json").read_text()), folder / name)
        for name, network in made.items()
    }


FILES = [
    f"{name}.{ending}"
    for name in ("hostile", "undirected", "database", "one", "none")
    for ending in ("graphml", "gexf")
]


def milliseconds(day: Cell | None) -> int | None:
    """Return a whole day as Gephi counts time, None for anything else."""
    try:
        return int(datetime.fromisoformat(str(day)).replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        return None


@pytest.mark.parametrize("file", FILES)
def test_gephi_warns_of_nothing(file: str, opened: Any) -> None:
    _, told, _ = opened[file]
    assert [issue for issue in told["issues"] if issue[0] != "INFO"] == []


@pytest.mark.parametrize("file", FILES)
def test_gephi_has_the_columns_with_their_types(file: str, opened: Any) -> None:
    network, told, _ = opened[file]
    nodes = {c.name: TYPES[c.type] for c in network.nodes if c.name not in (*LOOKS, "label")}
    assert told["node_columns"] == nodes
    assert told["edge_columns"] == {c.name: TYPES[c.type] for c in network.edges}


@pytest.mark.parametrize("file", FILES)
def test_gephi_sees_the_nodes(file: str, opened: Any) -> None:
    network, told, _ = opened[file]
    found = {node["id"]: node for node in told["nodes"]}
    assert len(found) == len(told["nodes"]) == network.node_count
    wanted = zip(plain_ids(network.keys), labels(network), strict=True)
    for row, (name, label) in enumerate(wanted):
        node = found[name]
        assert node["label"] == as_xml_holds(label)
        assert node["color"] == [int(network.column(shade).values[row]) for shade in "rgb"]
        for column in network.nodes:
            if column.name not in (*LOOKS, "label"):
                assert node["values"].get(column.name) == as_gephi_holds(column, row)


def as_gephi_holds(column: Column, row: int) -> Cell | None:
    cell = column.cells(row, row + 1)[0]
    return as_xml_holds(cell) if isinstance(cell, str) else cell


@pytest.mark.parametrize("file", [file for file in FILES if file[:3] not in ("one", "non")])
def test_gephi_leaves_places_and_sizes_as_they_are(file: str, opened: Any) -> None:
    """Its import scales sizes to 4-100 and places by the same ratio, which is 1 here."""
    network, told, _ = opened[file]
    found = {node["id"]: node for node in told["nodes"]}
    ids = plain_ids(network.keys)
    for name in ("x", "y", "size"):
        seen = [found[node][name] for node in ids]
        assert np.allclose(seen, network.column(name).values, atol=0.05)


@pytest.mark.parametrize("file", FILES)
def test_gephi_sees_the_edges(file: str, opened: Any) -> None:
    network, told, _ = opened[file]
    ids = plain_ids(network.keys)
    assert len(told["edges"]) == network.edge_count
    assert {edge["directed"] for edge in told["edges"]} <= {network.directed}
    found = {(edge["source"], edge["target"]): edge for edge in told["edges"]}
    for row in range(network.edge_count):
        edge = found[ids[network.source[row]], ids[network.target[row]]]
        assert edge["weight"] == network.weight[row]
        for column in network.edges:
            assert edge["values"].get(column.name) == as_gephi_holds(column, row)


@pytest.mark.parametrize("file", [file for file in FILES if file.endswith(".gexf")])
def test_gephi_has_a_timeline_of_the_days_that_are_known(file: str, opened: Any) -> None:
    network, told, _ = opened[file]
    days = [milliseconds(day) for day in network.column("published").cells()]
    since = {node["id"]: node["since"] for node in told["nodes"]}
    assert [since[name] for name in plain_ids(network.keys)] == days
    dates = [column for column in network.edges if column.name == "date"]
    edge_days = [milliseconds(day) for column in dates for day in column.cells()]
    assert sorted(filter(None, (edge["since"] for edge in told["edges"]))) == sorted(
        filter(None, edge_days)
    )
    known = [day for day in (*days, *edge_days) if day is not None]
    assert told["dynamic"] is bool(known)
    if known:
        assert told["time_format"] == "DATE"
        assert [float(bound) for bound in told["bounds"]] == [min(known), max(known)]


@pytest.mark.parametrize("file", ["hostile.graphml", "hostile.gexf", "undirected.gexf"])
def test_gephi_draws_the_file_and_its_own_layout(file: str, opened: Any) -> None:
    _, _, path = opened[file]
    import matplotlib.image

    for ending in ("png", "laid-out.png"):
        picture = matplotlib.image.imread(f"{path}.{ending}")
        colours = {
            tuple(pixel) for pixel in (picture[::4, ::4, :3].reshape(-1, 3) * 255).astype(int)
        }
        assert (230, 159, 0) in colours, "the first colour of the palette is to be seen"
